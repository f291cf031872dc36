// The file of a memory snapshot: what differs between an interpreter that has just been made and one that has started.
//
// A head of four 32-bit numbers (the mark, the length of the facts, and two zeros), then the facts as JSON, then the
// bytes of every stretch of memory that differs, one after the other. Pyodide's own snapshots are the whole memory: 31 MB
// against 10, and 5.4 MB against 3.9 once compressed, since what the WebAssembly itself brings need not come again.

/**
 * @typedef {object} Facts
 * @property {string} build of Pyodide: its memory fits no other
 * @property {string} wheel the SHA-256 of the wheel that was unpacked
 * @property {number} memory how long the memory is
 * @property {object} state what Pyodide needs to know of JavaScript objects that Python holds
 * @property {number[]} stretches start, length, start, length, ...
 */
/** @typedef {{HEAPU8: Uint8Array, HEAPU32: Uint32Array, growMemory(size: number): unknown} & Record<string, any>} Module */

const MARK = 0x4e53_4b52; // "RKSN"
const HEAD = 16;

/** Equal bytes between two stretches that cost less to carry along than to leave out. */
const GAP = 256;

/**
 * @param {Facts} facts
 * @param {Uint8Array} memory
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function packed(facts, memory) {
  const said = new TextEncoder().encode(JSON.stringify(facts));
  const { length } = facts.stretches
    .filter((_, i) => i % 2)
    .reduce((sum, each) => ({ length: sum.length + each }), {
      length: HEAD + said.length,
    });
  const file = new Uint8Array(length);
  new Uint32Array(file.buffer, 0, 2).set([MARK, said.length]);
  file.set(said, HEAD);
  let at = HEAD + said.length;
  for (const [start, size] of pairs(facts.stretches)) {
    file.set(memory.subarray(start, start + size), at);
    at += size;
  }
  return file;
}

/**
 * @param {ArrayBuffer} file
 * @returns {{facts: Facts, content: Uint8Array}}
 * @throws {Error} when it is no snapshot, or not a whole one
 */
export function unpacked(file) {
  const [mark, length = 0] = new Uint32Array(file, 0, 2);
  if (mark !== MARK) throw new Error("this is not a snapshot");
  /** @type {Facts} */
  const facts = JSON.parse(new TextDecoder().decode(new Uint8Array(file, HEAD, length)));
  const content = new Uint8Array(file, HEAD + length);
  let size = 0;
  for (const [, each] of pairs(facts.stretches)) size += each;
  if (content.length !== size) throw new Error(`the snapshot holds ${content.length} bytes instead of ${size}`);
  return { facts, content };
}

/**
 * Makes the memory of an interpreter that has just been made what it was when the snapshot was taken.
 *
 * @param {Module} module
 * @param {{facts: Facts, content: Uint8Array}} snapshot
 */
export function restore(module, { facts, content }) {
  const missing = facts.memory - module.HEAPU8.length;
  if (missing > 0 && !module.growMemory(facts.memory)) throw new Error("the memory cannot be made large enough");
  const { heap, used } = regions(module);
  module.HEAPU8.fill(0, heap, used);
  let at = 0;
  for (const [start, size] of pairs(facts.stretches)) {
    module.HEAPU8.set(content.subarray(at, at + size), start);
    at += size;
  }
}

/**
 * The stretches that differ: below the stack from what a new interpreter holds there, above it from zeros. The stack is
 * empty whenever nothing runs.
 *
 * @param {Module} module of the interpreter that has started
 * @param {Uint8Array} fresh the memory of one that has not
 * @returns {number[]} start, length, start, length, ...
 */
export function stretches(module, fresh) {
  const { stack, heap } = regions(module);
  const memory = module.HEAPU8;
  /** @type {number[]} */
  const found = [];
  let [start, end] = [-1, -1];
  /** @param {number} at */
  const differs = (at) => {
    if (start >= 0 && at - end > GAP) {
      found.push(start, end - start);
      start = -1;
    }
    if (start < 0) start = at;
    end = at + 1;
  };
  for (let at = 0; at < stack; at++) if (memory[at] !== fresh[at]) differs(at);
  for (let at = heap; at < memory.length; at++) if (memory[at]) differs(at);
  if (start >= 0) found.push(start, end - start);
  return found;
}

/**
 * Where the stack starts and the heap behind it, and how far the heap is in use.
 *
 * @param {Module} module
 */
function regions(module) {
  const used = module.HEAPU32[module._emscripten_get_sbrk_ptr() >>> 2] ?? 0;
  return { stack: module._emscripten_stack_get_end(), heap: module._emscripten_stack_get_base(), used };
}

/**
 * @param {number[]} numbers
 * @returns {Generator<[number, number]>}
 */
function* pairs(numbers) {
  for (let i = 0; i < numbers.length; i += 2) {
    yield/** @type {[number, number]} */ ([numbers[i], numbers[i + 1]]);
  }
}
