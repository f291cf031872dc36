// Compiles what Python starts from where it has no snapshot: build.py runs this in Node.js; the page does not.
//
//     node app/snapshot/compile.mjs WHEEL SETTLE.PY COMPILE.PY EXAMPLES.JSON NEW-LIBRARY NEW-WHEEL

import { readFile, writeFile } from "node:fs/promises";
import { loadPyodide } from "pyodide";

const [wheel, settle, compile, examples, newLibrary, newWheel] = process.argv.slice(2);
if (!newWheel)
  throw new Error("usage: node compile.mjs WHEEL SETTLE.PY COMPILE.PY EXAMPLES.JSON NEW-LIBRARY NEW-WHEEL");

const python = await loadPyodide({ env: { HOME: "/home/pyodide", LANG: "C.UTF-8", PYTHONHASHSEED: "0" } });
const content = new Uint8Array(await readFile(wheel));
python.unpackArchive(content, "whl");
python.FS.writeFile("/tmp/wheel", content);
python.runPython(await readFile(settle, "utf8"));
const compiled = python.runPython(await readFile(compile, "utf8"));
const made = compiled("/tmp/wheel", python.globals.get("score_examples"), await readFile(examples, "utf8"));
for (const [i, file] of [newLibrary, newWheel].entries()) {
  const bytes = made.get(i);
  await writeFile(file, bytes.toJs());
  bytes.destroy();
}
