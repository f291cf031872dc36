/** Asks before the page is left while something typed would be lost; a file that was opened is still on its disk. */

import { isEmpty } from "../state.js";
import { keyOf } from "./document.js";

/** @import { Box, State } from "../types.js" */

export function createGuard() {
  /** The content of boxes that was typed or pasted. @type {Set<string>} */
  const typed = new Set();
  /** @type {Map<string, Box>} */
  let boxes = new Map();
  /** @type {unknown} */
  let arrival = null;
  let guarding = false;

  /** @param {BeforeUnloadEvent} event */
  function ask(event) {
    event.preventDefault();
  }

  /** @param {State} state */
  function look(state) {
    const came = state.arrival !== arrival ? (state.arrival?.boxes ?? []) : [];
    arrival = state.arrival;
    const all = [state.judgements, ...state.runs];
    for (const box of all) {
      const before = boxes.get(box.id);
      if (box.revision === before?.revision || isEmpty(box) || box.example || came.includes(keyOf(box))) continue;
      // Opened text has a name from the first; edited text has kept the name that it had.
      const opened = box.name !== "" && (before?.name !== box.name || isEmpty(before));
      if (!opened || box.file?.name === "pasted text") typed.add(keyOf(box));
    }
    boxes = new Map(all.map((box) => [box.id, box]));
  }

  return {
    /**
     * @param {State} state
     * @param {(state: State) => boolean} isSafe  whether it is all kept, or in the address
     */
    watch(state, isSafe) {
      look(state);
      const wanted = [...boxes.values()].some((box) => typed.has(keyOf(box))) && !isSafe(state);
      if (wanted === guarding) return;
      guarding = wanted;
      if (wanted) addEventListener("beforeunload", ask);
      else removeEventListener("beforeunload", ask);
    },
  };
}
