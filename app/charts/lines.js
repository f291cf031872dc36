/** A chart of one line a run, told apart by colour, dashes and marks. */

import { linear } from "./scale.js";
import { bottomAxis, CHARACTER, fitted, leftAxis, picture, svg, text } from "./svg.js";

/** @import { Size } from "./svg.js" */

/** @typedef {{name: string, values: number[]}} Series */

/** Colours and marks that style.css knows; the dashes change when they are used up. */
export const STYLES = 8;

const MARKS = [
  "M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z",
  "M-3 -3h6v6h-6z",
  "M0 -4L4 3h-8z",
  "M0 -4.5L4 0L0 4.5L-4 0z",
  "M0 4L4 -3h-8z",
  "M-4 -1.3h2.7v-2.7h2.6v2.7h2.7v2.6h-2.7v2.7h-2.6v-2.7h-2.7z",
  "M-2 -4h4v8h-4z",
  "M-4 -2h8v4h-8z",
];

const ROW = 18;
const SAMPLE = 30;

/** Marks stand at least so many pixels apart. */
const APART = 36;

/**
 * The height of the legend below the chart.
 * @param {string[]} names
 * @param {number} width
 */
function legendLayout(names, width) {
  const column = Math.min(width, SAMPLE + 24 + CHARACTER * Math.max(...names.map((name) => name.length)));
  const columns = Math.max(1, Math.floor(width / column));
  return { column, columns, height: Math.ceil(names.length / columns) * ROW };
}

/**
 * @param {Series[]} series
 * @param {number} width
 */
export function linesHeight(series, width) {
  const names = series.map(({ name }) => name);
  return 330 + legendLayout(names, width).height;
}

/**
 * @param {{title: string, x: number[], xLabel: string, yLabel: string, series: Series[]}} data
 * @param {Size} size
 */
export function linesChart({ title, x, xLabel, yLabel, series }, size) {
  const names = series.map(({ name }) => name);
  const legend = legendLayout(names, size.width);
  const frame = { left: 44, right: size.width - 10, top: 30, bottom: size.height - legend.height - 52 };
  const across = linear([x[0] ?? 0, x.at(-1) ?? 1], [frame.left, frame.right], { round: false, count: 8 });
  const highest = Math.max(...series.flatMap(({ values }) => values));
  const up = linear([0, highest || 1], [frame.bottom, frame.top]);
  const best = series.map(({ name, values }) => ({ name, first: values[0] ?? 0, last: values.at(-1) ?? 0 }));
  const words = best.map(({ name, first, last }) => `${name}: ${first.toFixed(3)} to ${last.toFixed(3)}`).join("; ");
  return picture(
    size,
    title,
    `From the left end to the right: ${words}.`,
    leftAxis(frame, up, yLabel),
    bottomAxis(frame, across, xLabel),
    ...series.map(({ values }, index) => oneLine(x.map(across.at), values.map(up.at), index)),
    ...names.map((name, index) => {
      const left = (index % legend.columns) * legend.column;
      const top = size.height - legend.height + Math.floor(index / legend.columns) * ROW + 8;
      const label = text(SAMPLE + 8, 4, fitted(name, legend.column - SAMPLE - 12));
      const sample = oneLine([0, SAMPLE / 2, SAMPLE], [0, 0, 0], index, SAMPLE / 2);
      return svg("g", { transform: `translate(${left} ${top})` }, sample, label);
    }),
  );
}

/** @param {number} index @param {string} kind */
function styleOf(index, kind) {
  return `${kind} series-${(index % STYLES) + 1} dash-${Math.floor(index / STYLES) % 3}`;
}

/**
 * @param {number[]} x
 * @param {number[]} y
 * @param {number} index
 * @param {number} [only]  the one place along x that has a mark
 */
function oneLine(x, y, index, only) {
  const path = x.map((at, place) => `${place ? "L" : "M"}${at.toFixed(1)} ${(y[place] ?? 0).toFixed(1)}`).join("");
  // Lines have their marks at different places, so that they do not hide each other.
  let next = only ?? (x[0] ?? 0) + (index % 4) * (APART / 4);
  const marks = x.flatMap((at, place) => {
    if (only === undefined ? at < next : at !== only) return [];
    next = at + APART;
    const transform = `translate(${at.toFixed(1)} ${(y[place] ?? 0).toFixed(1)})`;
    return [svg("path", { class: styleOf(index, "point"), d: MARKS[index % MARKS.length] ?? "", transform })];
  });
  return svg("g", {}, svg("path", { class: styleOf(index, "line"), d: path }), ...marks);
}
