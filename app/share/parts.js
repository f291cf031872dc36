/** The parts of the page that open and close by a button: which are open, and opening them. */

import { find } from "../dom.js";
import { OPENED } from "./format.js";

/** @type {Record<string, string>} */
const BUTTONS = { conventions: "#conventions-button", code: "#code-button", "other-tools": "#elsewhere-button" };

export function partsThatAreOpen() {
  return OPENED.filter((part) => buttonOf(part).ariaExpanded === "true");
}

/** @param {string[]} parts  those that are not known are left alone */
export function openParts(parts) {
  for (const part of OPENED) {
    const button = buttonOf(part);
    if (parts.includes(part) && button.ariaExpanded !== "true") button.click();
  }
}

/** @param {string} part */
function buttonOf(part) {
  return find(document, BUTTONS[part] ?? "", HTMLButtonElement);
}
