// Makes the memory snapshot that the page starts Python from: build.py runs this in Node.js; the page does not.
//
//     node app/snapshot/make.mjs WHEEL SHA256 SETTLE.PY EXAMPLES.JSON OUTPUT
//
// Equal input gives equal bytes, so the clock stands still here and random bytes are zeros.

import crypto from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { loadPyodide } from "pyodide";
import createModule from "pyodide/pyodide.asm.mjs";
import { packed, stretches } from "./format.js";

const [wheel, sha256, settle, examples, output] = process.argv.slice(2);
if (!output) throw new Error("usage: node make.mjs WHEEL SHA256 SETTLE.PY EXAMPLES.JSON OUTPUT");

const THEN = 1_577_836_800_000; // 2020-01-01, in milliseconds
Date.now = () => THEN;
performance.now = () => 1000;
Math.random = () => 0.5;
crypto.randomFillSync = (view) => view.fill(0);
syncBuiltinESMExports();
process.env.TZ = "UTC";

// Whatever these name is the same in the memory everywhere; a hash seed cannot be changed once there are strings.
const everywhere = {
  _sysExecutable: "python",
  env: { HOME: "/home/pyodide", LANG: "C.UTF-8", PYTHONHASHSEED: "0" },
  jsglobals: { __proto__: null, clearInterval, clearTimeout, setInterval, setTimeout },
};

/** The memory that a module has before Python runs in it, which is when a snapshot is restored. */
async function freshMemory() {
  const fresh = await createdWith({ ...everywhere, _loadSnapshot: new Uint8Array() });
  return fresh.HEAPU8.slice();
}

/** @param {object} settings */
function createdWith(settings) {
  return new Promise((resolve, reject) => {
    const create = async (options) => {
      resolve(await createModule(options));
      throw new Error("a module is all that is wanted");
    };
    loadPyodide({ ...settings, createPyodideModule: create }).catch(reject);
  });
}

/**
 * Fills what was freed with zeros: the largest blocks first, down to the smallest that malloc gives, without growing.
 *
 * @param {any} module
 */
function scrub(module) {
  const end = () => module.HEAPU32[module._emscripten_get_sbrk_ptr() >>> 2];
  const taken = [];
  for (let size = 2 ** 20; size >= 8; size /= 2) {
    const before = end();
    while (end() === before) {
      const block = module._malloc(size);
      module.HEAPU8.fill(0, block, block + size);
      taken.push(block);
    }
  }
  for (const block of taken.reverse()) module._free(block);
}

/**
 * By Python in another interpreter, since what a machine has installed compresses to other bytes on other machines.
 *
 * @param {Uint8Array} content
 */
async function compressed(content) {
  const other = await loadPyodide(everywhere);
  const gzip = other.pyimport("gzip");
  return gzip.compress.callKwargs(other.toPy(content), { compresslevel: 9, mtime: 0 }).toJs();
}

const fresh = await freshMemory();
const python = await loadPyodide({ ...everywhere, _makeSnapshot: true });
python.unpackArchive(new Uint8Array(await readFile(wheel)), "whl");
const run = python.runPython(await readFile(settle, "utf8"));
run(await readFile(examples, "utf8"));
run.destroy();
scrub(python._module);

const facts = {
  build: python._api.config.BUILD_ID,
  wheel: sha256,
  memory: python._module.HEAPU8.length,
  state: python._api.serializeHiwireState(),
  stretches: stretches(python._module, fresh),
};
await writeFile(output, await compressed(packed(facts, python._module.HEAPU8)));
