/** What is sent to Python for the tables of other conventions, and for the sentences of a paper. */

import { testsOf } from "../compare/chosen.js";
import { scoreRequest } from "../request.js";
import { nameOf } from "../state.js";

/** @import { Attachment, Request, State } from "../types.js" */

/**
 * Asks for a table of the chosen run. Measures of the reader's own are no tool's, and are left out.
 * @param {State} state
 * @param {"conventions" | "ranges"} action
 * @returns {{request: Request, files: Attachment[]}}
 */
export function tableRequest(state, action) {
  const runs = state.runs.filter(({ id }) => id === state.chosen);
  const { request, files } = scoreRequest({ ...state, runs });
  const { runs: inputs, code: _own, ...rest } = /** @type {Request & {runs: unknown[]}} */ (request);
  return { request: { ...rest, action, run: inputs[0] }, files };
}

/**
 * Asks for the sentences on the scores shown, and on the comparison where there is one.
 * @param {State} state
 * @returns {{request: Request, files: Attachment[]}}
 */
export function methodsRequest(state) {
  const { request, files } = scoreRequest(state);
  return { request: { ...request, action: "methods", compared: comparedOf(state) }, files };
}

/** @param {State} state */
function comparedOf(state) {
  const { answer, older } = state.comparison;
  if (!answer || older !== "" || state.runs.length < 2) return null;
  const { across, resamples, seed, alpha } = state.compare;
  const base = answer.baseline === null ? undefined : answer.runs[answer.baseline];
  const run = state.runs.find(({ id }) => id === base?.id);
  return {
    tests: testsOf(state.compare),
    correction: answer.correction.name,
    across,
    alpha,
    resamples,
    seed,
    baseline: run ? nameOf(state, run) : null,
    pairs: Math.round(answer.comparisons.length / Math.max(answer.measures.length, 1)),
  };
}
