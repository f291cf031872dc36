/** Version 1 of the document that links, sessions and kept work hold: its fields, and a reader that trusts none of them. */

import { CURVES } from "../compare/chosen.js";
import {
  between,
  either,
  flag,
  holding,
  isObject,
  known,
  listOf,
  oneOf,
  shortly,
  text,
  unreadable,
  whole,
} from "./fields.js";

/** @import { Catalog } from "../types.js" */
/** @import { Fields } from "./fields.js" */

/**
 * One input box. A file is a place in the list of files that goes with the document; left: it was left out.
 * @typedef {object} DocumentBox
 * @property {number} [n]  a run's number
 * @property {string} [name]
 * @property {string} [text]
 * @property {boolean} [example]
 * @property {string[]} [mends]
 * @property {number} [file]
 * @property {boolean} [left]
 *
 * @typedef {{column?: string, descending?: boolean}} DocumentOrder
 *
 * What differs from the page as it opens. Runs are named by their numbers.
 * @typedef {object} ShareDocument
 * @property {Record<string, string | number | null>} [settings]
 * @property {string[]} [measures]
 * @property {{text?: string, limit?: number, wheels?: {name: string, file?: number}[]}} [code]
 * @property {DocumentBox} [judgements]
 * @property {DocumentBox[]} [runs]
 * @property {number} [chosen]
 * @property {{baseline?: number, pairs?: boolean, tests?: string[] | null, correction?: string, across?: string,
 *   alpha?: number, resamples?: number, seed?: number}} [compare]
 * @property {{means?: DocumentOrder, queries?: DocumentOrder, filter?: string, intervals?: boolean, measure?: string,
 *   run?: number, picture?: string, data?: boolean, query?: string}} [view]
 * @property {string[]} [open]
 */

/** Runs, and numbers of them. */
const MOST_RUNS = 1000;
const LARGEST_NUMBER = 1_000_000;

const NAME = text(1000);
const NUMBER = whole(1, LARGEST_NUMBER);
const ORDER = holding({ column: NAME, descending: flag });
const TESTS = ["t", "randomization", "wilcoxon", "sign", "bootstrap", "tukey"];
/** A name that can stand at the end of a path. */
export const FILE_NAME = text(255, /^(?!\.{0,2}$)[^/\0]*$/, "a file's name of at most 255 characters");
const ANY_TEXT = text(Number.POSITIVE_INFINITY, /^/, "text");

/** The parts of the page that open and close. */
export const OPENED = ["conventions", "code", "other-tools"];

const ANY = { fits: () => true, expected: "" };

/** What is looked at in parts has any form here. @type {Fields} */
const WHOLE = {
  settings: ANY,
  judgements: ANY,
  runs: {
    fits: (value) => Array.isArray(value) && value.length > 0 && value.length <= MOST_RUNS,
    expected: `a list of 1 to ${MOST_RUNS} runs`,
  },
  code: ANY,
  compare: ANY,
  view: ANY,
  chosen: NUMBER,
  open: listOf(text(40), 20),
};

/** @type {Record<"compare" | "view" | "code", Fields>} */
export const FIELDS = {
  compare: {
    baseline: NUMBER,
    pairs: flag,
    tests: listOf(oneOf(TESTS), TESTS.length),
    correction: oneOf(["holm", "fdr_bh", "bonferroni", "none"]),
    across: oneOf(["measure", "all"]),
    alpha: between(0, 1),
    resamples: whole(1, 1_000_000),
    seed: whole(0, Number.MAX_SAFE_INTEGER),
  },
  view: {
    means: ORDER,
    queries: ORDER,
    filter: NAME,
    intervals: flag,
    measure: NAME,
    run: NUMBER,
    picture: oneOf(["differences", "scatter", "means", ...CURVES]),
    data: flag,
    query: NAME,
  },
  code: {
    text: ANY_TEXT,
    limit: whole(1, 3600),
    wheels: listOf(holding({ name: FILE_NAME, file: whole(0, LARGEST_NUMBER) }), 100),
  },
};

/** As rankproof.mends spells them. */
const MENDS = {
  judgements: /^judgements:(queries|documents):(zeros|case|blanks|nfc|suffix=.+)$/,
  results:
    /^results:((queries|documents):(zeros|case|blanks|nfc|suffix=.+)|documents:parts=.+|scores:(negate|rank|score))$/,
};

