/** What is sent to Python for an export: the table and its form, and what the scores shown were asked for with. */

import { testsOf } from "../compare/chosen.js";
import { compareRequest } from "../compare/requests.js";
import { scoreRequest } from "../request.js";
import { baselineOf, nameOf } from "../state.js";

/** @import { Attachment, Request, State } from "../types.js" */

/**
 * @param {State} state
 * @param {string} table
 * @param {string} format
 * @param {string | null} run  the id of the one that the table is about; null for all
 * @returns {{request: Request, files: Attachment[]}}
 */
export function exportRequest(state, table, format, run) {
  const compared = table === "comparisons" || (table === "means" && format === "latex" && isCompared(state));
  const { request: of, files } = compared
    ? compareRequest(state, baselineOf(state), testsOf(state.compare))
    : scoreRequest(state);
  const names = Object.fromEntries(state.runs.map((box) => [box.id, nameOf(state, box)]));
  return { request: { action: "export", table, format, run, names, found: foundIn(state, table), of }, files };
}

/** @param {State} state */
function isCompared({ comparison }) {
  return comparison.answer !== null && comparison.older === "";
}

/**
 * The rows of the tables of other tools, which Python need not work out again.
 * @param {State} state
 * @param {string} table
 */
function foundIn({ elsewhere }, table) {
  return table === "conventions" ? elsewhere.table?.rows : elsewhere.left?.[/** @type {"ties"} */ (table)];
}
