/** What a box may be given: text as long as a textarea bears it, anything longer as a file; and which file is large. */

/** @import { Content } from "./types.js" */

/** Characters: longer text is kept as a file and never shown in a textarea. */
export const LARGEST_TEXT = 1_000_000;

/** Bytes: a larger file that was opened is kept as it is, since to lay its text out takes a browser over 50 ms. */
export const LARGEST_SHOWN = 100_000;

/** As in rankproof.bridgelarge: a smaller file is read by one worker, which then keeps it in memory. */
export const LARGE = 8e6;

/**
 * @param {File} file
 * @returns {Content}
 */
export function attach(file) {
  return { file, name: file.name };
}

/**
 * Text as a box takes it: text that is too long for a textarea becomes a file.
 * @param {string} text
 * @param {string} name
 * @returns {Content}
 */
export function fromText(text, name) {
  if (text.length <= LARGEST_TEXT) return { text, name };
  return attach(new File([text], name || "pasted text", { type: "text/plain" }));
}
