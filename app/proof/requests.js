/** From state to what Python is asked about one number. */

import { scoreRequest } from "../request.js";

/** @import { Input, ProofPlace, State } from "../types.js" */

/** Seconds of work that nobody has to wait for: it is asked for again until it is done, and scores come in between. */
const MOMENT = 0.03;

/**
 * Asks for the proof of a number; the user's code goes along for a measure of their own.
 * @param {State} state
 * @param {ProofPlace} place
 */
export function explainRequest(state, { run, query, measure, own }) {
  const { request, files } = runRequest(state, run, own);
  return { request: { ...request, action: "explain", measure, query, print: true }, files };
}

/**
 * Asks what ties and unjudged documents leave open of a number, as far as it is known within a moment.
 * @param {State} state
 * @param {ProofPlace} place
 */
export function boundsRequest(state, { run, query, measure }) {
  const { request, files } = runRequest(state, run);
  return { request: { ...request, action: "bounds", measure, query, within: MOMENT }, files };
}

/**
 * Asks which means of a run ties could move, as far as it is known within a moment.
 * @param {State} state
 * @param {string} run
 * @param {string[]} measures
 */
export function tieMarksRequest(state, run, measures) {
  const { request, files } = runRequest(state, run);
  return { request: { ...request, action: "tie_marks", measures, within: MOMENT }, files };
}

/** @param {State} state @param {string} id @param {boolean} [withCode] */
function runRequest(state, id, withCode = false) {
  const runs = state.runs.filter((run) => run.id === id);
  const code = withCode ? state.code : { ...state.code, ran: null };
  const { request, files } = scoreRequest({ ...state, runs, code });
  const [run = null] = /** @type {(Input | null)[]} */ (request.runs);
  return { request: { ...request, run }, files };
}
