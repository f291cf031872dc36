// Answers the page's requests with the scoring package: JSON text in, JSON text out.

import { boot } from "./boot.js";
import { lockDown } from "./lockdown.js";

/** @typedef {import("./boot.js").Python} Python */
/** @typedef {{path: string, file: File}} Attached */
/** @typedef {{id: number, request: string, files: Attached[]}} Call what the page says */
/**
 * @typedef {{type: "ready"} | {type: "failed", detail: string} | {type: "progress", id: number, text: string} |
 *   {type: "answer", id: number, text: string} | {type: "broken", detail: string}} Said what the worker says
 */

// Taken now, since lockDown takes them from everyone else.
const listen = globalThis.addEventListener.bind(globalThis);
const post = /** @type {(said: Said) => void} */ (globalThis.postMessage.bind(globalThis));
const { FileReaderSync } = /** @type {any} */ (globalThis);

const started = start();
started.then(
  () => post({ type: "ready" }),
  (thrown) => post({ type: "failed", detail: describe(thrown) }),
);

listen("message", async (/** @type {MessageEvent<Call>} */ { data }) => {
  const { python, handle } = await started;
  try {
    post({ type: "answer", id: data.id, text: answer(python, handle, data) });
  } catch (thrown) {
    post({ type: "broken", detail: describe(thrown) });
  }
});

async function start() {
  const python = await boot(new URL("../", import.meta.url));
  const { handle } = python.pyimport("rankproof.bridge");
  lockDown(globalThis);
  return { python, handle };
}

/**
 * Anything but an exception of Python's that comes out of here (memory gone, the stack overrun) leaves an interpreter
 * not to be trusted.
 *
 * @param {Python} python
 * @param {(request: string, progress: (text: string) => void) => string} handle
 * @param {Call} call
 */
function answer(python, handle, { id, request, files }) {
  const lost = files.find(({ file }) => !isReadable(file));
  if (lost) return lostFile(lost);
  const unmount = mount(python.FS, files);
  try {
    return handle(request, (text) => post({ type: "progress", id, text }));
  } catch (thrown) {
    if (!(thrown instanceof python.ffi.PythonError)) throw thrown;
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