/**
 * @param {"judgements" | "results"} side
 * @returns {Fields}
 */
export function boxFields(side) {
  const mend = text(200, MENDS[side], `a mend of ${side}`);
  return {
    n: NUMBER,
    name: NAME,
    text: ANY_TEXT,
    example: flag,
    mends: listOf(mend, 100),
    file: whole(0, LARGEST_NUMBER),
    left: flag,
  };
}

/**
 * The settings' fields, as the catalog has them; what is typed may be wrong, and Python says so.
 * @param {Catalog} catalog
 * @returns {Fields}
 */
export function settingFields({ settings, presets }) {
  const typed = either(text(10_000), whole(-LARGEST_NUMBER, 1e9), oneOf([null]));
  const fields = settings.map(({ name, values }) => [
    name,
    values.length ? oneOf(values.map(({ value }) => value)) : typed,
  ]);
  const preset = oneOf(presets.map(({ name }) => name));
  return Object.fromEntries([["preset", preset], ...fields, ["gain", text(10_000)], ["k", text(100)]]);
}

/** @param {Catalog} catalog @returns {Fields} */
export function measureFields(catalog) {
  return { measures: listOf(text(10_000), Math.max(1000, catalog.measures.length)) };
}

/**
 * A document of version 1, every field of it looked at. What it has that is not known here is left out and told.
 * @param {unknown} value
 * @param {Catalog} catalog
 * @param {{what: string, files?: number}} from  what it stood in, as in "The link", and how many files came with it
 * @returns {{document: ShareDocument, told: string[]}}
 */
export function readDocument(value, catalog, { what, files = 0 }) {
  /** @type {string[]} */
  const told = [];

  /** @param {string} place @param {unknown} found @param {string} expected */
  function refuse(place, found, expected) {
    return unreadable(
      `${what} is damaged, or was made by a newer Rankproof: its “${place}” is ${shortly(found)}; expected ${expected}`,
      "ask for it anew, or load this page again for its newest version",
    );
  }

  /** @param {string} place @param {unknown} group @param {Fields} fields @returns {any} */
  function group(place, group, fields) {
    if (!isObject(group)) throw refuse(place, group, "an object");
    const prefix = place && `${place}.`;
    const kept = Object.entries(group).filter(([name, part]) => {
      const field = known(fields, name);
      if (!field) told.push(`${prefix}${name.slice(0, 40)}`);
      else if (!field.fits(part)) throw refuse(`${prefix}${name}`, part, field.expected);
      return field;
    });
    return Object.fromEntries(kept);
  }

  /** @param {string} place @param {{file?: number, name?: string}} box */
  function withFile(place, box) {
    if (place === "code.wheels" && !FILE_NAME.fits(box.name)) throw refuse(place, box.name, FILE_NAME.expected);
    if (box.file === undefined) return box;
    if (box.file >= files) throw refuse(`${place}.file`, box.file, `one of the ${files} files that came with it`);
    if (!FILE_NAME.fits(box.name)) throw refuse(`${place}.name`, box.name, FILE_NAME.expected);
    return box;
  }

  const whole = /** @type {ShareDocument} */ (group("", value, { ...WHOLE, ...measureFields(catalog) }));
  const groups = { settings: settingFields(catalog), ...FIELDS, judgements: boxFields("judgements") };
  for (const name of /** @type {(keyof typeof groups)[]} */ (Object.keys(groups))) {
    if (whole[name] !== undefined) whole[name] = group(name, whole[name], groups[name]);
  }
  if (whole.judgements) withFile("judgements", whole.judgements);
  for (const wheel of whole.code?.wheels ?? []) withFile("code.wheels", wheel);
  if (whole.runs) {
    whole.runs = whole.runs.map((/** @type {unknown} */ run, /** @type {number} */ index) => {
      const place = `runs[${index}]`;
      return { n: index + 1, ...withFile(place, group(place, run, boxFields("results"))) };
    });
    const numbers = whole.runs.map((/** @type {DocumentBox} */ { n }) => n);
    if (new Set(numbers).size < numbers.length) throw refuse("runs", numbers, "a number of its own for each run");
  }
  return { document: whole, told };
}
