// Fetches what Python starts from, once for all workers: a worker that follows another needs neither network nor compiler.

/** @import { Parts } from "./types.js" */

/**
 * The standard library and the wheels come after all else, since a start from the snapshot does not wait for them.
 *
 * @param {URL} root the folder that holds pyodide/ and wheels/
 * @returns {Parts}
 */
export function fetchParts(root) {
  const index = new URL("pyodide/", root);
  const module = compiled(new URL("pyodide.asm.wasm", index));
  const lock = fetched(new URL("pyodide-lock.json", index)).then((response) => parsed(response));
  // Without it, or with one that is of no use, Python starts as it would in any page; the worker finds out which.
  const snapshot = whole(new URL("snapshot.bin", index)).then(
    (file) => (file.byteLength ? file : null),
    () => null,
  );
  const rest = snapshot.then(async (file) => {
    if (file) await module;
    const wheels = Object.values((await lock).packages).map(({ file_name, sha256 }) =>
      whole(new URL(file_name, index), sha256),
    );
    const [library, ...others] = await Promise.all([whole(new URL("python_stdlib.zip", index)), ...wheels]);
    return { library, wheels: others };
  });
  return { snapshot, lock, module, rest };
}

/**
 * @param {URL} url
 * @returns {Promise<WebAssembly.Module>}
 */
async function compiled(url) {
  const response = await fetched(url);
  try {
    return await WebAssembly.compileStreaming(asWasm(response));
  } catch (error) {
    throw new Error(`${url} could not be compiled: ${message(error)}`);
  }
}

/**
 * @param {URL} url
 * @param {string} [sha256] of the content, in hexadecimal digits
 */
async function whole(url, sha256) {
  const response = await fetched(url, sha256 ? { integrity: `sha256-${btoa(bytes(sha256))}` } : {});
  return response.arrayBuffer();
}

/** @param {string} digits */
function bytes(digits) {
  return digits.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)));
}

/** @param {Response} response */
async function parsed(response) {
  try {
    return await response.json();
  } catch (error) {
    throw new Error(`${response.url} is not JSON: ${message(error)}`);
  }
}

/**
 * @param {URL} url
 * @param {RequestInit} [options]
 */
async function fetched(url, options) {
  let why = "";
  try {
    const response = await fetch(url, options);
    if (response.ok) return response;
    why = `the server answered ${response.status}`;
  } catch (error) {
    why = message(error);
  }
  throw new Error(`${url} could not be loaded: ${why}`);
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
