/** A chart of the differences of two runs, query by query, from the largest gain to the largest loss. */

import { counted, signed } from "../format.js";
import { linear } from "./scale.js";
import { fitted, leftAxis, line, picture, svg, text } from "./svg.js";

/** @import { Size } from "./svg.js" */

/** @typedef {{query: string, difference: number}} Item */

const MARGIN = { left: 56, right: 8, top: 44, bottom: 30 };

/** Bars at least this wide have a gap between them. */
const GAP_FROM = 4;

/**
 * @param {Size} size
 * @param {number} count
 */
function layout({ width, height }, count) {
  const frame = { left: MARGIN.left, right: width - MARGIN.right, top: MARGIN.top, bottom: height - MARGIN.bottom };
  return { frame, step: (frame.right - frame.left) / Math.max(1, count) };
}

/**
 * The place among the items of a point, or -1 beside the frame.
 * @param {Size} size
 * @param {number} count
 * @param {number} x
 */
export function itemAt(size, count, x) {
  const { frame, step } = layout(size, count);
  const index = Math.floor((x - frame.left) / step);
  return index >= 0 && index < count ? index : -1;
}

/**
 * @param {{title: string, measure: string, run: string, baseline: string, items: Item[], mean: number, chosen: number,
 *   counts: boolean}} data  items: falling differences; chosen: a place among them, or -1
 * @param {Size} size
 */
export function differencesChart({ title, measure, run, baseline, items, mean, chosen, counts }, size) {
  const { frame, step } = layout(size, items.length);
  const values = items.map(({ difference }) => difference);
  const y = linear([Math.min(0, ...ends(values)), Math.max(0, ...ends(values))], [frame.bottom, frame.top]);
  const better = values.filter((value) => value > 0).length;
  const worse = values.filter((value) => value < 0).length;
  const ties = values.length - better - worse;
  const words =
    `${run} is better on ${counted(better, "query", "queries")}, worse on ${worse}, equal on ${ties}; ` +
    `mean difference ${signed(mean, counts)}.`;
  const half = (frame.right - frame.left) / 2 - 8;
  return picture(
    size,
    title,
    words,
    leftAxis(frame, y, ""),
    text(0, 14, fitted(`${measure}, ${run} less ${baseline}`, size.width)),
    bars(values, frame.left, step, y.at, 1),
    bars(values, frame.left, step, y.at, -1),
    line(frame.left, y.at(mean), frame.right, y.at(mean), "mean-line"),
    text(frame.right, frame.top - 10, `mean ${signed(mean, counts)}`, "end", "strong"),
    line(frame.right - 126, frame.top - 14, frame.right - 104, frame.top - 14, "mean-line"),
    text(frame.left, size.height - 8, fitted(`▲ better on ${better}, equal on ${ties}`, half), "start", "gain"),
    text(frame.right, size.height - 8, fitted(`▼ worse on ${worse}`, half), "end", "loss"),
    ...(chosen < 0 ? [] : [cursor(frame, step, chosen)]),
  );
}

/** @param {number[]} falling */
function ends(falling) {
  return falling.length ? [/** @type {number} */ (falling[0]), /** @type {number} */ (falling.at(-1))] : [];
}

/**
 * The bars above or below zero as one path, however many queries there are.
 * @param {number[]} values
 * @param {number} left
 * @param {number} step
 * @param {(value: number) => number} at
 * @param {1 | -1} sign
 */
function bars(values, left, step, at, sign) {
  const width = step >= GAP_FROM ? step - 1 : step;
  const path = values.map((value, index) => {
    if (Math.sign(value) !== sign) return "";
    return `M${(left + index * step).toFixed(2)} ${at(0).toFixed(2)}v${(at(value) - at(0)).toFixed(2)}h${width.toFixed(3)}V${at(0).toFixed(2)}z`;
  });
  return svg("path", { class: sign > 0 ? "gain-bars" : "loss-bars", d: path.join("") });
}

/** @param {{left: number, top: number, bottom: number}} frame @param {number} step @param {number} place */
function cursor({ left, top, bottom }, step, place) {
  const width = Math.max(step, 3);
  const x = left + (place + 0.5) * step - width / 2;
  return svg("rect", { class: "cursor", x, y: top - 4, width, height: bottom - top + 8 });
}
