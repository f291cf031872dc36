/** From the page's state to the document that is shared or kept, and back. */

import { fromText } from "../content.js";
import { withMeasures } from "../measures.js";
import { initialState, isEmpty, withNothing } from "../state.js";
import { boxFields, FIELDS, settingFields } from "./format.js";

/** @import { Box, Catalog, State } from "../types.js" */
/** @import { Fields } from "./fields.js" */
/** @import { DocumentBox, ShareDocument } from "./format.js" */

/**
 * @typedef {object} Made
 * @property {ShareDocument} document
 * @property {File[]} files  that its boxes and wheels name by place
 * @property {string[]} keys  what each file is the content of
 * @property {string[]} unfit  what the page shows and no document can hold
 */

const STANDARD = initialState();

/**
 * What of the state differs from the page as it opens.
 * @param {State} state
 * @param {Catalog} catalog
 * @param {string[]} [open]  the parts of the page that are open
 * @returns {Made}
 */
export function toDocument(state, catalog, open = []) {
  const made = toChoices(state, catalog);
  const { document, files, keys, unfit } = made;

  /** @param {File} file @param {string} key */
  function attach(file, key) {
    keys.push(key);
    return files.push(file) - 1;
  }

  /** @param {Box} box @param {"judgements" | "results"} side @returns {DocumentBox} */
  function boxed(box, side) {
    const { name, text, example, mends, file } = box;
    const fields = differing({ name, text, example, mends }, EMPTY, boxFields(side), box.id, unfit);
    return { ...fields, ...(file && { file: attach(file, keyOf(box)) }) };
  }

  if (!isEmpty(state.judgements)) document.judgements = boxed(state.judgements, "judgements");
  const runs = state.runs.map((run, index) => {
    const n = numberOf(run.id);
    return { ...(n !== index + 1 && { n }), ...boxed(run, "results") };
  });
  if (runs.length > 1 || state.runs.some((run) => !isEmpty(run))) document.runs = runs;
  if (state.chosen !== state.runs[0]?.id) document.chosen = numberOf(state.chosen);
  const { text, limit } = state.code;
  const code = differing({ text: /\S/.test(text) ? text : "", limit }, STANDARD.code, FIELDS.code, "code", unfit);
  const wheels = state.code.wheels.map(({ id, file }) => ({ name: file.name, file: attach(file, id) }));
  put(document, "code", { ...code, ...(wheels.length && { wheels }) });
  put(document, "view", differing(viewOf(state), viewOf(STANDARD), FIELDS.view, "view", unfit));
  if (open.length) document.open = open;
  return made;
}

/**
 * Only the settings, the measures and how to compare: what the address bar follows.
 * @param {State} state
 * @param {Catalog} catalog
 * @returns {Made}
 */
export function toChoices(state, catalog) {
  /** @type {ShareDocument} */
  const document = {};
  /** @type {string[]} */
  const unfit = [];
  put(
    document,
    "settings",
    differing(settingsOf(state), settingsOf(STANDARD), settingFields(catalog), "settings", unfit),
  );
  if (state.measures) document.measures = state.measures;
  put(document, "compare", differing(compareOf(state), compareOf(STANDARD), FIELDS.compare, "compare", unfit));
  return { document, files: [], keys: [], unfit };
}

/**
 * The state with what the document holds, all else as the page opens. A document without inputs leaves these alone,
 * and the code, and what is looked at, unless it has some of its own. Code waits for Run.
 * @param {State} state
 * @param {ShareDocument} document
 * @param {File[]} [files]
 * @returns {State}
 */
export function withDocument(state, document, files = []) {
  const { preset = STANDARD.settings.preset, k = STANDARD.settings.k, ...changed } = document.settings ?? {};
  const { baseline, ...compare } = document.compare ?? {};
  const settings = { preset: String(preset), k: k === null ? null : String(k), changed };
  let next = withMeasures({ ...state, settings }, document.measures ?? null);
  next = { ...next, compare: { ...STANDARD.compare, ...compare, baseline: idOf(baseline) } };
  const full = hasInputs(document);
  if (full) next = withInputs(next, document, files);
  if (full || document.code) next = withCodeOf(next, document, files);
  return full || document.view ? { ...next, view: viewFrom(document) } : next;
}

