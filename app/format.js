/** How numbers, sizes and places in a line are written on the page. */

/** @import { Fault } from "./types.js" */

const DECIMALS = 4;
const whole = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 0 });

/**
 * A score with the page's fixed number of decimals, or none where the measure counts something.
 * @param {number | null | undefined} value
 * @param {boolean} [counts]
 */
export function score(value, counts = false) {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (counts) return whole.format(value);
  const text = value.toFixed(DECIMALS);
  return Number(text) === 0 ? (0).toFixed(DECIMALS) : text;
}

/** @param {number} value */
export function count(value) {
  return whole.format(value);
}

/**
 * @param {number} number
 * @param {string} one
 * @param {string} many
 */
export function counted(number, one, many) {
  return `${count(number)} ${number === 1 ? one : many}`;
}

/**
 * The text with a full stop, unless it ends like a sentence already.
 * @param {string | null | undefined} text
 */
export function sentence(text) {
  return !text || /[.?:]$/.test(text) ? (text ?? "") : `${text}.`;
}

/**
 * What is wrong with a setting or a name, and how to mend it.
 * @param {Fault} fault
 */
export function faultText({ message, hint }) {
  return sentence(`${message}${hint ? `: ${hint}` : ""}`);
}

/** @param {number} bytes */
export function size(bytes) {
  if (bytes < 1000) return counted(bytes, "byte", "bytes");
  if (bytes < 999_500) return `${(bytes / 1000).toFixed(0)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/**
 * White space that puts a caret under a column of a line set in a monospaced font: tabs stay tabs, wide
 * characters take a wide space, combining marks take none.
 * @param {string} text
 * @param {number} column  in characters, from 1
 */
export function caretIndent(text, column) {
  return Array.from(text)
    .slice(0, column - 1)
    .map((character) => {
      if (character === "\t") return "\t";
      if (/\p{M}|\p{Cf}/u.test(character)) return "";
      return /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u.test(
        character,
      )
        ? "\u3000"
        : " ";
    })
    .join("");
}

/**
 * Where a line starts and ends in a text; lines count from 1.
 * @param {string} text
 * @param {number} line
 * @returns {[number, number]}
 */
export function lineSpan(text, line) {
  let start = 0;
  for (let n = 1; n < line; n++) {
    const next = text.indexOf("\n", start);
    if (next < 0) break;
    start = next + 1;
  }
  const end = text.indexOf("\n", start);
  return [start, end < 0 ? text.length : end];
}

/** @param {string} text */
export function countLines(text) {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}

/**
 * A difference with its sign, to the page's decimals, or whole where the measure counts something.
 * @param {number} value
 * @param {boolean} [counts]
 */
export function signed(value, counts = false) {
  const text = score(Math.abs(value), counts);
  const sign = Number(text.replaceAll(",", "")) === 0 ? "±" : value < 0 ? "−" : "+";
  return sign + text;
}

/**
 * A p-value with four significant digits, as a power of ten where it is tiny.
 * @param {number | null} value
 */
export function probability(value) {
  if (value === null) return "–";
  if (value === 0 || value >= 0.0001) return String(Number(value.toPrecision(4)));
  const [digits, power] = value.toExponential(3).split("e");
  return `${digits} × 10${String(power).replace(/./g, (sign) => SUPERSCRIPTS[sign] ?? "")}`;
}

/** @type {Record<string, string>} */
const SUPERSCRIPTS = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };
