/** The dialog in which measures are chosen: the chosen ones, a search, a field for any name, and every measure by family. */

import { button, find, make, say, whenChanged } from "../dom.js";
import { counted, faultText } from "../format.js";
import { chosenNames } from "../measures.js";
import { matches } from "../spelling.js";
import { createChips } from "./chips.js";
import { createMeasure } from "./measure.js";

/** @import { Actions, Catalog, Fault, MeasureRow, State } from "../types.js" */

const GROUPS = "Groups of trec_eval";

/**
 * @param {HTMLDialogElement} dialog
 * @param {Actions} actions
 */
export function createPicker(dialog, actions) {
  const search = find(dialog, ".picker-search input", HTMLInputElement);
  const found = find(dialog, ".picker-found", HTMLElement);
  const list = find(dialog, ".picker-list", HTMLElement);
  const body = find(dialog, ".picker-body", HTMLElement);
  const none = find(dialog, ".picker-none", HTMLElement);
  const nav = find(dialog, ".picker-families", HTMLElement);
  const chips = createChips(find(dialog, ".picker-chosen", HTMLElement), actions.setMeasures);
  const named = createNamed(find(dialog, ".picker-named", HTMLFormElement), actions.nameMeasure);
  /** @type {string[]} */
  let names = [];
  /** @type {ReturnType<typeof createMeasure>[]} */
  let measures = [];

  find(dialog, ".picker-done", HTMLButtonElement).addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  search.addEventListener("input", () => {
    narrow();
    body.scrollIntoView({ block: "start" });
    list.parentElement?.scrollTo(0, 0);
  });
  dialog.addEventListener("keydown", walk);

  const build = whenChanged((/** @type {Catalog | null} */ catalog) => {
    if (!catalog) return;
    const rows = [...catalog.measures, ...groupRows(catalog)];
    const families = Map.groupBy(rows, (row) => row.family);
    measures = [];
    const sections = [...families].map(([title, members], index) => {
      const heading = make("h3", "", title);
      heading.id = `family-${index}`;
      heading.tabIndex = -1;
      const items = members.map((row) => createMeasure(row, labelOf(row, rows), change));
      measures.push(...items);
      const section = make("section", "family", heading, make("ul", "", ...items.map(({ root }) => root)));
      section.setAttribute("aria-labelledby", heading.id);
      return { title, section, heading };
    });
    list.replaceChildren(...sections.map(({ section }) => section));
    nav.replaceChildren(...sections.map(({ title, heading }) => button(title, () => goTo(heading))));
    find(dialog, ".signs", HTMLElement).replaceChildren(
      ...catalog.signs.map(({ sign, help }) => make("div", "", make("dt", "", sign), make("dd", "", help))),
    );
    narrow();
  });

  /** @param {(names: string[]) => string[]} how */
  function change(how) {
    actions.setMeasures(how(names));
  }

  /** @param {HTMLElement} heading */
  function goTo(heading) {
    search.value = "";
    narrow();
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: "start" });
  }

  /** Shows the measures that have the words searched for. */
  function narrow() {
    let shown = 0;
    for (const { root, row } of measures) {
      root.hidden = !matches(row, search.value);
      if (!root.hidden) shown++;
    }
    for (const section of list.children) {
      if (section instanceof HTMLElement) section.hidden = !section.querySelector("li:not([hidden])");
    }
    say(found, search.value.trim() ? `${shown} of ${counted(measures.length, "measure", "measures")}` : "");
    none.hidden = shown > 0 || measures.length === 0;
  }

  /** The arrow keys go from the search to the measures, and from one to the next. @param {KeyboardEvent} event */
  function walk(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const boxes = measures.filter(({ root }) => !root.hidden).map(({ box }) => box);
    const at = event.target instanceof HTMLInputElement ? boxes.indexOf(event.target) : -1;
    if (!step || (at < 0 && (event.target !== search || step < 0))) return;
    event.preventDefault();
    const next = at + step < 0 ? search : boxes[at + step];
    next?.focus();
    next?.closest("li")?.scrollIntoView({ block: "nearest" });
  }

  const show = whenChanged((/** @type {string[]} */ chosen, /** @type {typeof measures} */ all) => {
    for (const measure of all) measure.show(chosen);
  });

  return (/** @type {State} */ state) => {
    build(state.catalog);
    names = chosenNames(state);
    chips(names, state.measures === null);
    show(names, measures);
    named.show(state.fault);
  };
}

/**
 * The field for a name of one's own. What Python says of a name that it does not know is shown there.
 * @param {HTMLFormElement} form
 * @param {Actions["nameMeasure"]} nameMeasure
 */
function createNamed(form, nameMeasure) {
  const input = find(form, "input", HTMLInputElement);
  const error = find(form, ".field-error", HTMLElement);
  const checking = find(form, ".picker-checking", HTMLElement);
  let refused = "";

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return input.focus();
    say(checking, "Looking it up");
    const wrong = await nameMeasure(text).then(
      (fault) => (fault ? faultText(fault) : ""),
      () => "It could not be looked up: check the connection and try again.",
    );
    say(checking, "");
    if (input.value.trim() !== text) return;
    refused = wrong;
    if (!wrong) input.value = "";
    complain(wrong);
  });
  input.addEventListener("input", () => {
    refused = "";
    complain("");
  });

  /** @param {string} text */
  function complain(text) {
    input.ariaInvalid = String(text !== "");
    error.hidden = text === "";
    say(error, text);
  }

  return {
    /** @param {Fault | null} fault */
    show(fault) {
      const wrong = fault?.source === "measures" ? faultText(fault) : "";
      if (!refused) complain(wrong);
    },
  };
}

/**
 * What a row is called in the list; where two are called the same, the one with trec_eval's name only says it.
 * @param {MeasureRow} row
 * @param {MeasureRow[]} rows
 */
function labelOf(row, rows) {
  const cut = (/** @type {MeasureRow} */ { parameters }) => (parameters === "cutoffs" ? "@k" : "");
  const twin = rows.some((other) => other !== row && other.label === row.label && cut(other) === cut(row));
  const called = row.shown === "mean" ? row.mean_label : row.label;
  return `${called}${cut(row)}${twin && !row.ir_name ? ` (${row.name})` : ""}`;
}

/**
 * trec_eval's groups of names as rows of their own.
 * @param {Catalog} catalog
 * @returns {MeasureRow[]}
 */
function groupRows({ groups }) {
  return groups.map(({ name, members }) => ({
    name,
    ir_name: null,
    spellings: [],
    family: GROUPS,
    label: name,
    mean_label: name,
    shown: "both",
    parameters: "none",
    defaults: [],
    allowed: [0, 0],
    options: [],
    needs: [],
    start: {},
    written: "",
    help: members.join(", "),
    range: null,
    source: "trec_eval",
  }));
}