/** @param {ShareDocument} document */
export function hasInputs({ judgements, runs }) {
  return Boolean(judgements || runs);
}

/**
 * What stands for the content of a box.
 * @param {Box} box
 */
export function keyOf({ id, revision }) {
  return `${id}-${revision}`;
}

/** @param {State} state */
export function keysOf({ judgements, runs }) {
  return [judgements, ...runs].map(keyOf);
}

const EMPTY = { name: "", text: "", example: false, mends: /** @type {string[]} */ ([]) };

/**
 * @param {State} state
 * @param {ShareDocument} document
 * @param {File[]} files
 * @returns {State}
 */
function withInputs(state, { judgements = {}, runs = [{ n: 1 }], chosen }, files) {
  let { counter } = state;

  /** @param {DocumentBox} from @param {string} id @returns {Box} */
  function box({ name = "", text = "", example = false, mends = [], file }, id) {
    counter += 1;
    const content =
      file === undefined ? fromText(text.replace(/\r\n?/g, "\n"), name) : { file: files[file] ?? null, name };
    return { id, revision: counter, name, text: "", file: null, example, mends, ...content };
  }

  const boxes = runs.map((run) => box(run, idOf(run.n)));
  const first = /** @type {Box} */ (boxes[0]);
  const named = boxes.find(({ id }) => id === idOf(chosen));
  return {
    ...withNothing(state), // the scores before were of other runs, under the same numbers
    judgements: box(judgements, "judgements"),
    runs: boxes,
    chosen: (named ?? first).id,
    counter,
  };
}

/**
 * @param {State} state
 * @param {ShareDocument} document
 * @param {File[]} files
 * @returns {State}
 */
function withCodeOf(state, { code = {} }, files) {
  const { text = "", limit = STANDARD.code.limit, wheels = [] } = code;
  const there = wheels.flatMap(({ file }) => (file === undefined ? [] : (files[file] ?? [])));
  const counter = state.counter + there.length;
  const numbered = there.map((file, index) => ({ id: `wheel-${state.counter + 1 + index}`, file }));
  const fresh = { ...STANDARD.code, revision: state.code.revision, running: state.code.running };
  return { ...state, counter, code: { ...fresh, text, limit, wheels: numbered } };
}

/** @param {State} state */
function settingsOf({ settings: { preset, k, changed } }) {
  return { preset, k, ...changed };
}

/** @param {State} state */
function compareOf({ compare }) {
  return { ...compare, baseline: compare.baseline ? numberOf(compare.baseline) : null };
}

/** @param {State} state */
function viewOf({ view: { means, queries, filter, compare } }) {
  return { means, queries, filter, ...compare, run: compare.run ? numberOf(compare.run) : null };
}

/** @param {ShareDocument} document @returns {State["view"]} */
function viewFrom({ view = {} }) {
  const { means, queries, filter = "", run, ...compare } = view;
  const standard = STANDARD.view;
  return {
    means: { ...standard.means, ...means },
    queries: { ...standard.queries, ...queries },
    filter,
    compare: { ...standard.compare, ...compare, run: idOf(run) },
  };
}

/**
 * The values that differ from the standard ones; those that no document may hold are named instead.
 * @param {Record<string, unknown>} values
 * @param {Record<string, unknown>} standard
 * @param {Fields} fields
 * @param {string} place
 * @param {string[]} unfit
 */
function differing(values, standard, fields, place, unfit) {
  /** @type {Record<string, any>} */
  const found = {};
  for (const [name, value] of Object.entries(values)) {
    if (JSON.stringify(value) === JSON.stringify(standard[name])) continue;
    if (fields[name]?.fits(value)) found[name] = value;
    else unfit.push(`${place}.${name}`);
  }
  return found;
}

/**
 * @template {keyof ShareDocument} N
 * @param {ShareDocument} document
 * @param {N} name
 * @param {NonNullable<ShareDocument[N]>} value
 */
function put(document, name, value) {
  if (Object.keys(value).length) document[name] = value;
}

/** @param {string} id  of a run */
function numberOf(id) {
  return Number(id.slice("run-".length));
}

/** @param {number | undefined} number */
function idOf(number) {
  return number === undefined ? "" : `run-${number}`;
}
