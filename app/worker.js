// Answers the page's requests with the scoring package: JSON text in, JSON text out.

import { addRest, boot } from "./boot.js";
import { lockDown } from "./lockdown.js";

/** @import { Attachment, Call, Parts, Said, Told } from "./types.js" */
/** @typedef {import("./boot.js").Python} Python */
/** @typedef {(request: string, progress: (text: string) => void) => string} Handle */

// Taken now, since lockDown takes them from everyone else.
const listen = globalThis.addEventListener.bind(globalThis);
const post = /** @type {(said: Said) => void} */ (globalThis.postMessage.bind(globalThis));
const { FileReaderSync } = /** @type {any} */ (globalThis);

/** @type {Map<string, PromiseWithResolvers<any>>} */
const told = new Map();
/** @type {Parts} */
const parts = {
  snapshot: expected("snapshot"),
  lock: expected("lock"),
  module: expected("module"),
  rest: expected("rest"),
};

const started = start();
started.then(
  ({ from }) => post({ type: "ready", from }),
  (thrown) => post({ type: "failed", detail: describe(thrown) }),
);

listen("message", async (/** @type {MessageEvent<Told>} */ { data }) => {
  if (data.type === "part") return told.get(data.name)?.resolve(data.value);
  if (data.type === "lost") return told.get(data.name)?.reject(new Error(data.detail));
  const { python, handle, complete } = await started;
  try {
    post({ type: "answer", id: data.id, text: await answerOnceComplete(python, handle, data, complete) });
    complete().catch(() => {}); // whoever needs it hears of it
  } catch (thrown) {
    post({ type: "broken", detail: describe(thrown) });
  }
});

post({ type: "listening" }); // what is said before is heard by nobody

/** @param {keyof Parts} name */
function expected(name) {
  const part = Promise.withResolvers();
  told.set(name, part);
  part.promise.catch(() => {}); // whoever needs it hears of it
  return part.promise;
}

async function start() {
  const { python, from } = await boot(parts);
  const { handle } = python.pyimport("rankproof.bridge");
  lockDown(globalThis);
  // Not before the first answer, unless that needs it.
  const complete = once(async () => from === "files" || addRest(python, await parts.rest));
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
  }
  try {
    await complete();
  } catch (thrown) {
    parts.rest = expected("rest");
    post({ type: "lacking" });
    return lostRest(describe(thrown));
  }
  return answer(python, handle, call);
}

/**
 * @template T
 * @param {() => Promise<T>} make
 * @returns {() => Promise<T>} which makes it at the first call, or at a later one if that failed, and once only
 */
function once(make) {
  /** @type {Promise<T> | null} */
  let made = null;
  return () => {
    made ??= make().catch((thrown) => {
      made = null;
      throw thrown;
    });
    return made;
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
 * @param {Attachment[]} files
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

/** @param {Attachment} attached */
function lostFile({ path, file }) {
  const message = `${file.name} cannot be read: it was moved or changed after it was opened here, or it is a folder`;
  return error({ kind: "file", message, hint: "Open or drop the file again.", source: path });
}

/** @param {string} detail */
function lostRest(detail) {
  const message = `A part of Python that this needs is not here: ${detail}`;
  return error({ kind: "missing", message, hint: "Check the connection, then try again." });
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
