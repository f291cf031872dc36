/** What is sent to Python for a comparison, for curves, and for rankings side by side. */

import { scoreRequest } from "../request.js";

/** @import { State } from "../types.js" */

/** Ranks of a ranking shown beside another, at least and at most. */
const LEAST_DEPTH = 20;
const MOST_DEPTH = 100;

/**
 * Asks how the runs compare: with the baseline, an id, or in all pairs.
 * @param {State} state
 * @param {string} baseline
 * @param {string[]} tests
 */
export function compareRequest(state, baseline, tests) {
  const { request, files } = scoreRequest(state);
  const { pairs, ...how } = state.compare;
  return { request: { ...request, ...how, tests, action: "compare", baseline: pairs ? null : baseline }, files };
}

/**
 * Asks for the curves of all runs.
 * @param {State} state
 */
export function curvesRequest(state) {
  const { request, files } = scoreRequest(state);
  return { request: { ...request, action: "curves" }, files };
}

/**
 * Asks for one query's rankings by these runs, to the main cut-off or a little further.
 * @param {State} state
 * @param {string} query
 * @param {string[]} ids
 */
export function rankingsRequest(state, query, ids) {
  const runs = ids.map((id) => state.runs.find((run) => run.id === id)).filter((run) => run !== undefined);
  const { request, files } = scoreRequest({ ...state, runs });
  const depth = Math.min(Math.max(Number(state.settings.k), LEAST_DEPTH), MOST_DEPTH);
  return { request: { ...request, action: "rankings", query, depth }, files };
}
