/** Share as a whole: opens links and kept work, follows what changes, shows the notice, and on Share the dialog. */

import { isKeeping } from "../arriving.js";
import { decode } from "../share.js";
import { workOf } from "../state.js";
import { createAddress } from "./address.js";
import { arrive } from "./arrival.js";
import { hasInputs } from "./document.js";
import { createGuard } from "./guard.js";
import { createKeeping } from "./keeping.js";
import { freshId } from "./kept.js";
import { createNotice } from "./notice.js";
import { openParts } from "./parts.js";

/** @import { Store } from "../state.js" */
/** @import { Actions, Catalog, Fault, State, Work } from "../types.js" */
/** @import { Opened } from "./arrival.js" */

/**
 * @param {Store} store
 * @param {Actions} actions
 */
export function createShare(store, actions) {
  const address = createAddress();
  const guard = createGuard();
  const keeping = createKeeping(store);
  /** @type {ReturnType<typeof import("./dialog.js").createDialog> | null} */
  let dialog = null;
  const notice = createNotice(store);
  /** What each entry of the browser's history showed when it was left. @type {Map<string, Work>} */
  const entries = new Map();
  let entry = "";
  let links = 0;
  /** @type {Fault | null} */
  let shownFault = null;

  /** A setting that came and cannot be used is shown, if it is not in the bar. @param {State} state */
  function showFault({ arrival, fault, catalog }) {
    if (fault === shownFault) return;
    shownFault = fault;
    const ours = arrival && fault?.kind === "setting" && catalog?.settings.some(({ name }) => name === fault.source);
    if (ours && !IN_BAR.includes(fault.source ?? "")) openParts(["conventions"]);
  }

  /** Marks the present entry, so that Back finds what it showed. */
  function mark() {
    entry = freshId();
    history.replaceState({ ...history.state, entry }, "");
  }

  /** @param {string} fragment */
  async function openLink(fragment) {
    const read = async (/** @type {Catalog} */ catalog) =>
      fragment ? withTypedCode(await decode(fragment, catalog)) : { document: {} };
    const mine = ++links;
    await arrive(store, actions.change, "link", read, () => mine === links);
    if (mine === links) address.opened(store.get());
  }

  /** What was kept, under the settings of a link without inputs. @param {string} fragment */
  async function openKept(fragment) {
    const isOwn = keeping.hasSlot();
    let at = 0;
    const opened = await arrive(store, actions.change, "kept", async (catalog) => {
      const kept = await keeping.read(catalog);
      const link = kept && fragment ? await decode(fragment, catalog).catch(() => null) : null;
      if (!kept || (link && hasInputs(link.document) && !isOwn)) return null;
      at = kept.at;
      return withTypedCode(link && !hasInputs(link.document) ? withChoices(kept, link) : kept);
    });
    if (!opened) return false;
    keeping.opened();
    if (!isOwn) actions.tell(`This is what the device kept on ${new Date(at).toLocaleString("en-GB", WHEN)}.`);
    return true;
  }

  addEventListener("hashchange", () => {
    const fragment = fragmentOf(location.hash);
    if (fragment === null) return;
    address.leave();
    const known = entries.get(history.state?.entry);
    entries.set(entry, workOf(store.get()));
    keeping.turn();
    if (!known) {
      mark();
      return openLink(fragment);
    }
    entry = history.state.entry;
    actions.change((state) => ({ ...state, ...known, message: null }));
    address.opened(store.get());
  });

  return {
    async open() {
      try {
        dialog ??= (await import("./dialog.js")).createDialog(store, actions, keeping);
      } catch {
        return actions.tell("Share could not be loaded: check the connection and try again.");
      }
      dialog.render(store.get());
      dialog.open();
    },
    /** Before the first scores: what the address or this device holds. */
    async restore() {
      mark();
      const fragment = fragmentOf(location.hash);
      const keeps = isKeeping();
      if (keeps) store.update((state) => ({ ...state, keeping: { ...state.keeping, on: true } }));
      if (!(keeps && (await openKept(fragment ?? ""))) && fragment) await openLink(fragment);
      store.subscribe((state) => {
        showFault(state);
        address.watch(state);
        keeping.watch(state, address.holdsInputs(state));
        guard.watch(state, (shown) => address.holdsInputs(shown) || keeping.isKept(shown));
        dialog?.render(state);
        notice(state);
      });
    },
  };
}

/** Settings whose fields are always there. */
const IN_BAR = ["k", "gain"];

/** @type {Intl.DateTimeFormatOptions} */
const WHEN = { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" };

/**
 * A document with the settings, measures and comparison of a link.
 * @template {Opened} T
 * @param {T} kept
 * @param {Opened} link
 * @returns {T}
 */
function withChoices(kept, link) {
  const { settings, measures, compare } = link.document;
  const { settings: _settings, measures: _measures, compare: _compare, ...rest } = kept.document;
  const chosen = { ...(settings && { settings }), ...(measures && { measures }), ...(compare && { compare }) };
  return { ...kept, document: { ...rest, ...chosen } };
}

/**
 * The code as it was last typed into this tab, which the browser's history has kept over a reload.
 * @template {Opened} T
 * @param {T} opened
 * @returns {T}
 */
function withTypedCode(opened) {
  const text = history.state?.code;
  if (typeof text !== "string" || !(opened.document.code || hasInputs(opened.document))) return opened;
  return { ...opened, document: { ...opened.document, code: { ...opened.document.code, text } } };
}

/**
 * What may be a link, "" for the page's own address; null for a place in the page.
 * @param {string} hash
 */
function fragmentOf(hash) {
  const fragment = hash.slice(1);
  return fragment && document.getElementById(fragment) ? null : fragment;
}
