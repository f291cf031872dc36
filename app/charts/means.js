/** A chart of each run's mean with its interval. */

import { score } from "../format.js";
import { linear } from "./scale.js";
import { bottomAxis, CHARACTER, fitted, line, picture, svg, text } from "./svg.js";

/** @import { Interval } from "../types.js" */
/** @import { Size } from "./svg.js" */

/** @typedef {{name: string, mean: number, interval: Interval | null, baseline: boolean}} Item */

const ROW = 30;
const ABOVE = 16;
const BELOW = 48;

/** @param {number} runs */
export function meansHeight(runs) {
  return ABOVE + runs * ROW + BELOW;
}

/**
 * @param {{title: string, label: string, items: Item[], counts: boolean}} data
 * @param {Size} size
 */
export function meansChart({ title, label, items, counts }, size) {
  const names = Math.min(size.width * 0.34, 12 + CHARACTER * Math.max(...items.map(({ name }) => name.length)));
  const frame = { left: names + 8, right: size.width - 64, top: ABOVE, bottom: size.height - BELOW };
  const ends = items.flatMap(({ mean, interval }) => [mean, ...(interval ?? [])]);
  const count = Math.max(2, Math.floor((frame.right - frame.left) / 80));
  const x = linear([Math.min(...ends), Math.max(...ends)], [frame.left, frame.right], { count });
  const base = items.find(({ baseline }) => baseline);
  return picture(
    size,
    title,
    items.map((item) => inWords(item, counts)).join(" "),
    bottomAxis(frame, x, label, true),
    ...(base ? [line(x.at(base.mean), frame.top, x.at(base.mean), frame.bottom, "mean-line")] : []),
    ...items.map(({ name, mean, interval, baseline }, index) => {
      const y = frame.top + (index + 0.5) * ROW;
      const low = interval && x.at(interval[0]);
      const high = interval && x.at(interval[1]);
      const whisker =
        low === null || high === null ? "" : `M${low} ${y}H${high}M${low} ${y - 5}v10M${high} ${y - 5}v10`;
      return svg(
        "g",
        {},
        text(names, y + 4, fitted(name, names), "end", baseline ? "strong" : ""),
        svg("path", { class: "whisker", d: whisker }),
        svg("circle", { class: baseline ? "dot-hollow" : "dot-full", cx: x.at(mean), cy: y, r: 5 }),
        text(size.width - 4, y + 4, score(mean, counts), "end"),
      );
    }),
  );
}

/** @param {Item} item @param {boolean} counts */
function inWords({ name, mean, interval }, counts) {
  const range = interval ? `, interval ${score(interval[0])} to ${score(interval[1])}` : "";
  return `${name}: ${score(mean, counts)}${range}.`;
}
