/** The comparison as a whole: choices, the table of tests, pictures, two rankings, and what to beware of. */

import { clone, find, say } from "../dom.js";
import { faultText } from "../format.js";
import { createChoices } from "./choices.js";
import { createNotes } from "./notes.js";
import { createPictures } from "./pictures.js";
import { createRankings } from "./rankings.js";
import { createTable } from "./table.js";

/** @import { Actions, State } from "../types.js" */

/**
 * @param {HTMLElement} body
 * @param {Actions} actions
 */
export function createView(body, actions) {
  const root = clone("comparison");
  body.replaceChildren(root);
  const fault = find(root, ".compare-fault", HTMLElement);
  const results = find(root, ".compare-results", HTMLElement);
  const parts = [
    createChoices(find(root, ".compare-choices", HTMLElement), actions),
    createTable(find(root, ".compare-found", HTMLElement), actions),
    createPictures(find(root, ".pictures", HTMLElement), actions),
    createRankings(find(root, ".rankings", HTMLElement), actions),
    createNotes(find(root, ".compare-notes", HTMLElement)),
  ];

  return (/** @type {State} */ state) => {
    const { answer, older } = state.comparison;
    const wrong = state.comparison.fault;
    fault.hidden = !wrong;
    say(fault, wrong ? faultText(wrong) : "");
    results.classList.toggle("is-older", older !== "" || state.older !== "");
    results.classList.toggle("is-waiting", !answer);
    for (const render of parts) render(state);
  };
}
