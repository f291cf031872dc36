/** What of a comparison is looked at: the measure, and the two runs of the pictures, found by name and id. */

import { baselineOf, nameOf } from "../state.js";
import { rivalOf } from "./chosen.js";

/** @import { Comparison, Measure, RunScores, State } from "../types.js" */

/** @param {State} state @returns {number} the place of the measure looked at */
export function measureAt({ scores, view }) {
  const place = scores?.measures.findIndex(({ name }) => name === view.compare.measure) ?? 0;
  return Math.max(place, 0);
}

/** @param {State} state @returns {Measure | undefined} */
export function measureOf(state) {
  return state.scores?.measures[measureAt(state)];
}

/**
 * The place of that measure in a comparison; -1 in one that is older than the choice.
 * @param {State} state
 * @param {Comparison} comparison
 */
export function measureIn(state, comparison) {
  return comparison.measures.findIndex(({ name }) => name === measureOf(state)?.name);
}

/**
 * The scores of the two runs that pictures are about, with their names.
 * @param {State} state
 */
export function twoRuns(state) {
  const [baseline, rival] = [baselineOf(state), rivalOf(state)].map((id) => scoredRun(state, id));
  return baseline && rival ? { baseline, rival } : null;
}

/** @param {State} state @param {string} id */
export function scoredRun(state, id) {
  const scores = state.scores?.runs.find((run) => run.id === id);
  const box = state.runs.find((run) => run.id === id);
  return scores && box ? { id, name: nameOf(state, box), scores } : null;
}

/** Values that differ by this share at most are a tie, as in Python. */
const TIE = 1e-12;

/**
 * The queries that both runs have, with both values of a measure and their difference.
 * @param {RunScores} baseline
 * @param {RunScores} rival
 * @param {number} measure
 */
export function paired(baseline, rival, measure) {
  const values = new Map(rival.queries.id.map((id, index) => [id, rival.queries.values[measure]?.[index] ?? 0]));
  return baseline.queries.id.flatMap((query, index) => {
    const y = values.get(query);
    if (y === undefined) return [];
    const x = baseline.queries.values[measure]?.[index] ?? 0;
    const tie = Math.abs(y - x) <= TIE * Math.max(Math.abs(x), Math.abs(y));
    return [{ query, x, y, difference: tie ? 0 : y - x }];
  });
}
