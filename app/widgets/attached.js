/** The row that stands in a box for a file kept as it is: its name, size, first lines and a Remove button. */

import { clone, find, say } from "../dom.js";
import { size } from "../format.js";

/** Bytes of the file that are looked at for its first lines. */
const PEEK = 4096;

/**
 * @param {HTMLElement} frame  where the row goes while there is a file
 * @param {string} label  the box's name
 * @param {() => void} remove
 */
export function createAttached(frame, label, remove) {
  const root = clone("attached");
  const name = find(root, ".attached-name", HTMLElement);
  const bytes = find(root, ".attached-size", HTMLElement);
  const what = find(root, ".attached-what", HTMLElement);
  const peek = find(root, ".peek", HTMLElement);
  root.setAttribute("aria-label", label);
  peek.setAttribute("aria-label", "First lines of the file");
  find(root, "button", HTMLButtonElement).addEventListener("click", remove);
  /** @type {File | null} */
  let shown = null;

  /** @param {File} file */
  async function look(file) {
    const lines = await firstLines(file);
    if (file !== shown) return;
    say(what, lines ? "Kept as a file and read as it is. Its first lines:" : "Kept as a file and read as it is.");
    say(peek, lines);
    peek.hidden = lines === "";
  }

  return {
    /** @param {File | null} file */
    show(file) {
      if (file === shown) return;
      shown = file;
      if (!file) return root.remove();
      frame.prepend(root);
      say(name, file.name);
      say(bytes, size(file.size));
      peek.hidden = true;
      look(file);
    },
  };
}

/**
 * The first whole lines of a file, gunzipped where it is gzipped; "" when it is not text or cannot be read.
 * @param {File} file
 */
async function firstLines(file) {
  try {
    const head = new Uint8Array(await file.slice(0, PEEK).arrayBuffer());
    const bytes = head[0] === 0x1f && head[1] === 0x8b ? await firstUnzipped(file) : head;
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    const end = text.lastIndexOf("\n");
    return text.includes("\0") ? "" : text.slice(0, end < 0 ? undefined : end);
  } catch {
    return "";
  }
}

/** @param {File} file */
async function firstUnzipped(file) {
  const reader = file.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const { value = new Uint8Array() } = await reader.read();
  reader.cancel().catch(() => {});
  return value.slice(0, PEEK);
}
