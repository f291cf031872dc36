/** The form that says how to compare. */

import { find } from "../dom.js";
import { testsOf, usualTests } from "./chosen.js";

/** @import { Actions, State } from "../types.js" */

/** Milliseconds after the last keystroke before a number counts. */
const TYPING = 400;

/**
 * @param {HTMLElement} root
 * @param {Actions} actions
 */
export function createChoices(root, actions) {
  const pairs = [...root.querySelectorAll("input[name=pairs]")].map(input);
  const tests = [...root.querySelectorAll("input[name=test]")].map(input);
  const correction = find(root, "#correction", HTMLSelectElement);
  const across = find(root, "#across", HTMLSelectElement);
  const numbers = /** @type {const} */ (["alpha", "resamples", "seed"]).map((name) => ({
    name,
    field: find(root, `#${name}`, HTMLInputElement),
  }));
  let timer = 0;
  /** What has been typed and does not count yet. @type {Partial<State["compare"]>} */
  let typed = {};
  /** @type {State} */
  let shown;

  for (const radio of pairs) {
    radio.addEventListener("change", () => actions.setCompare({ pairs: radio.value === "all" }));
  }
  for (const box of tests) {
    box.addEventListener("change", () => {
      const chosen = tests.filter(({ checked }) => checked).map(({ value }) => value);
      const usual = usualTests(shown.compare.pairs).join() === chosen.join();
      actions.setCompare({ tests: usual ? null : chosen });
    });
  }
  correction.addEventListener("change", () => actions.setCompare({ correction: correction.value }));
  across.addEventListener("change", () => actions.setCompare({ across: across.value }));
  for (const { name, field } of numbers) {
    field.addEventListener("input", () => {
      typed[name] = field.valueAsNumber;
      clearTimeout(timer);
      timer = setTimeout(() => {
        const numbers = typed;
        typed = {};
        actions.setCompare(numbers);
      }, TYPING);
    });
  }

  return (/** @type {State} */ state) => {
    shown = state;
    const { compare, comparison } = state;
    const chosen = testsOf(state.compare);
    for (const radio of pairs) radio.checked = (radio.value === "all") === compare.pairs;
    for (const box of tests) box.checked = chosen.includes(box.value);
    correction.value = compare.correction;
    across.value = compare.across;
    for (const { name, field } of numbers) {
      const theirs = document.activeElement === field || name in typed;
      if (!theirs) field.value = Number.isNaN(compare[name]) ? "" : String(compare[name]);
      field.ariaInvalid = String(comparison.fault?.source === name);
    }
  };
}

/** @param {Element} element */
function input(element) {
  return /** @type {HTMLInputElement} */ (element);
}
