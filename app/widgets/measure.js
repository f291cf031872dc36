/** One measure in the picker: a box to tick, its names, its formula, source and range, and fields for its parameters. */

import { clone, find, make, say } from "../dom.js";
import { rangeInWords } from "../measures.js";
import { fieldsOf, namesOf, rowOf, withRow } from "../spelling.js";

/** @import { MeasureRow } from "../types.js" */

/**
 * @param {MeasureRow} row
 * @param {string} label
 * @param {(change: (names: string[]) => string[]) => void} choose
 */
export function createMeasure(row, label, choose) {
  const root = clone("measure");
  const box = find(root, "input[type=checkbox]", HTMLInputElement);
  const error = find(root, ".field-error", HTMLElement);
  const about = find(root, ".measure-about", HTMLElement);
  const fields = fieldsOf(row);
  /** @type {Map<string, HTMLInputElement>} */
  const inputs = new Map();

  find(root, ".measure-label", HTMLElement).textContent = label;
  find(root, ".measure-names", HTMLElement).textContent = row.spellings.join(" · ");
  find(root, ".measure-written", HTMLElement).textContent = row.written;
  find(root, ".measure-words", HTMLElement).textContent = row.help;
  find(root, ".measure-source", HTMLElement).textContent = row.range
    ? `${rangeInWords(row.range)}. ${row.source}.`
    : `${row.source}.`;
  about.id = `about-measure-${row.name}`;
  error.id = `error-measure-${row.name}`;
  box.setAttribute("aria-describedby", about.id);

  for (const field of fields) {
    const input = make("input");
    input.type = "text";
    input.value = field.start;
    input.autocomplete = "off";
    input.spellcheck = false;
    input.ariaLabel = `${field.label} of ${label}`;
    input.setAttribute("aria-describedby", error.id);
    input.addEventListener("input", () => take(true));
    input.addEventListener("blur", () => box.checked || complain(null));
    inputs.set(field.name, input);
    const caption = make("label", `measure-field field-${field.name}`, make("span", "", field.label), " ", input);
    find(root, ".measure-fields", HTMLElement).append(caption);
  }
  box.addEventListener("change", () => take(box.checked));

  /** What the fields say becomes the row's names, or its names go. @param {boolean} wanted */
  function take(wanted) {
    const values = Object.fromEntries([...inputs].map(([name, input]) => [name, input.value]));
    const spelled = namesOf(row, values);
    complain(wanted ? spelled.wrong : null);
    if (wanted && !spelled.names) {
      box.checked = root.classList.contains("is-chosen");
      const input = inputs.get(spelled.wrong.name);
      if (document.activeElement === box) input?.focus();
      return;
    }
    const names = wanted ? (spelled.names ?? []) : [];
    choose((before) => withRow(before, rowOf(row, before).own, names));
  }

  /** @param {{name: string, allowed: string} | null} wrong */
  function complain(wrong) {
    for (const [name, input] of inputs) input.ariaInvalid = String(name === wrong?.name);
    error.hidden = !wrong;
    say(error, wrong ? `${wrong.allowed}.` : "");
  }

  return {
    root,
    row,
    box,
    /** @param {string[]} names  all that are chosen */
    show(names) {
      const { own, values } = rowOf(row, names);
      const chosen = own.length > 0;
      box.checked = chosen;
      root.classList.toggle("is-chosen", chosen);
      for (const [name, input] of inputs) {
        // What is being typed stays as it is; an unticked row keeps what was typed before.
        if (!chosen || document.activeElement === input) continue;
        if (input.value !== values[name]) input.value = values[name] ?? "";
        if (input.ariaInvalid === "true") complain(null);
      }
    },
  };
}
