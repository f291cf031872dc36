/** What the scorer is doing, beside the mean scores: how old they are, how far reading has come, and Stop. */

import { find, say } from "../dom.js";
import { counted, size } from "../format.js";
import { boxOf, nameOf } from "../state.js";

/** @import { Actions, ReadProgress, State } from "../types.js" */

const OLDER = {
  "": "",
  error: "Scores from before the error",
  updating: "Older scores; new ones are on their way",
  stopped: "Stopped; older scores",
};

/**
 * @param {HTMLElement} root
 * @param {Actions} actions
 */
export function mount(root, actions) {
  const older = find(root, ".older", HTMLElement);
  const text = find(root, ".work-text", HTMLElement);
  const bar = find(root, "progress", HTMLProgressElement);
  const stop = find(root, "#stop", HTMLButtonElement);
  const again = find(root, "#again", HTMLButtonElement);
  stop.addEventListener("click", actions.stop);
  again.addEventListener("click", actions.again);

  return (/** @type {State} */ state) => {
    const { older: why, scores } = state;
    const progress = state.progress && "input" in state.progress ? state.progress : null;
    const slow = state.slow && (state.scoring || !(state.comparing || state.aside));
    say(older, scores || why === "error" ? OLDER[why] : why === "stopped" ? "Stopped" : "");
    root.classList.toggle("is-working", slow);
    const box = progress?.input && boxOf(state, progress.input);
    const name = !box ? "" : box.id === "judgements" ? box.name || "judgements" : nameOf(state, box);
    stop.hidden = !slow;
    again.hidden = why !== "stopped" || slow;
    bar.hidden = !slow;
    if (slow && progress?.total) {
      bar.max = progress.total;
      bar.value = progress.done;
      say(text, `Reading ${name || "the runs"}${howFar(progress, progress.total)}`);
    } else {
      bar.removeAttribute("value");
      say(text, slow ? (state.sorting ? "Telling the files apart" : "Scoring") : "");
    }
  };
}

/**
 * @param {ReadProgress} progress
 * @param {number} total
 */
function howFar({ done, rows, queries }, total) {
  if (!rows) return `, ${size(done)} of ${size(total)}`;
  const share = Math.floor((100 * done) / total);
  return `: ${counted(rows, "row", "rows")}, ${counted(queries ?? 0, "query", "queries")}, ${share} %`;
}
