/** The quiet mark beside a mean that another order of tied documents would change at the digits shown. */

import { make } from "../dom.js";
import { score } from "../format.js";

/** @import { RunScores, State } from "../types.js" */

/** Notes that say that a run has ties. */
const TIES = ["ties", "all-scores-equal"];

/** @param {RunScores} run */
export function hasTies({ notes }) {
  return notes.some(({ code }) => TIES.includes(code));
}

/**
 * The mark of one mean, empty while nobody knows whether it needs one.
 * @param {State} state
 * @param {RunScores | undefined} run
 * @param {number} measure
 */
export function tieMark({ scores, tieMarks }, run, measure) {
  const made = make("span", "tie-mark");
  const { name, whole } = scores?.measures[measure] ?? {};
  const marks = tieMarks.of === scores && run ? tieMarks.runs[run.id] : undefined;
  const found = marks?.find((mark) => mark.measure === name);
  if (!found) return made;
  const { lowest, highest } = found;
  made.textContent = `ties: ${score(lowest, whole)} to ${score(highest, whole)}`;
  made.title = `Over all orders of tied documents this mean lies between ${lowest} and ${highest}.`;
  return made;
}
