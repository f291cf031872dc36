/** What every chart is made of: SVG elements, a frame with axes, and labels in the page's font. */

/** @import { Scale } from "./scale.js" */

const NAMESPACE = "http://www.w3.org/2000/svg";

/** Pixels that a character of a label takes, about. */
export const CHARACTER = 6.6;

/** @typedef {{width: number, height: number}} Size */
/** @typedef {{left: number, right: number, top: number, bottom: number}} Frame  pixels from the left and the top */

/** @type {number} */
let pictures = 0;

/**
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(NAMESPACE, name));
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, typeof value === "number" ? String(Math.round(value * 100) / 100) : value);
  }
  element.append(...children);
  return element;
}

/**
 * A picture with its title, and in words what it shows.
 * @param {Size} size
 * @param {string} title
 * @param {string} description
 * @param {...Node} children
 */
export function picture({ width, height }, title, description, ...children) {
  pictures += 1;
  const [titleId, descriptionId] = [`picture-${pictures}`, `picture-${pictures}-text`];
  return /** @type {SVGSVGElement} */ (
    svg(
      "svg",
      {
        class: "chart",
        role: "img",
        "aria-labelledby": titleId,
        "aria-describedby": descriptionId,
        viewBox: `0 0 ${width} ${height}`,
        width,
        height,
      },
      svg("title", { id: titleId }, title),
      svg("desc", { id: descriptionId }, description),
      ...children,
    )
  );
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} content
 * @param {"start" | "middle" | "end"} [anchor]
 * @param {string} [name]  a class
 */
export function text(x, y, content, anchor = "start", name = "") {
  return svg("text", { x, y, "text-anchor": anchor, ...(name ? { class: name } : {}) }, content);
}

/** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 @param {string} name */
export function line(x1, y1, x2, y2, name) {
  return svg("line", { class: name, x1, y1, x2, y2 });
}

/**
 * Hairlines across the frame with their numbers at the left, and what they mean above.
 * @param {Frame} frame
 * @param {Scale} scale
 * @param {string} label
 */
export function leftAxis({ left, right, top }, scale, label) {
  const marks = scale.ticks.flatMap((tick) => [
    line(left, scale.at(tick), right, scale.at(tick), tick === 0 ? "axis" : "grid"),
    text(left - 8, scale.at(tick) + 4, scale.text(tick), "end"),
  ]);
  return svg("g", {}, ...marks, text(0, top - 12, label));
}

/**
 * Numbers below the frame, and what they mean below these.
 * @param {Frame} frame
 * @param {Scale} scale
 * @param {string} label
 * @param {boolean} [lines]  hairlines as well
 */
export function bottomAxis({ left, right, top, bottom }, scale, label, lines = false) {
  const marks = scale.ticks.flatMap((tick) => [
    ...(lines ? [line(scale.at(tick), top, scale.at(tick), bottom, "grid")] : []),
    line(scale.at(tick), bottom, scale.at(tick), bottom + 4, "axis"),
    text(scale.at(tick), bottom + 18, scale.text(tick), "middle"),
  ]);
  const middle = (left + right) / 2;
  return svg("g", {}, line(left, bottom, right, bottom, "axis"), ...marks, text(middle, bottom + 36, label, "middle"));
}

/**
 * Text that fits into so many pixels, with an ellipsis where it is cut.
 * @param {string} content
 * @param {number} pixels
 */
export function fitted(content, pixels) {
  const most = Math.max(1, Math.floor(pixels / CHARACTER));
  return content.length > most ? `${content.slice(0, most - 1)}…` : content;
}
