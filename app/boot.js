// Starts Python with the scoring package in it, from Pyodide's files and the wheels beside them.

/** @typedef {import("pyodide").PyodideAPI} Pyodide */
/** @typedef {Pyodide & {pyimport(name: string): any}} Python */

/**
 * @param {URL} root the folder that holds pyodide/ and wheels/
 * @returns {Promise<Python>}
 */
export async function boot(root) {
  const index = new URL("pyodide/", root);
  const loading = watchLoading();
  try {
    return await Promise.race([start(index), loading.failed]);
  } finally {
    loading.end();
  }
}

/**
 * The start-up without a memory snapshot: micropip comes with Pyodide's lock file, which build.py has cut down to the
 * two wheels that the page ships, and the hashes in it are checked as they load.
 *
 * @param {URL} index
 * @returns {Promise<Python>}
 */
async function start(index) {
  const module = import(new URL("pyodide.asm.js", index).href);
  /** @type {typeof import("pyodide")} */
  const { loadPyodide } = await import(new URL("pyodide.js", index).href);
  const python = await loadPyodide({
    indexURL: index.href,
    createPyodideModule: async (settings) => (await module).default(settings),
    jsglobals: jsGlobals(),
    packages: ["micropip"],
  });
  await python.pyimport("micropip").install("rankproof");
  return python;
}

/** All that Python code finds in its `js` module: the timers that Pyodide's own modules import at their start. */
function jsGlobals() {
  const timers = { setTimeout, clearTimeout, setInterval, clearInterval };
  const bound = Object.entries(timers).map(([name, timer]) => [name, timer.bind(globalThis)]);
  return Object.assign(Object.create(null), Object.fromEntries(bound));
}

/**
 * Pyodide waits for ever when its WebAssembly cannot be loaded, and starts without a library that is missing. While
 * this watches, the first file that cannot be had is a rejection that names it.
 */
function watchLoading() {
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  const { promise: failed, reject } = rejection();

  globalThis.fetch = async (input, init) => {
    const name = String(input instanceof Request ? input.url : input);
    try {
      const response = await fetch(input, init);
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
      return response;
    } catch (error) {
      throw reject(new Error(`${name} could not be loaded: ${message(error)}`));
    }
  };
  WebAssembly.instantiateStreaming = async (source, imports) => {
    try {
      return await instantiateStreaming(asWasm(await source), imports);
    } catch (error) {
      throw reject(new Error(`The WebAssembly of Python could not be started: ${message(error)}`));
    }
  };
  const end = () => {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  };
  return { failed, end };
}

/** A promise that can only be rejected, and a function that does it and returns the reason. */
function rejection() {
  /** @type {(error: Error) => void} */
  let refuse = () => {};
  /** @type {Promise<never>} */
  const promise = new Promise((_, no) => {
    refuse = no;
  });
  promise.catch(() => {});
  /** @param {Error} error */
  const reject = (error) => {
    refuse(error);
    return error;
  };
  return { promise, reject };
}

/**
 * Hosts that do not know .wasm send it under another type, which streaming compilation refuses.
 *
 * @param {Response} response
 */
function asWasm(response) {
  if (response.headers.get("Content-Type")?.startsWith("application/wasm")) return response;
  return new Response(response.body, { headers: { "Content-Type": "application/wasm" } });
}

/** @param {unknown} error */
function message(error) {
  return error instanceof Error ? error.message : String(error);
}
