/** What becomes of opened, dropped and pasted files: text in a box, or a file kept as it is, in the box it belongs to. */

import { attach, LARGEST_SHOWN } from "./content.js";
import { boxOf, isEmpty, withContent, withMessage, withOneRun, withRun, workOf } from "./state.js";

/** @import { Content, Kind, State } from "./types.js" */

/**
 * Small UTF-8 text comes back as text, anything else as the file itself, so that Python sees every byte of it.
 * @param {File} file
 * @returns {Promise<Content>}
 */
export async function readFile(file) {
  if (file.size > LARGEST_SHOWN || file.name.endsWith(".gz")) return attach(file);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.includes(0) || (bytes[0] === 0x1f && bytes[1] === 0x8b)) return attach(file);
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text: text.replace(/\r\n?/g, "\n"), name: file.name };
  } catch {
    return attach(file);
  }
}

/** Bytes that a session may begin with: a brace, white space, a byte order mark, gzip's. */
const BEGINNINGS = [0x7b, 0x20, 0x0a, 0x0d, 0x09, 0xef, 0x1f];

/**
 * The first of these files that is a session, and no input.
 * @param {File[]} files
 */
export async function sessionAmong(files) {
  for (const file of files) {
    const [first] = new Uint8Array(await file.slice(0, 1).arrayBuffer());
    if (first === undefined || !BEGINNINGS.includes(first)) continue;
    const { isSession } = await import("./share/recognise.js");
    if (await isSession(file)) return file;
  }
  return null;
}

/**
 * One file for the box it was dropped on or opened from. Judgements are replaced; results fill an empty run or add one.
 * @param {State} state
 * @param {string} target  "judgements" or "results"
 * @param {Content} content
 * @returns {State}
 */
export function fill(state, target, content) {
  if (target === "judgements") return announce(state, withContent(state, "judgements", content));
  return addResults(state, content);
}

/**
 * Several files, each in the place that suits what it holds. Judgements that come with results start afresh; results
 * alone are added; an example that nobody has edited gives way.
 * @param {State} state
 * @param {Content[]} contents
 * @param {Kind["role"][]} roles
 * @returns {State}
 */
export function place(state, contents, roles) {
  let next = withoutExamples(state);
  /** @type {Content[]} */
  const judgements = [];
  /** @type {Content[]} */
  const results = [];
  contents.forEach((content, index) => {
    const role = roles[index];
    const free = judgements.length === 0 && !roles.includes("judgements") && isEmpty(next.judgements);
    (role === "judgements" || (role === "unknown" && free) ? judgements : results).push(content);
  });
  const [first, ...spare] = judgements;
  if (first) next = withContent(next, "judgements", first);
  if (first && results.length) next = withOneRun(next);
  let chosen = "";
  for (const content of results) {
    next = addResults(next, content);
    chosen ||= next.chosen;
  }
  if (chosen) next = { ...next, chosen };
  return announce(state, next, spare);
}

/**
 * @param {State} state
 * @param {Content} content
 * @returns {State}
 */
function addResults(state, content) {
  const chosen = state.runs.find((run) => run.id === state.chosen);
  const free = [chosen, ...state.runs].find((run) => run && (run.example || isEmpty(run)));
  return free ? { ...withContent(state, free.id, content), chosen: free.id } : withRun(state, content);
}

/**
 * @param {State} state
 * @returns {State}
 */
function withoutExamples(state) {
  let next = state;
  for (const box of [state.judgements, ...state.runs]) if (box.example) next = withContent(next, box.id, {});
  return next;
}

/**
 * Says what was replaced, with an Undo, and which files found no place.
 * @param {State} before
 * @param {State} after
 * @param {Content[]} [spare]
 * @returns {State}
 */
function announce(before, after, spare = []) {
  const lost = [before.judgements, ...before.runs].filter(
    (box) => !isEmpty(box) && !box.example && boxOf(after, box.id)?.revision !== box.revision,
  );
  const names = spare.map((content) => content.name).join(", ");
  const skipped = spare.length
    ? `There is room for one set of judgements: ${names} ${spare.length === 1 ? "was" : "were"} not opened.`
    : "";
  const replaced = lost.length ? "What was there before has been replaced." : "";
  if (!skipped && !replaced) return { ...after, message: null };
  return withMessage(after, [skipped, replaced].filter(Boolean).join(" "), lost.length ? workOf(before) : null);
}
