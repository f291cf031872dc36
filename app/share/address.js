/** Keeps the address bar to the settings, and to the inputs of a link that was opened for as long as they are unchanged. */

import { encode } from "../share.js";
import { keysOf, toChoices, toDocument } from "./document.js";
import { partsThatAreOpen } from "./parts.js";

/** @import { Catalog, State } from "../types.js" */

/** Milliseconds without a change before the address follows: browsers refuse more than three changes a second. */
const PAUSE = 400;

export function createAddress() {
  /** What came with the link that the address holds. @type {{boxes: string, code: string} | null} */
  let linked = null;
  /** @type {unknown[]} */
  let last = [];
  let timer = 0;
  let written = 0;

  /** @param {State} state */
  function stillLinked(state) {
    if (linked && linked.boxes !== keysOf(state).join()) linked = null;
    return linked !== null;
  }

  /** What the link held, code only as it came: what is typed since is the reader's own. @param {State} state @param {Catalog} catalog */
  function toLinked(state, catalog) {
    const own = state.code.text !== linked?.code;
    const code = own ? { ...state.code, text: "", wheels: [] } : state.code;
    return toDocument({ ...state, code }, catalog, partsThatAreOpen()).document;
  }

  /** @param {State} state @param {Catalog} catalog */
  async function write(state, catalog) {
    const mine = ++written;
    const before = location.href;
    const document = stillLinked(state) ? toLinked(state, catalog) : toChoices(state, catalog).document;
    const fragment = Object.keys(document).length ? `#${await encode(document)}` : "";
    if (mine !== written || before !== location.href || fragment === location.hash) return;
    try {
      history.replaceState(history.state, "", fragment || location.pathname + location.search);
    } catch {
      // Too many changes within a moment, says the browser: the next one is written.
    }
  }

  function leave() {
    clearTimeout(timer);
    written += 1;
  }

  return {
    /** Another link is in the address, whose state is still to come. */
    leave,
    /** The state is that of a link in the address. @param {State} state */
    opened(state) {
      linked = state.arrival?.boxes.length ? { boxes: keysOf(state).join(), code: state.code.text } : null;
      last = partsOf(state);
      leave();
    },
    /** Whether a reload finds a box's content. @param {State} state */
    holdsInputs: stillLinked,
    /** @param {State} state */
    watch(state) {
      const { catalog } = state;
      const next = linked ? partsOf(state) : partsOf(state).slice(0, CHOICES);
      if (!catalog || next.every((part, index) => part === last[index])) return;
      last = next;
      clearTimeout(timer);
      timer = setTimeout(() => write(state, catalog), PAUSE);
    },
  };
}

/** As many of these parts are in the address without a link. */
const CHOICES = 3;

/** @param {State} state @returns {unknown[]} */
function partsOf({ settings, measures, compare, view, judgements, runs, chosen, code }) {
  return [settings, measures, compare, view, judgements, runs, chosen, code.text, code.limit];
}
