/** What a field of a document may hold: a test of its value, and the words that say what was expected. */

import { count } from "../format.js";

/** @typedef {{fits: (value: any) => boolean, expected: string}} Field */
/** @typedef {Record<string, Field>} Fields */

/**
 * A link or file that cannot be opened, with the way out of it.
 * @param {string} message
 * @param {string} hint
 */
export function unreadable(message, hint) {
  return Object.assign(new Error(message), { name: "Unreadable", hint });
}

export const flag = { fits: (/** @type {unknown} */ value) => typeof value === "boolean", expected: "true or false" };

/** @param {number} most  characters @param {RegExp} [form] @param {string} [expected] @returns {Field} */
export function text(most, form = /^/, expected = `text of at most ${count(most)} characters`) {
  return { fits: (value) => typeof value === "string" && value.length <= most && form.test(value), expected };
}

/** @param {number} low @param {number} high @returns {Field} */
export function whole(low, high) {
  const fits = (/** @type {unknown} */ value) => Number.isInteger(value) && inRange(value, low, high);
  return { fits, expected: `a whole number from ${count(low)} to ${count(high)}` };
}

/** @param {number} low @param {number} high @returns {Field} */
export function between(low, high) {
  const fits = (/** @type {unknown} */ value) => typeof value === "number" && value > low && value < high;
  return { fits, expected: `a number between ${low} and ${high}` };
}

/** @param {readonly unknown[]} values @returns {Field} */
export function oneOf(values) {
  return { fits: (value) => values.includes(value), expected: `one of ${values.join(", ")}` };
}

/** @param {Field} field @param {number} most @returns {Field} */
export function listOf({ fits, expected }, most) {
  return {
    fits: (value) => Array.isArray(value) && value.length <= most && value.every(fits),
    expected: `a list of at most ${count(most)}, each ${expected}`,
  };
}

/** @param {Field[]} fields @returns {Field} */
export function either(...fields) {
  return {
    fits: (value) => fields.some(({ fits }) => fits(value)),
    expected: fields.map(({ expected }) => expected).join(", or "),
  };
}

/** @param {Fields} fields @returns {Field} */
export function holding(fields) {
  const expected = `an object with ${Object.keys(fields).join(", ")}`;
  return {
    fits: (value) =>
      isObject(value) && Object.entries(value).every(([name, part]) => known(fields, name)?.fits(part) ?? false),
    expected,
  };
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The field of this name, which may have come from anywhere: "__proto__" names none.
 * @param {Fields} fields
 * @param {string} name
 */
export function known(fields, name) {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/**
 * A value in a few words, whatever it is and however large.
 * @param {unknown} value
 */
export function shortly(value) {
  if (Array.isArray(value)) return `a list of ${count(value.length)}`;
  if (isObject(value)) return "an object";
  const written = JSON.stringify(value) ?? "nothing";
  return written.length > 40 ? `${written.slice(0, 40)}…` : written;
}

/** @param {unknown} value @param {number} low @param {number} high */
function inRange(value, low, high) {
  return Number(value) >= low && Number(value) <= high;
}
