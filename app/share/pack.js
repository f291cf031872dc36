/** Bytes made small and whole again: with a cap on what comes out, as an address bears them, and with a checksum. */

/** @typedef {"deflate-raw" | "gzip"} Packing */

/** The letters of base64url, RFC 4648 section 5. */
export const NOT_A_LETTER = /[^A-Za-z0-9_-]/u;

/** Bytes turned into letters at once; a multiple of 3, so that the pieces can be joined. */
const PIECE = 0x6000;

/** As CRC-32 of ISO 3309 has it, read from the low bit. */
const POLYNOMIAL = 0xedb88320;

/**
 * @param {Blob} blob
 * @param {Packing} packing
 * @returns {Promise<Blob>}
 */
export function packed(blob, packing) {
  return new Response(blob.stream().pipeThrough(new CompressionStream(packing))).blob();
}

/**
 * What was packed; fails with a RangeError as soon as there is more of it than `most` bytes.
 * @param {Blob} blob
 * @param {Packing} packing
 * @param {number} most
 * @param {boolean} [beginning]  is enough: what comes before the cap, or before the bytes are broken
 * @returns {Promise<Blob>}
 */
export async function unpacked(blob, packing, most, beginning = false) {
  const reader = blob.stream().pipeThrough(new DecompressionStream(packing)).getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return new Blob(parts);
      parts.push(new Uint8Array(value));
      length += value.length;
      if (length <= most) continue;
      await reader.cancel();
      throw new RangeError(`more than ${most} bytes`);
    }
  } catch (problem) {
    if (beginning && parts.length) return new Blob(parts);
    throw problem;
  }
}

/** @param {Uint8Array} bytes */
export function toBase64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE) text += btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE)));
  return text;
}

/** @param {string} text  base64 or base64url */
export function fromBase64(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}

/** @param {Uint8Array} bytes */
export function toBase64Url(bytes) {
  return toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * CRC-32 of a text's UTF-8 bytes, in hexadecimal.
 * @param {string} text
 */
export function checksum(text) {
  const table = Array.from({ length: 256 }, (_, index) => {
    let value = index;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
    return value;
  });
  let sum = 0xffffffff;
  for (const byte of new TextEncoder().encode(text)) sum = (sum >>> 8) ^ (table[(sum ^ byte) & 0xff] ?? 0);
  return ((sum ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0");
}
