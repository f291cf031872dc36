/** What looks wrong with the inputs, below how they were read; what draws it is loaded when there is something. */

import { find, say } from "../dom.js";

/** @import { Actions, Diagnosis, State } from "../types.js" */

/**
 * @param {HTMLElement} root
 * @param {Actions} actions
 */
export function mount(root, actions) {
  const status = find(root, "[role=status]", HTMLElement);
  /** @type {((state: State) => void) | null} */
  let draw = null;
  let loading = false;
  /** @type {State} */
  let shown;

  async function load() {
    loading = true;
    try {
      const { createDiagnoses } = await import("../widgets/diagnoses.js");
      draw = createDiagnoses(root, actions);
      draw(shown);
    } catch {
      actions.tell("What looks wrong could not be shown: check the connection and load the page again.");
    }
  }

  return (/** @type {State} */ state) => {
    shown = state;
    const many = looksWrong(state).length;
    say(status, many ? `${many === 1 ? "One thing looks" : `${many} things look`} wrong with the input.` : "");
    if (draw) draw(state);
    else if (many && !loading) load();
  };
}

/**
 * What looks wrong with the run that is shown. What may well be right is among the notes.
 * @param {State} state
 * @returns {Diagnosis[]}
 */
export function looksWrong({ readings, chosen }) {
  return readings[chosen]?.diagnoses?.filter(({ level }) => level === "warning") ?? [];
}
