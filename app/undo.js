/** What Undo puts back: all that an action took away or replaced, and nothing that it had no part in. */

import { withMessage, workOf } from "./state.js";

/** @import { Box, State, Work } from "./types.js" */

/**
 * The reader's work as it was before the action that the message tells of; what that action left alone stays as it is
 * now. It can be undone too.
 * @param {State} state
 * @returns {State}
 */
export function withUndo(state) {
  const undo = state.message?.undo;
  if (!undo) return state;
  const { before, after } = undo;
  /** @template {keyof Work} K @param {K} part @returns {Work[K]} */
  const put = (part) => (before[part] === after[part] ? state[part] : before[part]);
  const runs = before.runs === after.runs ? state.runs : runsBefore(state.runs, before.runs, after.runs);
  const chosen = put("chosen");
  const next = {
    ...state,
    judgements: put("judgements"),
    runs,
    chosen: runs.some(({ id }) => id === chosen) ? chosen : /** @type {Box} */ (runs[0]).id,
    settings: put("settings"),
    measures: put("measures"),
    compare: put("compare"),
    view: put("view"),
    arrival: put("arrival"),
    code: before.code === after.code ? state.code : codeBefore(state, before.code),
  };
  return withMessage(next, "What was there before is back.", workOf(state));
}

/**
 * The runs as they were; those that the action left alone as they are now, and after them those added since.
 * @param {Box[]} now
 * @param {Box[]} before
 * @param {Box[]} after
 */
function runsBefore(now, before, after) {
  const runs = before.flatMap((run) => {
    if (!after.includes(run)) return [run];
    return now.filter(({ id }) => id === run.id);
  });
  let number = Math.max(...[...before, ...now].map(({ id }) => Number(id.slice("run-".length))));
  for (const run of now) {
    if (after.some(({ id }) => id === run.id)) continue;
    // It may have been given the number of one that was removed.
    const taken = runs.some(({ id }) => id === run.id);
    runs.push(taken ? { ...run, id: `run-${++number}` } : run);
  }
  return runs;
}

/**
 * @param {State} state
 * @param {Work["code"]} before
 */
function codeBefore({ code }, { text, wheels }) {
  return { ...code, text, wheels, check: null };
}
