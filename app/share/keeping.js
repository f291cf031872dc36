/** When work is kept on this device: after each change, while the reader wants it. */

import { isKeeping } from "../arriving.js";
import { keysOf, toDocument } from "./document.js";
import { readDocument } from "./format.js";
import { forget, freshId, keep, keptWork, startKeeping } from "./kept.js";
import { partsThatAreOpen } from "./parts.js";

/** @import { Store } from "../state.js" */
/** @import { Catalog, Keeping, State } from "../types.js" */
/** @import { Opened } from "./arrival.js" */

/** Milliseconds without a change before work is kept. */
const PAUSE = 500;

/** @param {Store} store */
export function createKeeping(store) {
  /** This tab's place, which the browser's history remembers over a reload. @type {string | undefined} */
  let slot = history.state?.slot;
  /** @type {unknown[] | null} */
  let last = null;
  let keptKeys = "";
  let timer = 0;
  let told = false;

  /** @param {Partial<Keeping>} part */
  function put(part) {
    store.update((state) => ({ ...state, keeping: { ...state.keeping, ...part } }));
  }

  async function save() {
    const state = store.get();
    if (!state.catalog || !state.keeping.on) return;
    if (!isKeeping()) return put({ on: false, at: null }); // another tab has forgotten
    slot ??= freshId();
    if (history.state?.slot !== slot) history.replaceState({ ...history.state, slot }, "");
    try {
      await keep(slot, toDocument(state, state.catalog, partsThatAreOpen()));
      keptKeys = keysOf(state).join();
      told = false;
      put({ at: Date.now(), problem: "" });
    } catch (problem) {
      failed(problem);
    }
  }

  /** @param {unknown} problem */
  function failed(problem) {
    const text = reason(problem);
    put({ problem: text });
    if (!told) store.set({ message: { text, undo: null } });
    told = true;
  }

  addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" || !timer) return;
    clearTimeout(timer);
    timer = 0;
    save();
  });

  return {
    /**
     * What was kept: of this tab, or in a new tab the newest.
     * @param {Catalog} catalog
     * @returns {Promise<(Opened & {at: number}) | null>}
     */
    async read(catalog) {
      const found = await keptWork(slot);
      if (!found) return null;
      const { files, at } = found;
      return {
        ...readDocument(found.document, catalog, { what: "What this device kept", files: files.length }),
        files,
        at,
      };
    },
    /** Whether this tab has work of its own there. */
    hasSlot: () => slot !== undefined,
    /** Another entry of the browser's history is shown, which has its own place or is to have one. */
    turn() {
      slot = history.state?.slot;
      last = null;
    },
    /** @param {State} state */
    isKept: (state) => state.keeping.on && keptKeys === keysOf(state).join(),
    /** What is shown is what is kept. */
    opened() {
      keptKeys = keysOf(store.get()).join();
      last = partsOf(store.get());
    },
    async start() {
      try {
        startKeeping();
        put({ on: true, problem: "" });
        await save();
      } catch (problem) {
        failed(problem);
      }
    },
    async stop() {
      clearTimeout(timer);
      put({ on: false, at: null, problem: "" });
      try {
        await forget();
        slot = undefined;
      } catch (problem) {
        failed(problem);
      }
    },
    /** @param {State} state @param {boolean} isElsewhere  all of it is in the address */
    watch(state, isElsewhere) {
      const next = partsOf(state);
      if (!state.keeping.on || next.every((part, index) => part === last?.[index])) return;
      const first = last === null;
      last = next;
      if (isElsewhere || (first && !slot)) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = 0;
        save();
      }, PAUSE);
    },
  };
}

/** @param {State} state @returns {unknown[]} */
function partsOf({ settings, measures, compare, view, judgements, runs, chosen, code }) {
  return [settings, measures, compare, view, judgements, runs, chosen, code.text, code.limit, code.wheels];
}

/** @param {unknown} problem */
function reason(problem) {
  const { name, message } = problem instanceof Error ? problem : new Error(String(problem));
  if (name === "QuotaExceededError") {
    return "Your work could not be kept on this device: its storage is full. Save a session file under Share instead.";
  }
  return `Your work could not be kept on this device: the browser does not allow it (${message}). Save a session file under Share instead.`;
}
