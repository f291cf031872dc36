/** Work kept on this device, once the reader has said so: a document for each tab, and the files that it needs. */

import { KEPT } from "../arriving.js";

/** @import { Made } from "./document.js" */
/** @import { ShareDocument } from "./format.js" */

/** @typedef {{slot: string, at: number, document: ShareDocument, keys: string[]}} Kept */

/** Tabs whose work is kept, newest first. */
const MOST = 5;

/** A name that nothing else has; crypto.randomUUID() is for https alone. */
export function freshId() {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

/** Notes that the reader has asked for it. */
export function startKeeping() {
  localStorage.setItem(KEPT, "yes");
}

/**
 * Keeps the work of one tab; a file is written once for each key. Fails where there is no room.
 * @param {string} slot
 * @param {Made} made
 */
export function keep(slot, { document, files, keys }) {
  return within("readwrite", async ({ works, contents }) => {
    works.put({ slot, at: Date.now(), document, keys });
    const mine = IDBKeyRange.bound([slot], [slot, []]);
    const there = new Set((await answer(contents.getAllKeys(mine))).map((key) => String([key].flat()[1])));
    files.forEach((file, index) => {
      if (!there.delete(keys[index] ?? "")) contents.put(file, [slot, keys[index] ?? ""]);
    });
    for (const key of there) contents.delete([slot, key]);
    const all = /** @type {Kept[]} */ (await answer(works.getAll()));
    for (const old of all.sort((a, b) => b.at - a.at).slice(MOST)) {
      works.delete(old.slot);
      contents.delete(IDBKeyRange.bound([old.slot], [old.slot, []]));
    }
  });
}

/**
 * What was kept for a tab, or last of all.
 * @param {string | undefined} slot
 * @returns {Promise<(Kept & {files: File[]}) | null>}
 */
export function keptWork(slot) {
  return within("readonly", async ({ works, contents }) => {
    const all = /** @type {Kept[]} */ (await answer(works.getAll()));
    const newest = all.sort((a, b) => b.at - a.at)[0];
    const found = slot === undefined ? newest : all.find((one) => one.slot === slot);
    if (!found) return null;
    const files = await Promise.all(found.keys.map((key) => answer(contents.get([found.slot, key]))));
    return { ...found, files };
  });
}

/** Removes everything at once, and the wish to keep. */
export async function forget() {
  localStorage.removeItem(KEPT);
  await within("readwrite", async ({ works, contents }) => {
    works.clear();
    contents.clear();
  });
  await answer(indexedDB.deleteDatabase(KEPT));
}

/**
 * Does something in one transaction, which is done when this is.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(stores: {works: IDBObjectStore, contents: IDBObjectStore}) => Promise<T>} go
 * @returns {Promise<T>}
 */
async function within(mode, go) {
  const opening = indexedDB.open(KEPT, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore("works", { keyPath: "slot" });
    opening.result.createObjectStore("contents");
  };
  const database = await answer(opening);
  try {
    const transaction = database.transaction(["works", "contents"], mode);
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error ?? new Error("the browser gave it up"));
    });
    done.catch(() => {});
    const found = await go({ works: transaction.objectStore("works"), contents: transaction.objectStore("contents") });
    await done;
    return found;
  } finally {
    database.close();
  }
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
