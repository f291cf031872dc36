// Runs the page's reader and writer of links in Node.js, without a page.
//
//     node tests/node/share.mjs CATALOG.json < requests > answers
//
// Each line of standard input is one request: {"encode": DOCUMENT} is answered with {"fragment"}; {"decode": FRAGMENT}
// with {"document", "told"} or with {"problem", "hint"}; {"pack": TEXT} with the {"fragment"} of any text, checked or not.

import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { packed, toBase64Url } from "../../app/share/pack.js";
import { decode, encode } from "../../app/share.js";

const catalog = JSON.parse(await readFile(process.argv[2], "utf8"));

async function answer(request) {
  if ("encode" in request) return { fragment: await encode(request.encode) };
  if ("pack" in request) {
    const bytes = await (await packed(new Blob([request.pack]), "deflate-raw")).arrayBuffer();
    return { fragment: `v1.${toBase64Url(new Uint8Array(bytes))}` };
  }
  try {
    return await decode(request.decode, catalog);
  } catch (problem) {
    if (problem.name !== "Unreadable") throw problem;
    return { problem: problem.message, hint: problem.hint };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line)))}\n`);
}
