/** From state to what is sent to Python: requests, and the files that go with them. */

import { toValues } from "./choices.js";
import { codeInput, wheelInputs } from "./code.js";
import { namesAt } from "./measures.js";
import { isEmpty } from "./state.js";

/** @import { Attachment, Box, Code, Content, Input, Request, State } from "./types.js" */

/** Ranks of a ranking shown beside another, at least and at most. */
const LEAST_DEPTH = 20;
const MOST_DEPTH = 100;

/**
 * @param {State} state
 * @returns {{request: Request, files: Attachment[]}}
 */
export function scoreRequest(state) {
  /** @type {Attachment[]} */
  const files = [];
  const request = {
    action: "score",
    judgements: toInput(state.judgements, files),
    runs: state.runs.map((run) => toInput(run, files)),
    settings: toValues(state.settings),
    measures: namesAt(state.measures, state.settings.k),
    code: codeInput(state.code, files),
  };
  return { request, files };
}

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

/**
 * Asks what each of several opened files holds.
 * @param {Content[]} contents
 * @param {number} revision
 * @returns {{request: Request, files: Attachment[]}}
 */
export function classifyRequest(contents, revision) {
  /** @type {Attachment[]} */
  const files = [];
  const inputs = contents.map(({ name = "", text = "", file = null }, index) =>
    toInput({ id: `drop-${index + 1}`, revision, name, text, file, example: false }, files),
  );
  return { request: { action: "classify", inputs: inputs.filter((input) => input !== null) }, files };
}

/**
 * Asks what is wrong with code as it is typed, and with its wheels; nothing of it runs.
 * @param {Code} code
 * @returns {{request: Request, files: Attachment[]}}
 */
export function checkRequest({ text, wheels }) {
  /** @type {Attachment[]} */
  const files = [];
  return { request: { action: "check_code", text, wheels: wheelInputs(wheels, files) }, files };
}

/**
 * @param {Box} box
 * @param {Attachment[]} files
 * @returns {Input | null}
 */
function toInput({ id, revision, name, text, file, example }, files) {
  if (file) {
    const path = `/inputs/${id}-${revision}/${name.replace(/[/\0]/g, "_") || "file"}`;
    files.push({ path, file });
    return { id, revision, name, path };
  }
  return isEmpty({ id, revision, name, text, file, example }) ? null : { id, revision, name, text };
}
