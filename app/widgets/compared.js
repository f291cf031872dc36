/** The cells of one run's mean scores beside others': the best is marked, and the difference from the baseline shown. */

import { make } from "../dom.js";
import { count, score, signed } from "../format.js";
import { baselineOf, nameOf } from "../state.js";
import { showScore } from "./score.js";
import { tieMark } from "./ties.js";

/** @import { Interval, Measure, RunScores, Scores, State } from "../types.js" */

/** Means that differ by less than this share are equally good. */
const SAME = 1e-12;

/**
 * @param {State} state
 * @param {Scores} scores
 * @returns {(scored: RunScores | undefined, measures: Measure[]) => HTMLTableCellElement[]}
 */
export function createComparedCells(state, scores) {
  const best = scores.measures.map((measure, index) => bestOf(scores, measure, index));
  const baseline = scores.runs.find(({ id }) => id === baselineOf(state));
  const { intervals } = state.view.compare;

  return (scored, measures) => {
    const box = state.runs.find(({ id }) => id === scored?.id);
    const run = box ? nameOf(state, box) : "";
    const cells = measures.map(({ whole, mean_label: label }, index) => {
      const value = scored?.mean[index];
      const cell = make("td");
      const number = make("span", "mean-number");
      showScore(number, value, whole, index, `${label} of ${run} over all queries`);
      cell.append(number);
      if (value !== undefined && isBest(value, best[index])) {
        cell.classList.add("best");
        cell.prepend(mark());
      }
      const against = scored === baseline ? undefined : baseline?.mean[index];
      cell.append(make("span", "mean-difference", differenceOf(value, against, whole)));
      cell.append(tieMark(state, scored, index));
      if (intervals) cell.append(make("span", "mean-interval", intervalText(intervalOf(state, scored, index))));
      return cell;
    });
    return [make("td", "number-of-queries", scored ? count(scored.averaged) : "–"), ...cells];
  };
}

/**
 * The highest mean, where one run has a higher one than another; undefined for counts, which are not better or worse.
 * @param {Scores} scores
 * @param {Measure} measure
 * @param {number} index
 */
function bestOf({ runs }, { whole }, index) {
  const means = runs.map(({ mean }) => mean[index]).filter((value) => Number.isFinite(value));
  const highest = Math.max(.../** @type {number[]} */ (means));
  const distinct = means.some((value) => !isBest(/** @type {number} */ (value), highest));
  return !whole && distinct ? highest : undefined;
}

/** @param {number} value @param {number | undefined} best */
function isBest(value, best) {
  return best !== undefined && best - value <= SAME * Math.abs(best);
}

function mark() {
  const sign = make("span", "best-sign", "★");
  sign.ariaHidden = "true";
  return make("span", "best-mark", sign, make("span", "hidden", "best "));
}

/** @param {number | undefined} value @param {number | undefined} against @param {boolean} whole */
function differenceOf(value, against, whole) {
  if (value === undefined || against === undefined) return "";
  return signed(value - against, whole);
}

/**
 * The interval of a run's mean, once the comparison that has it is there.
 * @param {State} state
 * @param {RunScores | undefined} scored
 * @param {number} index
 * @returns {Interval | null}
 */
function intervalOf({ comparison, scores }, scored, index) {
  const { answer } = comparison;
  const name = scores?.measures[index]?.name;
  const place = answer?.measures.findIndex((measure) => measure.name === name) ?? -1;
  return answer?.runs.find(({ id }) => id === scored?.id)?.interval[place] ?? null;
}

/** @param {Interval | null} interval */
function intervalText(interval) {
  return interval ? `${score(interval[0])} to ${score(interval[1])}` : "–";
}
