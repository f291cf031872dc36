/** What the tables of other conventions need to know of the page. */

/** @import { State } from "../types.js" */

/**
 * Whether the chosen run has scores of its present input.
 * @param {State} state
 */
export function isReady({ scores, chosen, older, settings }) {
  return settings.k !== null && older === "" && Boolean(scores?.runs.some(({ id, older }) => id === chosen && !older));
}
