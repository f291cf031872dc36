/** A link to what the page shows: with the inputs where they fit, and the names of what was left out. */

import { encode } from "../share.js";
import { packed } from "./pack.js";

/** @import { Box, State } from "../types.js" */
/** @import { Made } from "./document.js" */
/** @import { DocumentBox, ShareDocument } from "./format.js" */

/** Characters of an address that every browser and most programs that send messages take whole. */
export const LONGEST = 16_000;

/** @typedef {{address: string, left: string[], holds: string[]}} Link */

/**
 * @param {Made} made
 * @param {State} state
 * @param {string} page  its address without a fragment
 * @returns {Promise<Link>}
 */
export async function makeLink({ document }, state, page) {
  const boxes = boxesOf(document);
  const names = namesOf(state, document);
  const sizes = await Promise.all(boxes.map(sizeOf));
  const smallestFirst = boxes.map((_, index) => index).sort((a, b) => (sizes[a] ?? 0) - (sizes[b] ?? 0));
  const kept = new Set(smallestFirst.filter((index) => boxes[index]?.file === undefined));
  for (;;) {
    const shown = without(document, (box) => !kept.has(boxes.indexOf(box)));
    const address = `${page}#${await encode(shown)}`;
    const largest = smallestFirst.findLast((index) => kept.has(index) && (sizes[index] ?? 0) > 0);
    if (address.length <= LONGEST || largest === undefined) {
      const gone = boxes
        .map((_, index) => names[index] ?? "")
        .filter((_, index) => isLeft(boxes[index], kept.has(index)));
      return { address, left: [...gone, ...wheelsOf(document)], holds: contentsOf(shown) };
    }
    kept.delete(largest);
  }
}

/**
 * What a document holds, in words.
 * @param {ShareDocument} document
 */
export function contentsOf(document) {
  const { settings, measures, compare, code, view, judgements, runs = [] } = document;
  const whole = runs.filter((run) => !run.left && (run.text !== undefined || run.file !== undefined)).length;
  return [
    settings ? "settings" : "",
    measures ? "measures" : "",
    code?.text ? "the code of your own measures" : "",
    judgements && !judgements.left ? "judgements" : "",
    whole ? (whole === 1 ? "one run" : `${whole} runs`) : "",
    compare ? "how runs are compared" : "",
    view ? "sorting and what is looked at" : "",
  ].filter(Boolean);
}

/** @param {ShareDocument} document @returns {DocumentBox[]} */
function boxesOf({ judgements, runs = [] }) {
  return [...(judgements ? [judgements] : []), ...runs];
}

/** What each input is called. @param {State} state @param {ShareDocument} document */
function namesOf(state, document) {
  const boxes = [...(document.judgements ? [state.judgements] : []), ...state.runs];
  return boxes.map(nameOfBox);
}

/** @param {Pick<Box, "id" | "name">} box */
export function nameOfBox({ id, name }) {
  const what = id === "judgements" ? "judgements" : id.replace("-", " ");
  return name ? `${name} (${what})` : what;
}

/** @param {DocumentBox} box */
async function sizeOf({ text = "" }) {
  return text ? (await packed(new Blob([text]), "deflate-raw")).size : 0;
}

/** @param {DocumentBox | undefined} box @param {boolean} kept */
function isLeft(box, kept) {
  return !kept && (box?.text !== undefined || box?.file !== undefined);
}

/**
 * The document with some inputs left out; the wheels, which no link holds, by their names.
 * @param {ShareDocument} document
 * @param {(box: DocumentBox) => boolean} out
 * @returns {ShareDocument}
 */
function without(document, out) {
  /** @param {DocumentBox} box @returns {DocumentBox} */
  const shown = (box) => {
    if (!out(box)) return box;
    const { text: _text, file: _file, example: _example, ...rest } = box;
    return { ...rest, left: true };
  };
  const { judgements, runs, code } = document;
  return {
    ...document,
    ...(judgements && { judgements: shown(judgements) }),
    ...(runs && { runs: runs.map(shown) }),
    ...(code?.wheels && { code: { ...code, wheels: code.wheels.map(({ name }) => ({ name })) } }),
  };
}

/** @param {ShareDocument} document */
function wheelsOf({ code }) {
  return code?.wheels?.map(({ name }) => `${name} (package)`) ?? [];
}
