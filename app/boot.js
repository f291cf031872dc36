// Starts Python with the scoring package in it, from a memory snapshot or else from the standard library and the wheels.

import { restore, unpacked } from "./snapshot/format.js";

/** @import { From, Lock, Parts, Rest } from "./types.js" */
/** @typedef {import("pyodide").PyodideAPI} Pyodide */
/** @typedef {Pyodide & {pyimport(name: string): any}} Python */
/** @typedef {{python: Python, from: From}} Started */
/** @typedef {ReturnType<typeof unpacked>} Snapshot */

const LIBRARY = "/lib/python314.zip";

/**
 * Tells of what was collected between two tasks. WebKit tells of it while a file is read, in the midst of Python's work,
 * when Pyodide can let go of nothing and fails.
 */
globalThis.FinalizationRegistry = new Proxy(FinalizationRegistry, {
  construct: (Registry, [tell]) => new Registry((/** @type {any} */ held) => void setTimeout(tell, 0, held)),
});

// Asked for at once, so that they are here when the first start is.
const index = new URL("../pyodide/", import.meta.url);
/** @type {Promise<typeof import("pyodide")>} */
const loader = import(new URL("pyodide.js", index).href);
/** @type {Promise<{default: (settings: any) => Promise<any>}>} */
const glue = import(new URL("pyodide.asm.js", index).href);
for (const each of [loader, glue]) each.catch(() => {}); // start() hears of it

/**
 * A snapshot that is missing, damaged, of another version or refused costs time and nothing else.
 *
 * @param {Parts} parts
 * @returns {Promise<Started>}
 */
export async function boot(parts) {
  const file = await parts.snapshot;
  if (file) {
    try {
      return { python: await fromSnapshot(parts, file), from: "snapshot" };
    } catch {
      // What is wrong with it is nothing that a reader could mend.
    }
  }
  const library = parts.rest.then((rest) => rest.library);
  const python = await start(parts, library);
  unpackWheels(python, await parts.rest);
  return { python, from: "files" };
}

/**
 * Puts into the file system what a snapshot cannot hold: it is memory, and Pyodide's files lie outside.
 *
 * @param {Python} python
 * @param {Rest} rest
 */
export function addRest(python, rest) {
  python.FS.writeFile(LIBRARY, new Uint8Array(rest.library));
  unpackWheels(python, rest);
}

/**
 * Without micropip, which takes longer than all else here together; it is for what a reader's own code asks for. That
 * each wheel is the one in the lock file was checked when it was fetched.
 *
 * @param {Python} python
 * @param {Rest} rest
 */
function unpackWheels(python, { wheels }) {
  for (const wheel of wheels) python.unpackArchive(wheel, "whl");
}

/**
 * @param {ArrayBuffer} file
 * @param {Promise<Lock>} lock
 */
async function opened(file, lock) {
  const plain = new Response(new Blob([file]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  const snapshot = unpacked(await plain);
  if (snapshot.facts.wheel !== (await lock).packages.rankproof?.sha256)
    throw new Error("the snapshot is of another version");
  return snapshot;
}

/**
 * The hash seed stays the one that the snapshot was made with, since every dictionary in it depends on that; whoever
 * pastes ids that collide slows down a page of their own. Random numbers start anew.
 *
 * @param {Parts} parts
 * @param {ArrayBuffer} file
 */
async function fromSnapshot(parts, file) {
  const snapshot = opened(file, parts.lock);
  snapshot.catch(() => {}); // start() hears of it
  const python = await start(parts, Promise.resolve(new ArrayBuffer(0)), snapshot);
  python.pyimport("random").seed();
  return python;
}

/**
 * Much of a start can be done before the WebAssembly is here.
 *
 * @param {Parts} parts
 * @param {Promise<ArrayBuffer>} library
 * @param {Promise<Snapshot>} [snapshot]
 * @returns {Promise<Python>}
 */
async function start({ module, lock }, library, snapshot) {
  const { loadPyodide } = await loader;
  const create = (await glue).default;
  const borrowed = lend(module, library);
  /** @param {any} settings */
  const createModule = async (settings) => {
    const [created, opened] = await Promise.all([create(settings), snapshot]);
    if (opened) created.API.restoreSnapshot = () => restored(created, opened);
    return created;
  };
  /** @type {any} */
  const options = {
    indexURL: index.href,
    createPyodideModule: createModule,
    jsglobals: jsGlobals(),
    lockFileContents: lock,
    packageBaseUrl: index.href,
    ...(snapshot && { _loadSnapshot: new Uint8Array() }), // said to be there; restored() has it
  };
  try {
    return await Promise.race([loadPyodide(options), borrowed.failed]);
  } finally {
    borrowed.end();
  }
}

/**
 * What stands in for a function inside of Pyodide; that is no public interface, so its version is pinned.
 *
 * @param {any} module
 * @param {Snapshot} snapshot
 */
function restored(module, snapshot) {
  if (snapshot.facts.build !== module.API.config.BUILD_ID) throw new Error("the snapshot is of another Pyodide");
  restore(module, snapshot);
  return snapshot.facts.state;
}

/** All that Python code finds in its `js` module: the timers that Pyodide's own modules import at their start. */
function jsGlobals() {
  const timers = { clearInterval, clearTimeout, setInterval, setTimeout };
  const bound = Object.entries(timers).map(([name, timer]) => [name, timer.bind(globalThis)]);
  return Object.assign(Object.create(null), Object.fromEntries(bound));
}

/**
 * Pyodide fetches its files itself; here they are handed to it while it starts. It waits for ever when its WebAssembly
 * cannot be had or instantiated, and starts without a library that cannot be had, so that these are rejections.
 *
 * @param {Promise<WebAssembly.Module>} module
 * @param {Promise<ArrayBuffer>} library
 */
function lend(module, library) {
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  /** @type {PromiseWithResolvers<never>} */
  const { promise: failed, reject } = Promise.withResolvers();
  failed.catch(() => {});
  for (const each of [module, library]) each.catch(reject);

  globalThis.fetch = async (input) => {
    const name = String(input instanceof Request ? input.url : input)
      .split("/")
      .at(-1);
    return new Response(name === "python_stdlib.zip" ? await library : null);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const compiled = await module;
    try {
      return { module: compiled, instance: await WebAssembly.instantiate(compiled, imports) };
    } catch (error) {
      reject(new Error(`The WebAssembly of Python could not be started: ${error}`));
      throw error;
    }
  };
  const end = () => {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  };
  return { failed, end };
}
