/** Whether the page opens with something of the reader's: a link's, or what this device has kept. */

/** The name of the database of kept work, and in localStorage of the word that there may be one. */
export const KEPT = "rankproof-kept";

/** Whether the reader has told the page to keep work on this device. */
export function isKeeping() {
  try {
    return localStorage.getItem(KEPT) !== null;
  } catch {
    return false; // a browser that stores nothing keeps nothing
  }
}

export function isArriving() {
  return location.hash !== "" || isKeeping();
}
