/** An input's errors in words: which box and line, the line with a caret, what was expected and how to mend it. */

import { button, clone, find, make } from "../dom.js";
import { caretIndent, counted, sentence } from "../format.js";

/** @import { InputError, Problem } from "../types.js" */

/**
 * @param {InputError} error
 * @param {((line: number) => void) | null} goTo  null where no line can be shown
 * @param {() => void} swap
 */
export function errorAlert(error, goTo, swap) {
  const root = clone("error");
  const list = find(root, ".problems", HTMLElement);
  error.problems.forEach((problem, index) => {
    list.append(problemItem(problem, index ? "" : error.source, error.problems[index - 1], goTo));
  });
  const more = find(root, ".error-more", HTMLElement);
  if (error.more) more.textContent = `and ${counted(error.more, "more like this", "more like these")}`;
  else more.remove();
  const swapButton = find(root, ".error-swap", HTMLButtonElement);
  if (error.swap) swapButton.addEventListener("click", swap);
  else swapButton.remove();
  return root;
}

/**
 * @param {Problem} problem
 * @param {string} source  named by the first problem only
 * @param {Problem | undefined} before  what it says already is not said again
 * @param {((line: number) => void) | null} goTo
 */
function problemItem(problem, source, before, goTo) {
  const item = clone("problem");
  const { line, column, text, expected, hint } = problem;
  const place = make("strong", "problem-place");
  const [joint, message] = around(problem.message, line);
  if (source) place.append(mark(), `Error in ${source}${line ? joint : ""}`);
  if (line) place.append(lineLink(line, goTo));
  find(item, ".problem-message", HTMLElement).append(place, message);
  const excerpt = find(item, ".problem-line", HTMLElement);
  if (text) excerpt.textContent = column ? `${text}\n${caretIndent(text, column)}^` : text;
  else excerpt.remove();
  tell(item, ".problem-expected", "Expected: ", expected === before?.expected ? null : expected);
  tell(item, ".problem-hint", "To mend it: ", hint === before?.hint ? null : hint);
  return item;
}

/**
 * What stands before and after the line's number, so that a message that names its line itself does not say it twice.
 * @param {string} message
 * @param {number | null} line
 * @returns {[string, string]}
 */
function around(message, line) {
  const own = `line ${line} `;
  return message.startsWith(own) ? [": ", ` ${sentence(message.slice(own.length))}`] : [", ", `: ${sentence(message)}`];
}

/**
 * @param {number} line
 * @param {((line: number) => void) | null} goTo
 */
function lineLink(line, goTo) {
  if (!goTo) return `line ${line}`;
  const link = button(`line ${line}`, () => goTo(line), "line-link");
  link.ariaLabel = `Go to line ${line}`;
  return link;
}

function mark() {
  const sign = make("span", "mark", "! ");
  sign.ariaHidden = "true";
  return sign;
}

/**
 * @param {HTMLElement} item
 * @param {string} selector
 * @param {string} label
 * @param {string | null} text
 */
function tell(item, selector, label, text) {
  const line = find(item, selector, HTMLElement);
  if (text) line.append(make("span", "label", label), text);
  else line.remove();
}
