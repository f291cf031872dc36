/** The measures that are chosen: names in either dialect, in the order of the columns; {k} in one is the page's k. */

/** @import { Catalog, State } from "./types.js" */

/** What stands in a name for the page's k. */
export const K = "{k}";

/**
 * The names chosen; the default ones where nobody has chosen.
 * @param {Pick<State, "catalog" | "measures">} state
 */
export function chosenNames({ catalog, measures }) {
  return measures ?? catalog?.default_measures ?? [];
}

/**
 * Other names chosen; the default ones count as no choice.
 * @param {State} state
 * @param {string[] | null} names
 * @returns {State}
 */
export function withMeasures(state, names) {
  const unique = names && [...new Set(names)];
  const standard = unique?.join("\n") === state.catalog?.default_measures.join("\n");
  return { ...state, measures: standard ? null : unique };
}

/**
 * The names as Python takes them; null for the default ones.
 * @param {string[] | null} measures
 * @param {string | null} k
 */
export function namesAt(measures, k) {
  return measures?.map((name) => name.replaceAll(K, k ?? "")) ?? null;
}

/**
 * A name as the reader sees it: nDCG@k.
 * @param {string} name
 */
export function shownName(name) {
  return name.replaceAll(K, "k");
}

/**
 * What a row's measure says, the values it can have, and where it comes from.
 * @param {Catalog | null} catalog
 * @param {string} name  of the row
 */
export function aboutRow(catalog, name) {
  const row = catalog?.measures.find((each) => each.name === name);
  return row ? `${row.help} ${rangeInWords(row.range ?? [null, null])} (${row.source}).` : "";
}

/** @param {[number | null, number | null]} range */
export function rangeInWords([low, high]) {
  if (low === null) return "Any number";
  return high === null ? `From ${low} up` : `From ${low} to ${high}`;
}
