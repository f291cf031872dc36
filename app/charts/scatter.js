/** A chart of two runs' values, one point a query: above the diagonal the one run is better, below it the other. */

import { linear } from "./scale.js";
import { bottomAxis, fitted, leftAxis, line, picture, svg, text } from "./svg.js";

/** @import { Size } from "./svg.js" */

/** @typedef {{query: string, x: number, y: number}} Point */

/**
 * @param {Point[]} points
 * @param {Size} size
 */
function layout(points, size) {
  const side = Math.min(size.width - 56, size.height - 76);
  const frame = { left: 48, right: 48 + side, top: 28, bottom: 28 + side };
  const values = points.flatMap(({ x, y }) => [x, y]);
  const domain = /** @type {[number, number]} */ ([lowest(values), highest(values)]);
  return {
    frame,
    x: linear(domain, [frame.left, frame.right]),
    y: linear(domain, [frame.bottom, frame.top]),
  };
}

/** @param {number[]} values */
function lowest(values) {
  return values.reduce((least, value) => Math.min(least, value), 0);
}

/** @param {number[]} values */
function highest(values) {
  return values.reduce((most, value) => Math.max(most, value), 0) || 1;
}

/**
 * The place of the point nearest to a place in the picture, or -1 where none is near.
 * @param {Point[]} points
 * @param {Size} size
 * @param {number} left
 * @param {number} top
 */
export function pointAt(points, size, left, top) {
  const { x, y } = layout(points, size);
  let best = -1;
  let least = 16 ** 2;
  points.forEach((point, index) => {
    const far = (x.at(point.x) - left) ** 2 + (y.at(point.y) - top) ** 2;
    if (far < least) [best, least] = [index, far];
  });
  return best;
}

/**
 * @param {{title: string, measure: string, baseline: string, run: string, points: Point[], chosen: number}} data
 * @param {Size} size
 */
export function scatterChart({ title, measure, baseline, run, points, chosen }, size) {
  const { frame, x, y } = layout(points, size);
  const above = points.filter((point) => point.y > point.x).length;
  const below = points.filter((point) => point.y < point.x).length;
  const [low, high] = [x.ticks[0] ?? 0, x.ticks.at(-1) ?? 1];
  const point = points[chosen];
  const dots = points.map((each) => `M${x.at(each.x).toFixed(1)} ${y.at(each.y).toFixed(1)}h0`).join("");
  return picture(
    size,
    title,
    `${run} is higher on ${above} queries, ${baseline} on ${below}; ${points.length - above - below} are equal.`,
    leftAxis(frame, y, fitted(`${measure} of ${run}`, size.width)),
    bottomAxis(frame, x, fitted(`${measure} of ${baseline}`, frame.right - frame.left), true),
    line(x.at(low), y.at(low), x.at(high), y.at(high), "mean-line"),
    text(
      frame.left + 8,
      frame.top + 16,
      fitted(`${run} higher: ${above}`, frame.right - frame.left - 16),
      "start",
      "gain",
    ),
    text(
      frame.right - 8,
      frame.bottom - 10,
      fitted(`${baseline} higher: ${below}`, frame.right - frame.left - 16),
      "end",
      "loss",
    ),
    svg("path", { class: "dots", d: dots }),
    ...(point ? [svg("circle", { class: "cursor", cx: x.at(point.x), cy: y.at(point.y), r: 8 })] : []),
  );
}
