/** What of the runs and tests is chosen for a comparison, where the reader has not chosen: ids of runs, names of tests. */

import { baselineOf, comparable } from "../state.js";

/** @import { CompareChoices, State } from "../types.js" */

/** The pictures that are drawn from curves. */
export const CURVES = ["interpolated", "P", "R", "nDCG"];

/**
 * The tests that are made unless others are chosen: for all pairs the one that needs no correction.
 * @param {boolean} pairs
 */
export function usualTests(pairs) {
  return pairs ? ["tukey"] : ["t", "randomization"];
}

/** @param {CompareChoices} choices */
export function testsOf({ tests, pairs }) {
  return tests ?? usualTests(pairs);
}

/**
 * The id of the run that pictures hold against the baseline.
 * @param {State} state
 */
export function rivalOf(state) {
  const others = comparable(state).filter(({ id }) => id !== baselineOf(state));
  const rival = others.find(({ id }) => id === state.view.compare.run) ?? others[0];
  return rival?.id ?? "";
}
