/** How a table cell shows a score: four decimals, and every digit on pointing at it. */

import { say } from "../dom.js";
import { score } from "../format.js";

/**
 * @param {HTMLElement} cell
 * @param {number | null | undefined} value
 * @param {boolean} counts  the measure counts something and has no decimals
 */
export function showScore(cell, value, counts) {
  say(cell, score(value, counts));
  const digits = value === null || value === undefined || counts ? "" : String(value);
  if (cell.title !== digits) cell.title = digits;
}
