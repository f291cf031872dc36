/** How a table shows a score: a button that looks like a number and opens its proof, every digit on pointing at it. */

import { make, say } from "../dom.js";
import { score } from "../format.js";

/**
 * @param {HTMLElement} place  the cell, or an element in it
 * @param {number | null | undefined} value  undefined where there is no score, null where a measure of one's own failed
 * @param {boolean} counts  the measure counts something and has no decimals
 * @param {number} [measure]  its place among the measures
 * @param {string} [what]  of which this is the score, in words
 */
export function showScore(place, value, counts, measure = 0, what = "") {
  const text = score(value, counts);
  if (value === undefined) say(place, text);
  else {
    const button = buttonIn(place);
    const name = `${value === null ? "no value" : text}, ${what}: show the working`;
    say(button, text);
    button.value = String(measure);
    if (button.ariaLabel !== name) button.ariaLabel = name;
  }
  const digits = value === null || value === undefined || counts ? "" : String(value);
  if (place.title !== digits) place.title = digits;
}

/** @param {HTMLElement} place */
function buttonIn(place) {
  const present = place.firstElementChild;
  if (present instanceof HTMLButtonElement) return present;
  const button = make("button", "score");
  button.type = "button";
  button.tabIndex = -1;
  place.replaceChildren(button);
  return button;
}

/**
 * The score that an event is at.
 * @param {EventTarget | null} target
 */
export function scoreAt(target) {
  const found = target instanceof Element ? target.closest(".score") : null;
  return found instanceof HTMLButtonElement ? found : null;
}

/**
 * Makes one score of a table the place where the Tab key stops, unless there is one; arrow keys lead to the others.
 * @param {HTMLElement} body
 */
export function keepStop(body) {
  if (body.querySelector('.score[tabindex="0"]')) return;
  const first = body.querySelector(".score");
  if (first instanceof HTMLButtonElement) first.tabIndex = 0;
}
