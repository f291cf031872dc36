/** Session files: a document with every input in it as one JSON, gzipped when large; written and read. */

import { count } from "../format.js";
import { openWorker } from "../link.js";
import { unreadable } from "./fields.js";
import { FILE_NAME, readDocument } from "./format.js";
import { fromBase64, packed, toBase64, unpacked } from "./pack.js";
import { isGzip } from "./recognise.js";

/** @import { Catalog } from "../types.js" */
/** @import { Made } from "./document.js" */
/** @import { ShareDocument } from "./format.js" */

/** @typedef {{files: File[], rest: Record<string, unknown>}} Held  what a session file holds */

const FORMAT = "rankproof-session";
const VERSION = 1;

/** Bytes: a larger session is gzipped. */
const PLAIN = 100_000;

/** Bytes of JSON, which a browser must hold as one text. */
const MOST = 400_000_000;

/** Bytes, gzipped or not: a larger session would hold the page for longer than a moment. */
const ASIDE = 200_000;

/** Bytes of a file that are turned into JSON at once; a multiple of 3, for base64. */
const PIECE = 3 << 20;

const FILE = "The session file";

/**
 * @param {Made} made
 * @returns {Promise<{name: string, blob: Blob}>}
 */
export async function sessionFile({ document, files }) {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size > MOST / 1.5) {
    const names = files.map(({ name }) => name).join(", ");
    throw unreadable(
      `A session holds at most ${count(MOST / 1.5e6)} MB of files, and these have ${count(size / 1e6)} MB: ${names}`,
      "send them beside a link",
    );
  }
  const head = JSON.stringify({ format: FORMAT, version: VERSION, ...document }).slice(0, -1);
  /** @type {(string | Blob)[]} */
  const parts = [head, ',"files":['];
  for (const [index, file] of files.entries()) {
    parts.push(index ? "," : "", `{"name":${JSON.stringify(file.name)},`);
    parts.push(...((await asText(file)) ?? (await asBase64(file))), "}");
  }
  const plain = new Blob([...parts, "]}\n"], { type: "application/json" });
  if (plain.size <= PLAIN) return { name: `${FORMAT}.json`, blob: plain };
  return { name: `${FORMAT}.json.gz`, blob: await packed(plain, "gzip") };
}

/**
 * Fails with an error named Unreadable, whose hint says what to do.
 * @param {File} file
 * @param {Catalog} catalog
 * @returns {Promise<{document: ShareDocument, files: File[], told: string[]}>}
 */
export async function readSession(file, catalog) {
  const { files, rest } = await (file.size > ASIDE ? contentAside(file) : contentOf(file));
  const found = readDocument(rest, catalog, { what: FILE, files: files.length });
  return { ...found, files };
}

/** The same as contentOf, in a worker, so that the page goes on meanwhile. @param {File} file @returns {Promise<Held>} */
async function contentAside(file) {
  const worker = openWorker(["app/share/sessionworker.js"], "session");
  try {
    return await new Promise((resolve, reject) => {
      worker.onerror = ({ message }) => reject(new Error(message || "a file of the page could not be loaded"));
      worker.onmessage = ({ data }) => {
        if (data === "listening") worker.postMessage(file);
        else if (data.content) resolve(data.content);
        else reject(data.hint ? unreadable(data.message, data.hint) : new Error(data.message));
      };
    });
  } finally {
    worker.terminate();
  }
}

/**
 * What a session file holds, before its document is looked at.
 * @param {File} file
 * @returns {Promise<Held>}
 */
export async function contentOf(file) {
  const { format, version, files = [], ...rest } = parsed(await textOf(file));
  if (format !== FORMAT)
    throw unreadable(`${file.name} is not a session of Rankproof`, "open a file that Share has saved");
  if (typeof version === "number" && version > VERSION) {
    throw unreadable(
      `${FILE} is of version ${version}, and this page reads version ${VERSION}`,
      "load this page again for its newest version",
    );
  }
  if (version !== VERSION) throw damaged(`its “version” is not ${VERSION}`);
  if (!Array.isArray(files)) throw damaged("its “files” is not a list");
  return { files: files.map(fileFrom), rest };
}

/** @param {File} file */
async function textOf(file) {
  /** @type {Blob} */
  let plain = file;
  try {
    if (await isGzip(file)) plain = await unpacked(file, "gzip", MOST);
  } catch (problem) {
    if (!(problem instanceof RangeError)) throw damaged("it is cut, or its gzip is broken");
    throw unreadable(`${FILE} unpacks to more than ${count(MOST / 1e6)} MB`, "open the inputs by themselves");
  }
  if (plain.size > MOST)
    throw unreadable(`${FILE} is larger than ${count(MOST / 1e6)} MB`, "open the inputs by themselves");
  return plain.text();
}

/** @param {string} text @returns {Record<string, unknown>} */
function parsed(text) {
  try {
    const value = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value;
  } catch (problem) {
    throw damaged(`it is not JSON (${problem instanceof Error ? problem.message : problem})`);
  }
  throw damaged("it is not a JSON object");
}

/** @param {unknown} value @param {number} index @returns {File} */
function fileFrom(value, index) {
  const { name = "", text, base64 } = /** @type {Record<string, unknown>} */ (value ?? {});
  if (typeof name !== "string" || !FILE_NAME.fits(name)) throw damaged(`“files[${index}].name” is not a file's name`);
  if (typeof text === "string") return new File([text], name);
  if (typeof base64 !== "string") throw damaged(`“files[${index}]” has neither “text” nor “base64”`);
  try {
    return new File([fromBase64(base64)], name);
  } catch {
    throw damaged(`“files[${index}].base64” is not base64`);
  }
}

/** @param {string} how */
function damaged(how) {
  return unreadable(`${FILE} is damaged: ${how}`, "save it again, or ask for a new one");
}

/** A file as a member of JSON, if it is UTF-8 to its last byte. @param {File} file @returns {Promise<Blob[] | null>} */
async function asText(file) {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    return await inPieces(file, "text", (bytes, last) => {
      const text = decoder.decode(bytes, { stream: !last });
      return JSON.stringify(text).slice(1, -1);
    });
  } catch {
    return null;
  }
}

/** @param {File} file */
function asBase64(file) {
  return inPieces(file, "base64", toBase64);
}

/**
 * @param {File} file
 * @param {string} member
 * @param {(bytes: Uint8Array<ArrayBuffer>, last: boolean) => string} write
 */
async function inPieces(file, member, write) {
  const parts = [new Blob([`"${member}":"`])];
  for (let at = 0; at < file.size; at += PIECE) {
    const bytes = new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer());
    parts.push(new Blob([write(bytes, at + PIECE >= file.size)]));
  }
  return [...parts, new Blob(['"'])];
}
