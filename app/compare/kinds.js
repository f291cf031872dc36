/** The pictures there are: for each what it is called, what it shows of a state, and the same as a table. */

import { differencesChart, itemAt } from "../charts/differences.js";
import { linesChart, linesHeight } from "../charts/lines.js";
import { meansChart, meansHeight } from "../charts/means.js";
import { pointAt, scatterChart } from "../charts/scatter.js";
import { score, signed } from "../format.js";
import { measureAt, measureIn, measureOf, paired, scoredRun, twoRuns } from "./looked.js";

/** @import { Size } from "../charts/svg.js" */
/** @import { State } from "../types.js" */

/**
 * A picture of a state, or what it lacks. queries: in the order that the arrow keys follow.
 * @typedef {object} Picture
 * @property {string} title
 * @property {(width: number) => number} height
 * @property {(size: Size, chosen: number) => SVGSVGElement} draw
 * @property {string[]} columns
 * @property {string[][]} rows
 * @property {string[]} [queries]
 * @property {(size: Size, x: number, y: number) => number} [at]  the place of a query, or -1
 */

/** @typedef {{value: string, label: string, pair: boolean, make: (state: State) => Picture | null}} PictureKind */

/** @type {PictureKind[]} */
export const KINDS = [
  { value: "differences", label: "Differences, query by query", pair: true, make: differences },
  { value: "scatter", label: "Two runs, query by query", pair: true, make: scatter },
  { value: "means", label: "Means with intervals", pair: false, make: means },
  { value: "interpolated", label: "Precision at levels of recall", pair: false, make: interpolated },
  { value: "P", label: "Precision at k", pair: false, make: (state) => atK(state, 0) },
  { value: "R", label: "Recall at k", pair: false, make: (state) => atK(state, 1) },
  { value: "nDCG", label: "nDCG at k", pair: false, make: (state) => atK(state, 2) },
];

/** @param {State} state @returns {Picture | null} */
function differences(state) {
  const [runs, measure] = [twoRuns(state), measureOf(state)];
  if (!runs || !measure) return null;
  const { baseline, rival } = runs;
  const items = paired(baseline.scores, rival.scores, measureAt(state)).sort((a, b) => b.difference - a.difference);
  const mean = items.reduce((sum, { difference }) => sum + difference, 0) / (items.length || 1);
  const title = `Differences in ${measure.label}, query by query: ${rival.name} less ${baseline.name}`;
  const data = {
    title,
    measure: measure.label,
    run: rival.name,
    baseline: baseline.name,
    items,
    mean,
    counts: measure.whole,
  };
  return {
    title,
    height: () => 320,
    draw: (size, chosen) => differencesChart({ ...data, chosen }, size),
    ...pairData(items, baseline.name, rival.name, measure.whole),
    at: (size, x) => itemAt(size, items.length, x),
  };
}

/** @param {State} state @returns {Picture | null} */
function scatter(state) {
  const [runs, measure] = [twoRuns(state), measureOf(state)];
  if (!runs || !measure) return null;
  const { baseline, rival } = runs;
  const points = paired(baseline.scores, rival.scores, measureAt(state));
  const title = `${measure.label}, query by query: ${rival.name} against ${baseline.name}`;
  const data = { title, measure: measure.label, baseline: baseline.name, run: rival.name, points };
  return {
    title,
    height: (width) => Math.min(width - 56, 420) + 76,
    draw: (size, chosen) => scatterChart({ ...data, chosen }, size),
    ...pairData(points, baseline.name, rival.name, measure.whole),
    at: (size, x, y) => pointAt(points, size, x, y),
  };
}

/**
 * @param {{query: string, x: number, y: number, difference: number}[]} items
 * @param {string} baseline
 * @param {string} rival
 * @param {boolean} whole
 */
function pairData(items, baseline, rival, whole) {
  return {
    columns: ["Query", baseline, rival, "Difference"],
    rows: items.map(({ query, x, y, difference }) => [
      query,
      score(x, whole),
      score(y, whole),
      signed(difference, whole),
    ]),
    queries: items.map(({ query }) => query),
  };
}

/** @param {State} state @returns {Picture | null} */
function means(state) {
  const { answer } = state.comparison;
  const place = answer ? measureIn(state, answer) : -1;
  const measure = answer?.measures[place];
  if (!answer || !measure) return null;
  const level = `${Number(((1 - answer.alpha) * 100).toPrecision(6))}%`;
  const items = answer.runs.map((run, index) => ({
    name: run.name,
    mean: run.mean[place] ?? 0,
    interval: run.interval[place] ?? null,
    baseline: index === answer.baseline,
  }));
  const title = `${measure.mean_label} of each run with its ${level} interval`;
  const text = (/** @type {number | undefined} */ value) => score(value, measure.whole);
  return {
    title,
    height: () => meansHeight(items.length),
    draw: (size) => meansChart({ title, label: measure.mean_label, items, counts: measure.whole }, size),
    columns: ["Run", measure.mean_label, "Low", "High"],
    rows: items.map(({ name, mean, interval }) => [name, text(mean), text(interval?.[0]), text(interval?.[1])]),
  };
}

/** @param {State} state @returns {Picture | null} */
function interpolated(state) {
  const { answer } = state.curves;
  if (!answer) return null;
  const labels = { title: "Interpolated precision at eleven levels of recall", x: "Recall", y: "Precision" };
  return curves(state, answer.levels, answer.interpolated, labels);
}

/** @param {State} state @param {number} place @returns {Picture | null} */
function atK(state, place) {
  const { answer } = state.curves;
  const measure = answer?.at_k[place];
  if (!answer || !measure) return null;
  return curves(state, answer.cutoffs, measure.values, {
    title: `${measure.label} at each cut-off k`,
    x: "k",
    y: `${measure.label} at k, mean`,
  });
}

/**
 * @param {State} state
 * @param {number[]} x
 * @param {number[][]} values  a list for each run
 * @param {{title: string, x: string, y: string}} labels
 * @returns {Picture}
 */
function curves(state, x, values, labels) {
  const names = state.curves.answer?.runs.map((id) => scoredRun(state, id)?.name ?? id) ?? [];
  const series = names.map((name, index) => ({ name, values: values[index] ?? [] }));
  const data = { title: labels.title, x, xLabel: labels.x, yLabel: labels.y, series };
  return {
    title: labels.title,
    height: (width) => linesHeight(series, width),
    draw: (size) => linesChart(data, size),
    columns: [labels.x, ...names],
    rows: x.map((at, index) => [String(at), ...series.map((one) => score(one.values[index]))]),
  };
}
