/** Opens what a link, a session file or this device holds, with a way back to what was there before. */

import { isEmpty, withMessage, workOf } from "../state.js";
import { hasInputs, keysOf, withDocument } from "./document.js";
import { nameOfBox } from "./link.js";
import { openParts } from "./parts.js";

/** @import { Store } from "../state.js" */
/** @import { Arrival, Catalog, State } from "../types.js" */
/** @import { ShareDocument } from "./format.js" */

/** @typedef {{document: ShareDocument, files?: File[], told?: string[]}} Opened */

const WORDS = { link: "The link", session: "The session", kept: "What this device kept" };

/**
 * Whether it could be opened; if not, the page stays as it is and says why.
 * @param {Store} store
 * @param {(change: (state: State) => State) => void} change
 * @param {Arrival["from"]} from
 * @param {(catalog: Catalog) => Promise<Opened | null>} read
 * @param {() => boolean} [isNewest]  false once another one has been opened after it
 */
export async function arrive(store, change, from, read, isNewest = () => true) {
  try {
    const opened = await read(await catalogOf(store));
    if (!opened || !isNewest()) return false;
    change((state) => arrived(state, from, opened));
    const { code, open = [] } = opened.document;
    openParts(code?.text ? ["code", ...open] : open);
    return true;
  } catch (problem) {
    if (!isNewest()) return false;
    const { message, hint } = /** @type {Error & {hint?: string}} */ (problem);
    const text = hint ? `${message}. To mend it: ${hint}.` : `${WORDS[from]} could not be opened: ${message}.`;
    store.set({ arrival: { ...arrivalOf(from), problem: text } });
    return false;
  }
}

/**
 * @param {Store} store
 * @param {(change: (state: State) => State) => void} change
 * @param {File} file
 * @param {File[]} [others]  opened with it
 */
export async function openSession(store, change, file, others = []) {
  const { readSession } = await import("./session.js");
  const opened = await arrive(store, change, "session", (catalog) => readSession(file, catalog));
  if (!opened || !others.length) return;
  const names = others.map(({ name }) => name).join(", ");
  const undo = store.get().message?.undo?.before;
  store.update(withMessage, `${file.name} is a session, which replaces all inputs: ${names} not opened.`, undo);
}

/**
 * @param {State} state
 * @param {Arrival["from"]} from
 * @param {Opened} opened
 * @returns {State}
 */
function arrived(state, from, { document, files = [], told = [] }) {
  const own = [state.judgements, ...state.runs].some((box) => !isEmpty(box) && !box.example);
  const ownCode = /\S/.test(state.code.text) && document.code?.text !== state.code.text;
  const next = withDocument(state, document, files);
  const full = hasInputs(document);
  const { judgements, runs = [], code } = document;
  const boxes = [{ id: "judgements", ...judgements }, ...runs.map((run) => ({ id: `run-${run.n}`, ...run }))];
  const arrival = {
    ...arrivalOf(from),
    boxes: full ? keysOf(next) : [],
    code: /\S/.test(code?.text ?? ""),
    missing: boxes.filter(({ left }) => left).map(({ id, name = "" }) => ({ id, name: nameOfBox({ id, name }) })),
    packages: code?.wheels?.filter(({ file }) => file === undefined).map(({ name }) => name) ?? [],
    told,
  };
  const replaced = (full && own) || ((full || document.code) && ownCode);
  if (!replaced) return { ...next, arrival, message: null };
  return withMessage({ ...next, arrival }, `${WORDS[from]} has replaced what was there before.`, workOf(state));
}

/** @param {Arrival["from"]} from @returns {Arrival} */
function arrivalOf(from) {
  return { from, problem: "", boxes: [], code: false, missing: [], packages: [], told: [] };
}

/**
 * The catalog, as soon as it is there.
 * @param {Store} store
 * @returns {Promise<Catalog>}
 */
function catalogOf(store) {
  return new Promise((resolve) => {
    const { catalog } = store.get();
    if (catalog) resolve(catalog);
    else store.subscribe((state) => state.catalog && resolve(state.catalog));
  });
}
