// Takes away from a worker's global scope everything that could reach out of the page.

// What stays is listed, not what goes, so that whatever a browser adds later goes too. Python's interpreter goes on
// with these: the language itself, timers, clocks, random bytes, text codecs and reading the files it was handed.
const KEPT = new Set(
  `Infinity NaN undefined globalThis self
   Object Function Array Number BigInt Boolean String Symbol Date RegExp Math JSON Reflect Proxy Intl
   parseFloat parseInt isFinite isNaN encodeURI encodeURIComponent decodeURI decodeURIComponent escape unescape eval
   Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError SuppressedError
   Promise Map Set WeakMap WeakSet WeakRef FinalizationRegistry Iterator Atomics
   ArrayBuffer SharedArrayBuffer DataView Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array
   Uint32Array Float16Array Float32Array Float64Array BigInt64Array BigUint64Array
   WebAssembly console performance crypto location
   setTimeout clearTimeout setInterval clearInterval queueMicrotask MessageChannel structuredClone
   TextDecoder TextEncoder URL Blob File FileReaderSync AbortController AbortSignal DOMException`.split(/\s+/),
);

/**
 * Deletes from the scope, and from the prototypes it inherits from, every name that is not kept.
 *
 * @param {object} scope
 * @returns {string[]} the names that could not be taken away
 */
export function lockDown(scope) {
  const shared = new Set([EventTarget.prototype, Object.prototype]);
  const stuck = [];
  for (let holder = scope; holder && !shared.has(holder); holder = Object.getPrototypeOf(holder)) {
    for (const name of Object.getOwnPropertyNames(holder)) {
      if (!KEPT.has(name) && !Reflect.deleteProperty(holder, name)) stuck.push(name);
    }
  }
  return stuck;
}
