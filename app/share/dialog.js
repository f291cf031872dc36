/** The dialog behind Share: the link with its size and what it holds, the session file, and work kept on this device. */

import { clone, find, say } from "../dom.js";
import { download } from "../download.js";
import { count } from "../format.js";
import { openSession } from "./arrival.js";
import { toDocument } from "./document.js";
import { LONGEST, makeLink } from "./link.js";
import { partsThatAreOpen } from "./parts.js";
import { sessionFile } from "./session.js";

/** @import { Store } from "../state.js" */
/** @import { Actions, Keeping, State } from "../types.js" */
/** @import { Link } from "./link.js" */
/** @import { createKeeping } from "./keeping.js" */

/**
 * @param {Store} store
 * @param {Actions} actions
 * @param {ReturnType<typeof createKeeping>} keeping
 */
export function createDialog(store, actions, keeping) {
  const dialog = /** @type {HTMLDialogElement} */ (clone("share-dialog"));
  const address = find(dialog, ".share-address", HTMLInputElement);
  const size = find(dialog, "#share-size", HTMLElement);
  const left = find(dialog, ".share-left", HTMLElement);
  const code = find(dialog, ".share-code", HTMLElement);
  const said = find(dialog, ".share-said", HTMLElement);
  const copy = find(dialog, ".share-copy", HTMLButtonElement);
  const save = find(dialog, ".share-save", HTMLButtonElement);
  const keep = find(dialog, ".share-keep", HTMLInputElement);
  const kept = find(dialog, ".share-kept", HTMLElement);
  const forget = find(dialog, ".share-forget", HTMLButtonElement);
  const file = find(dialog, "input[type=file]", HTMLInputElement);
  document.body.append(dialog);

  find(dialog, ".share-close", HTMLButtonElement).addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  address.addEventListener("focus", () => address.select());
  copy.addEventListener("click", copyLink);
  save.addEventListener("click", saveSession);
  find(dialog, ".share-open", HTMLButtonElement).addEventListener("click", () => file.click());
  file.addEventListener("change", () => {
    const [chosen] = file.files ?? [];
    file.value = "";
    dialog.close();
    if (chosen) openSession(store, actions.change, chosen);
  });
  keep.addEventListener("change", () => (keep.checked ? keeping.start() : keeping.stop()));
  forget.addEventListener("click", async () => {
    await keeping.stop();
    say(said, "Nothing is kept on this device any more.");
    keep.focus();
  });

  function made() {
    const state = store.get();
    if (!state.catalog) throw new Error("the page is still loading");
    return toDocument(state, state.catalog, partsThatAreOpen());
  }

  async function showLink() {
    address.value = "";
    copy.disabled = true;
    say(size, "Making the link");
    left.hidden = code.hidden = true;
    try {
      const state = store.get();
      const { document: shown, unfit, ...rest } = made();
      const link = await makeLink({ document: shown, unfit, ...rest }, state, location.href.split("#")[0] ?? "");
      address.value = link.address;
      say(size, inWords(link));
      say(left, leftOut(link, unfit));
      left.hidden = left.textContent === "";
      code.hidden = !shown.code?.text;
      copy.disabled = false;
    } catch (problem) {
      say(size, `There is no link: ${messageOf(problem)}.`);
    }
  }

  async function copyLink() {
    try {
      await navigator.clipboard.writeText(address.value);
      say(said, "The link has been copied.");
    } catch {
      address.focus();
      say(said, "The browser does not let the page copy: the link is selected, to be copied by hand.");
    }
  }

  async function saveSession() {
    save.disabled = true;
    try {
      const { name, blob } = await sessionFile(made());
      download(blob, name);
      say(said, `${name} has been saved.`);
    } catch (problem) {
      say(said, `Nothing was saved: ${messageOf(problem)}.`);
    }
    save.disabled = false;
  }

  return {
    open() {
      say(said, "");
      if (!dialog.open) dialog.showModal();
      find(dialog, "h2", HTMLElement).focus();
      return showLink();
    },
    /** @param {State} state */
    render({ keeping: { on, at, problem } }) {
      keep.checked = on;
      forget.hidden = !on;
      say(kept, problem || keptInWords({ on, at, problem }));
      kept.classList.toggle("is-wrong", problem !== "");
    },
  };
}

/** @param {Link} link */
function inWords({ address, holds }) {
  const what = holds.length ? `It holds ${listed(holds)}.` : "It holds no input, and no setting but the default ones.";
  const long = address.length > LONGEST ? " Some programs cut links of this length." : "";
  return `${count(address.length)} characters. ${what}${long}`;
}

/** @param {Link} link @param {string[]} unfit */
function leftOut({ left }, unfit) {
  const names = left.length
    ? `Left out, as links hold no files and at most ${count(LONGEST)} characters: ${listed(left)}. A session file holds everything.`
    : "";
  const wrong = unfit.length ? `Left out, as it is not valid: ${listed(unfit)}.` : "";
  return [names, wrong].filter(Boolean).join(" ");
}

/** @param {Keeping} keeping */
function keptInWords({ on, at }) {
  if (!on) return "Off. Inputs are gone when this page is closed; before that, the browser asks.";
  const when =
    at === null ? "" : `, last at ${new Date(at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}`;
  return `On: what you type and open is kept in this browser${when}. Forget removes it at once.`;
}

/** @param {string[]} words */
function listed(words) {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** @param {unknown} problem */
function messageOf(problem) {
  const { message, hint } = /** @type {Error & {hint?: string}} */ (problem);
  return hint ? `${message}; ${hint}` : message;
}
