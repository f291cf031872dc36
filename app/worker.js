// Answers the page's requests with the scoring package: JSON text in, JSON text out.

import { addRest, boot } from "./boot.js";
import { lockDown } from "./lockdown.js";

/** @typedef {import("./boot.js").Python} Python */
/** @typedef {import("./parts.js").Core} Core */
/** @typedef {import("./parts.js").Rest} Rest */
/** @typedef {{path: string, file: File}} Attached */
/** @typedef {{type: "call", id: number, request: string, files: Attached[]}} Call */
/**
 * @typedef {{type: "start", core: Core} | {type: "rest", rest: Rest} | {type: "lost", detail: string} | Call} Told what
 *   the page says: `start` first, and once only; `rest` or `lost` whenever it is known
 */
/**
 * @typedef {{type: "ready", from: "snapshot" | "files"} | {type: "failed", detail: string} |
 *   {type: "progress", id: number, text: string} | {type: "answer", id: number, text: string} |
 *   {type: "broken", detail: string}} Said what the worker says
 */
/** @typedef {(request: string, progress: (text: string) => void) => string} Handle */

// Taken now, since lockDown takes them from everyone else.
const listen = globalThis.addEventListener.bind(globalThis);
const post = /** @type {(said: Said) => void} */ (globalThis.postMessage.bind(globalThis));
const { FileReaderSync } = /** @type {any} */ (globalThis);

/** @type {PromiseWithResolvers<Core>} */
const core = Promise.withResolvers();
/** @type {PromiseWithResolvers<Rest>} */
const rest = Promise.withResolvers();
rest.promise.catch(() => {}); // whoever needs it hears of it

const started = start();
started.then(
  ({ from }) => post({ type: "ready", from }),
  (thrown) => post({ type: "failed", detail: describe(thrown) }),
);

listen("message", async (/** @type {MessageEvent<Told>} */ { data }) => {
  if (data.type === "start") return core.resolve(data.core);
  if (data.type === "rest") return rest.resolve(data.rest);
  if (data.type === "lost") return rest.reject(new Error(data.detail));
  const { python, handle, complete } = await started;
  try {
    post({ type: "answer", id: data.id, text: await answerOnceComplete(python, handle, data, complete) });
    complete().catch(() => {}); // whoever needs it hears of it
  } catch (thrown) {
    post({ type: "broken", detail: describe(thrown) });
  }
});

async function start() {
  const { python, from } = await boot(await core.promise, () => rest.promise);
  const { handle } = python.pyimport("rankproof.bridge");
  lockDown(globalThis);
  // Not before the first answer, unless that needs it.
  const complete = once(async () => from === "files" || addRest(python, await rest.promise));
  return { python, handle, complete, from };
}

/**
 * Python that came from a snapshot says when it needs a module that is not there yet; then it is asked again.
 *
 * @param {Python} python
 * @param {Handle} handle
 * @param {Call} call
 * @param {() => Promise<unknown>} complete
 */
async function answerOnceComplete(python, handle, call, complete) {
  try {
    return answer(python, handle, call);
  } catch (thrown) {
    if (!(thrown instanceof python.ffi.PythonError && thrown.type === "NotHereYet")) throw thrown;
    await complete();
    return answer(python, handle, call);
  }
}

/**
 * @template T
 * @param {() => T} make
 * @returns {() => T} which makes it at the first call, and gives the same from then on
 */
function once(make) {
  /** @type {{made: T} | null} */
  let known = null;
  return () => {
    known ??= { made: make() };
    return known.made;
  };
}

/**
 * Anything but an exception of Python's that comes out of here (memory gone, the stack overrun) leaves an interpreter
 * not to be trusted.
 *
 * @param {Python} python
 * @param {Handle} handle
 * @param {Call} call
 */
function answer(python, handle, { id, request, files }) {
  const lost = files.find(({ file }) => !isReadable(file));
  if (lost) return lostFile(lost);
  const unmount = mount(python.FS, files);
  try {
    return handle(request, (text) => post({ type: "progress", id, text }));
  } catch (thrown) {
    if (!(thrown instanceof python.ffi.PythonError) || thrown.type === "NotHereYet") throw thrown;
    return internalError(thrown);
  } finally {
    unmount();
  }
}

/**
 * Lets Python read the files at their paths, by chunks and without a copy.
 *
 * @param {Python["FS"]} fs
 * @param {Attached[]} files
 * @returns {() => void} what ends it
 */
function mount(fs, files) {
  const folders = Map.groupBy(files, ({ path }) => path.slice(0, path.lastIndexOf("/")));
  for (const [folder, inside] of folders) {
    const blobs = inside.map(({ path, file }) => ({ name: path.slice(folder.length + 1), data: file }));
    fs.mkdirTree(folder);
    fs.mount(fs.filesystems.WORKERFS, { blobs }, folder);
  }
  return () => {
    for (const folder of folders.keys()) {
      fs.unmount(folder);
      fs.rmdir(folder);
    }
  };
}

/**
 * A file that was moved or changed since it was dropped cannot be read any more, nor can a folder; Python would not
 * survive finding that out.
 *
 * @param {File} file
 */
function isReadable(file) {
  try {
    new FileReaderSync().readAsArrayBuffer(file.slice(0, 1));
    return true;
  } catch {
    return false;
  }
}

/** @param {Attached} attached */
function lostFile({ path, file }) {
  const message = `${file.name} cannot be read: it was moved or changed after it was opened here, or it is a folder`;
  return error({ kind: "file", message, hint: "Open or drop the file again.", source: path });
}

/**
 * The bridge answers every mistake of the user's, so an exception is ours, or the end of the memory.
 *
 * @param {Error} exception
 */
function internalError({ message: traceback }) {
  const message = traceback.trim().split("\n").at(-1) ?? "";
  const hint = message.startsWith("MemoryError")
    ? "The input needs more memory than the browser gives to a page. The command line has no such limit."
    : "This is a fault of Rankproof, not of the input. The traceback names the place.";
  return error({ kind: "internal", message, hint, traceback });
}

/** @param {{kind: string, message: string, hint: string, source?: string, traceback?: string}} fields */
function error(fields) {
  return JSON.stringify({ error: { source: null, line: null, column: null, ...fields } });
}

/** @param {any} thrown an Error, or what Pyodide throws when it ends, which is none */
function describe(thrown) {
  return String(thrown?.message || thrown?.name || thrown);
}
