/** How boxes take mends, of which Python says what there are. */

import { withContent, withMessage, withSwap, workOf } from "./state.js";

/** @import { Mending, State } from "./types.js" */

/** Judgements and results that change places, as Python spells it. */
const SWAP = "swap";

/**
 * A run and its judgements read with more mends, and an Undo; their texts and files stay as they are.
 * @param {State} state
 * @param {string} runId
 * @param {Mending} mending
 * @returns {State}
 */
export function withMending(state, runId, { label, mends }) {
  let next = state;
  if (mends.includes(SWAP)) next = withSwap(state, runId);
  else {
    for (const id of ["judgements", runId]) {
      const more = mends.filter((mend) => mend.startsWith(id === runId ? "results:" : `${id}:`));
      next = withMends(next, id, (mends) => [...mends, ...more]);
    }
  }
  return withMessage(next, `Done: ${label.charAt(0).toLowerCase()}${label.slice(1)}.`, workOf(state));
}

/**
 * A box read as it stands again, and an Undo.
 * @param {State} state
 * @param {string} id
 * @returns {State}
 */
export function withoutMends(state, id) {
  return withMessage(
    withMends(state, id, () => []),
    "The input is read as it stands again.",
    workOf(state),
  );
}

/**
 * @param {State} state
 * @param {string} id
 * @param {(mends: string[]) => string[]} change
 * @returns {State}
 */
function withMends(state, id, change) {
  const box = [state.judgements, ...state.runs].find((one) => one.id === id);
  const mends = change(box?.mends ?? []);
  if (!box || mends.length === box.mends.length) return state;
  const { id: _id, revision: _revision, ...content } = box;
  return withContent(state, id, { ...content, mends });
}
