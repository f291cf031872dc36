/** The mean scores in brief, always in reach at the foot of a narrow page. */

import { make, whenChanged } from "../dom.js";
import { score } from "../format.js";

/** @import { Actions, Scores, State } from "../types.js" */

/** As many measures as a narrow screen has room for. */
const MOST = 4;

/**
 * @param {HTMLElement} root
 * @param {Actions} _actions
 */
export function mount(root, _actions) {
  const target = /** @type {HTMLElement} */ (document.querySelector("#means-title"));
  root.addEventListener("click", () => {
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: "start" });
  });

  const draw = whenChanged((/** @type {Scores | null} */ scores, /** @type {string} */ chosen) => {
    const run = scores?.runs.find(({ id }) => id === chosen);
    root.hidden = !run;
    const shown = scores?.measures.slice(0, MOST) ?? [];
    root.replaceChildren(
      ...shown.map(({ mean_label, whole }, index) => {
        const label = make("span", "bar-label", mean_label);
        return make("span", "bar-score", label, " ", make("span", "bar-value", score(run?.mean[index], whole)));
      }),
    );
  });

  return (/** @type {State} */ { scores, chosen, older }) => {
    draw(scores, chosen);
    root.classList.toggle("is-older", older !== "");
  };
}
