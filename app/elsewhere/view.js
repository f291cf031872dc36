/** The tables of other conventions, ties and unjudged results, with how far Python has come. */

import { button, find, make, say, whenChanged } from "../dom.js";
import { faultText, size } from "../format.js";
import { createConventions } from "./conventions.js";
import { createLeft } from "./left.js";

/** @import { Actions, Elsewhere, Measure, Scores, State } from "../types.js" */

const OLDER = {
  "": "",
  updating: "Older tables; new ones are on their way",
  stopped: "Stopped",
  error: "Tables from before the error",
};

const WORKING = { "": "", conventions: "Scoring under other conventions", ranges: "Trying the orders of equal scores" };

/**
 * @param {HTMLElement} body
 * @param {Actions} actions
 */
export function createView(body, actions) {
  const older = make("span", "older");
  const text = make("span", "work-text");
  const bar = make("progress");
  bar.setAttribute("aria-label", "Other conventions");
  const stop = button("Stop", actions.stop, "plain");
  const again = button("Work them out again", actions.tablesAgain, "plain");
  const work = make("p", "work elsewhere-work", older, text, bar, stop, again);
  const fault = make("p", "fault");
  fault.setAttribute("role", "alert");
  const hint = make("p", "aside", "The tables appear once the chosen run has scores.");
  const results = make("div", "elsewhere-results");
  const conventions = createConventions();
  const left = createLeft();
  results.append(conventions.root, left.root);
  body.replaceChildren(work, fault, hint, results);

  const draw = whenChanged((/** @type {Elsewhere["table"]} */ table, /** @type {Scores | null} */ scores) => {
    if (table && scores) conventions.render(table, builtIn(scores), scores);
  });
  const drawLeft = whenChanged((/** @type {Elsewhere["left"]} */ found, /** @type {Scores | null} */ scores) => {
    if (found && scores) left.render(found, builtIn(scores));
  });

  return (/** @type {State} */ state) => {
    const { table, tableScores, left: found, leftScores, older: why, fault: wrong, working } = state.elsewhere;
    const busy = working !== "" && state.slow && !state.scoring;
    say(older, table || why === "stopped" ? OLDER[why] : "");
    say(text, busy ? `${WORKING[working]}${howFar(state)}` : "");
    bar.hidden = stop.hidden = !busy;
    again.hidden = busy || why !== "stopped";
    work.hidden = !busy && again.hidden && older.textContent === "";
    showShare(bar, state);
    fault.hidden = !wrong;
    say(fault, wrong ? faultText(wrong) : "");
    hint.hidden = Boolean(table || wrong);
    results.hidden = !table;
    results.classList.toggle("is-older", why !== "" && table !== null && why !== "updating");
    find(results, ".left", HTMLElement).hidden = !found;
    draw(table, tableScores);
    drawLeft(found, leftScores);
  };
}

/** @param {Scores} scores @returns {Measure[]} */
function builtIn({ measures }) {
  return measures.filter(({ own }) => own === undefined);
}

/** @param {State} state */
function howFar({ progress }) {
  if (!progress || !("done" in progress) || !progress.total) return "";
  if ("stage" in progress) return `, ${progress.done}%`;
  return `, ${size(progress.done)} of ${size(progress.total)} read`;
}

/** @param {HTMLProgressElement} bar @param {State} state */
function showShare(bar, { progress }) {
  if (progress && "done" in progress && progress.total) {
    bar.max = progress.total;
    bar.value = progress.done;
  } else bar.removeAttribute("value");
}
