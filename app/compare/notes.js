/** What a reader of a comparison should know: warnings, advice, and the works these rest on. */

import { find, make, whenChanged } from "../dom.js";

/** @import { Comparison, Note, State } from "../types.js" */

/** @param {HTMLElement} root */
export function createNotes(root) {
  const list = find(root, ".compare-said", HTMLElement);
  const references = find(root, ".references", HTMLElement);

  const draw = whenChanged((/** @type {Comparison | null} */ answer) => {
    if (!answer) return;
    list.replaceChildren(...answer.notes.map(noteItem), ...answer.advice.map((text) => make("li", "note", text)));
    references.replaceChildren(...Object.values(answer.references).map((text) => make("li", "", `${text}.`)));
  });

  return (/** @type {State} */ { comparison }) => draw(comparison.answer);
}

/** @param {Note} note */
function noteItem({ level, text }) {
  if (level !== "warning") return make("li", "note", text);
  const sign = make("span", "mark", "!");
  sign.ariaHidden = "true";
  return make("li", "note warning", sign, make("strong", "", "Warning: "), text);
}
