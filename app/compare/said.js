/** What a saved picture states below it: version, measure, settings, and the queries and runs that it counts. */

import { aboutRow } from "../measures.js";
import { comparable, nameOf } from "../state.js";
import { KINDS } from "./kinds.js";
import { measureOf, twoRuns } from "./looked.js";

/** @import { State } from "../types.js" */

/** The measures of the curves, as the catalog calls them. */
const ROWS = /** @type {Record<string, string>} */ ({
  interpolated: "iprec_at_recall",
  P: "P",
  R: "recall",
  nDCG: "ndcg_cut",
});

/** @param {State} state @returns {string[]} */
export function said(state) {
  const { picture } = state.view.compare;
  const kind = KINDS.find(({ value }) => value === picture);
  const curve = ROWS[picture];
  const measure = measureOf(state);
  const label = curve ? (kind?.label ?? picture) : (measure?.mean_label ?? "");
  const about = curve ? aboutRow(state.catalog, curve) : (measure?.own ?? aboutRow(state.catalog, measure?.row ?? ""));
  return [
    `Rankproof ${state.catalog?.version ?? ""}. ${label}: ${about}`,
    state.scores?.convention ?? "",
    ...queries(state, kind?.pair ?? false),
  ].filter(Boolean);
}

/**
 * Which queries the means are over: once where that is the same for all runs of the picture.
 * @param {State} state
 * @param {boolean} pair
 */
function queries(state, pair) {
  const two = pair ? twoRuns(state) : null;
  const runs = two
    ? [two.baseline, two.rival].map(({ name, scores }) => ({ name, sentence: scores.sentence }))
    : comparable(state).map((run) => ({
        name: nameOf(state, run),
        sentence: state.scores?.runs.find(({ id }) => id === run.id)?.sentence ?? "",
      }));
  const sentences = new Set(runs.map(({ sentence }) => sentence));
  return sentences.size === 1 ? [...sentences] : runs.map(({ name, sentence }) => `${name}: ${sentence}`);
}
