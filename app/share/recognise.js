/** Tells session files from inputs: by what they say of themselves, whatever their names. */

import { unpacked } from "./pack.js";

/** Bytes at the start of a file in which a session says what it is. */
const BEGINNING = 4096;

const NAMED = /^\s*\{[\s\S]*?"format"\s*:\s*"rankproof-session"/;

/** @param {File} file */
export async function isSession(file) {
  try {
    const text = (await isGzip(file)) ? await unpacked(file, "gzip", BEGINNING, true) : file;
    return NAMED.test(await text.slice(0, BEGINNING).text());
  } catch {
    return false; // such gzip is nobody's session; what reads judgements says what is wrong with it
  }
}

/** @param {Blob} file */
export async function isGzip(file) {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return first === 0x1f && second === 0x8b;
}
