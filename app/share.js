/** Documents as the part of an address after #, and back: a version, then JSON, deflated, in letters that no program changes. */

import { unreadable } from "./share/fields.js";
import { readDocument } from "./share/format.js";
import { checksum, fromBase64, NOT_A_LETTER, packed, toBase64Url, unpacked } from "./share/pack.js";

/** @import { ShareDocument } from "./share/format.js" */
/** @import { Catalog } from "./types.js" */

/** What stands before the letters; the number goes up when older pages could misread what follows. */
const HEAD = "v1.";

/** Bytes that a link may hold when it is unpacked: far more than any whose address fits into a message. */
const MOST = 8_000_000;

/** The first field, which says of what follows that it is whole. */
const CHECK = /^\{"check":"([0-9a-f]{8})"(?:,(?=")|(?=\}))/;

const ANEW = "copy the whole link again, or ask for a new one";

/**
 * @param {ShareDocument} document
 * @returns {Promise<string>}  what follows # in the address
 */
export async function encode(document) {
  const text = JSON.stringify(document);
  const whole = `{"check":"${checksum(text)}"${text === "{}" ? "" : ","}${text.slice(1)}`;
  const bytes = await (await packed(new Blob([whole]), "deflate-raw")).arrayBuffer();
  return HEAD + toBase64Url(new Uint8Array(bytes));
}

/**
 * Fails with an error named Unreadable, whose hint says what to do.
 * @param {string} fragment  without #
 * @param {Catalog} catalog
 * @returns {Promise<{document: ShareDocument, told: string[]}>}
 */
export async function decode(fragment, catalog) {
  const text = await textOf(lettersOf(fragment));
  const found = CHECK.exec(text);
  const rest = `{${text.slice(found?.[0].length)}`;
  if (found?.[1] !== checksum(rest)) {
    throw unreadable("The link is damaged: what it holds is not what was put into it", ANEW);
  }
  return readDocument(parsed(rest), catalog, { what: "The link" });
}

/** @param {string} fragment */
function lettersOf(fragment) {
  if (!fragment.startsWith(HEAD)) {
    const [, version] = /^v(\d{1,9})\./.exec(fragment) ?? [];
    if (version && version !== "1") {
      throw unreadable(
        `The link is of version ${version}, and this page reads version 1`,
        "load this page again for its newest version, or ask for a link made with an older one",
      );
    }
    const start = fragment.length > 20 ? `${fragment.slice(0, 20)}…` : fragment;
    throw unreadable(`The link is damaged: after # it begins with “${start}”, not with “${HEAD}”`, ANEW);
  }
  const letters = fragment.slice(HEAD.length);
  const wrong = NOT_A_LETTER.exec(letters);
  if (wrong) {
    const at = HEAD.length + wrong.index + 1;
    throw unreadable(
      `The link is damaged: “${wrong[0]}”, character ${at} after #, is in no link`,
      `take it out, or ${ANEW}`,
    );
  }
  if (letters.length % 4 === 1) throw unreadable("The link is cut: its last characters are missing", ANEW);
  return letters;
}

/** @param {string} letters */
async function textOf(letters) {
  try {
    const bytes = await (await unpacked(new Blob([fromBase64(letters)]), "deflate-raw", MOST)).arrayBuffer();
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (problem) {
    if (problem instanceof RangeError) {
      const most = MOST / 1e6;
      throw unreadable(
        `The link holds more than ${most} MB, which no link of this page does`,
        "ask for a session file instead",
      );
    }
    throw unreadable("The link is cut or damaged: it ends before what it holds is whole", ANEW);
  }
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable("The link is damaged: what it holds is not JSON", ANEW);
  }
}
