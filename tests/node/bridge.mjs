// Runs the bridge of a built wheel under Pyodide in Node.js, so that its answers can be compared with CPython's.
//
//     node tests/node/bridge.mjs dist/wheels/rankproof-VERSION-py3-none-any.whl < requests > answers
//
// Each line of standard input is a JSON list of requests; each becomes a line of output, the JSON list of their answers.
// Files that a request names by "path" are read from the real file system, which Python sees under /host:
// {"path": "/host/tmp/run.txt"} is /tmp/run.txt. In tests, the fixture pyodide_bridge does all this.

import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { loadPyodide } from "pyodide";

const [wheel] = process.argv.slice(2);
if (!wheel) throw new Error("usage: node bridge.mjs WHEEL < requests > answers");

const python = await loadPyodide();
python.unpackArchive(new Uint8Array(await readFile(wheel)), "whl");
python.mountNodeFS("/host", "/");
const { handle } = python.pyimport("rankproof.bridge");

for await (const line of createInterface({ input: process.stdin })) {
  const answers = JSON.parse(line).map((request) => JSON.parse(handle(JSON.stringify(request))));
  process.stdout.write(`${JSON.stringify(answers)}\n`);
}
