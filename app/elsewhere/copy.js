/** Copies the sentences for a paper, or shows them where the browser does not let a page copy. */

import { button, make } from "../dom.js";
import { faultText } from "../format.js";
import { methodsRequest } from "./request.js";

/** @import { Store } from "../state.js" */
/** @import { Turns } from "../turns.js" */
/** @import { Fault } from "../types.js" */

/**
 * @param {Store} store
 * @param {Turns} turns
 * @param {boolean} citations
 * @param {(text: string) => void} tell
 */
export async function copyMethods(store, turns, citations, tell) {
  const { request, files } = methodsRequest(store.get());
  try {
    const { ok, error } = await turns.aside(request, files);
    if (error) return tell(faultText(/** @type {Fault} */ (error)));
    const { text, bibtex } = /** @type {{text: string, bibtex: string}} */ (ok);
    await copy(citations ? bibtex : text, citations ? "The citations" : "The methods sentence", tell);
  } catch (problem) {
    const { name, message } = problem instanceof Error ? problem : new Error(String(problem));
    if (name === "Superseded") return;
    tell(name === "Stopped" || name === "GaveWay" ? "Stopped. Nothing was copied." : `Nothing was copied: ${message}.`);
  }
}

/**
 * @param {string} text
 * @param {string} what
 * @param {(text: string) => void} tell
 */
async function copy(text, what, tell) {
  try {
    await navigator.clipboard.writeText(text);
    if (what.endsWith("s")) tell(`${what} have been copied.`);
    else tell(`${what} has been copied.`);
  } catch {
    show(text, what);
    tell("The browser does not let the page copy: the text is shown, selected, to be copied by hand.");
  }
}

/** @param {string} text @param {string} what */
function show(text, what) {
  const dialog = make("dialog", "by-hand");
  const area = make("textarea", "", text);
  area.readOnly = true;
  area.rows = 14;
  area.setAttribute("aria-label", what);
  dialog.setAttribute("aria-label", what);
  dialog.append(
    area,
    button("Close", () => dialog.close(), "plain"),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  area.focus();
  area.select();
}
