/** Opens files: asks Python what each of several holds, and lets a session file be what it is. */

import { fill, place, readFile, sessionAmong } from "./intake.js";
import { toInput } from "./request.js";
import { withMessage } from "./state.js";

/** @import { Store } from "./state.js" */
/** @import { Call } from "./turns.js" */
/** @import { Attachment, Content, Kind, Request, State } from "./types.js" */

const WHEEL = /\.whl$/i;

/** Fulfilled once everything that was opened so far is read. @type {Promise<unknown>} */
let earlier = Promise.resolve();

/**
 * @typedef {object} Tools
 * @property {Store} store
 * @property {Call} call  for what nothing else may stop
 * @property {(change: (state: State) => State) => void} now  updates, then scores
 * @property {(files: File[]) => void} addWheels  for packages, wherever they are dropped
 */

/**
 * @param {File[]} all
 * @param {string | null} target  the box that one file is for
 * @param {Tools} tools
 */
export async function openFiles(all, target, tools) {
  const files = all.filter(({ name }) => !WHEEL.test(name));
  const wheels = all.filter((file) => !files.includes(file));
  if (wheels.length) {
    const names = wheels.map(({ name }) => name).join(", ");
    tools.store.update(withMessage, `${names}: kept as a package under Own measures, whose code can import it.`);
    tools.addWheels(wheels); // which has the last word where it takes another's place
  }
  if (!files.length) return;
  const { session, contents } = await inTurn(read(files));
  if (session) return openSession(session, files, tools);
  const [only] = contents;
  if (only && target && contents.length === 1) tools.now((state) => fill(state, target, only));
  else if (only) await sortOut(contents, tools);
}

/** @param {File[]} files */
async function read(files) {
  const session = await sessionAmong(files);
  return { session, contents: session ? [] : await Promise.all(files.map(readFile)) };
}

/**
 * Files take their places in the order they were opened in, whichever are read first.
 * @template T
 * @param {Promise<T>} reading
 */
async function inTurn(reading) {
  const before = earlier;
  earlier = Promise.allSettled([before, reading]).then(() => {}); // and holds none of what was read
  await before;
  return reading;
}

/** @param {File} file @param {File[]} files  it and those opened with it @param {Tools} tools */
async function openSession(file, files, { store, now }) {
  const arrival = await import("./share/arrival.js");
  const others = files.filter((other) => other !== file);
  await arrival.openSession(store, now, file, others);
}

/** @param {Content[]} contents @param {Tools} tools */
async function sortOut(contents, { store, call, now }) {
  store.set({ sorting: true });
  try {
    const { request, files } = classifyRequest(contents, store.get().counter + 1);
    const answer = /** @type {{ok?: Kind[]}} */ (await call(request, files));
    const roles = contents.map((_, index) => answer.ok?.find((kind) => kind.id === `drop-${index + 1}`)?.role);
    store.update((state) =>
      place(
        { ...state, counter: state.counter + 1 },
        contents,
        roles.map((role) => role ?? "unknown"),
      ),
    );
  } catch (problem) {
    if (!(problem instanceof Error) || problem.name !== "Stopped") throw problem;
    store.update(withMessage, "Stopped. The files were not opened.");
  } finally {
    now((state) => ({ ...state, sorting: false }));
  }
}

/**
 * Asks what each of several opened files holds.
 * @param {Content[]} contents
 * @param {number} revision
 * @returns {{request: Request, files: Attachment[]}}
 */
function classifyRequest(contents, revision) {
  /** @type {Attachment[]} */
  const files = [];
  const inputs = contents.map(({ name = "", text = "", file = null }, index) =>
    toInput({ id: `drop-${index + 1}`, revision, name, text, file, example: false, mends: [] }, files),
  );
  return { request: { action: "classify", inputs: inputs.filter((input) => input !== null) }, files };
}
