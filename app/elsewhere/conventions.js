/** The table of measures and conventions: what each tool makes of the same data, and on demand why it differs. */

import { make } from "../dom.js";
import { counted, score } from "../format.js";

/** @import { ConventionCell, ConventionRow, ConventionTable, Measure, Scores } from "../types.js" */

/** What a column rests on: its sign, and what the sign says. */
const MARKS = /** @type {Record<string, [string, string]>} */ ({
  tested: ["✓", "tested against the tool"],
  documented: ["○", "after the tool’s documentation"],
});

export function createConventions() {
  const title = make("h3", "", "The same data under other conventions");
  title.id = "tools-title";
  const table = make("table", "tools-table");
  table.setAttribute("aria-labelledby", title.id);
  const scroller = make("div", "scroller", table);
  scroller.tabIndex = 0;
  scroller.setAttribute("role", "region");
  scroller.setAttribute("aria-labelledby", title.id);
  const why = make("div", "why");
  why.id = "tools-why";
  why.setAttribute("role", "status");
  const legend = make("p", "aside legend");
  const yours = make("p", "aside");
  const root = make("div", "tools", title, scroller, why, legend, yours);

  /** @param {ConventionTable} found @param {Measure[]} measures @param {Scores} scores */
  function render({ rows }, measures, scores) {
    const cells = rows[0]?.cells ?? [];
    const heads = make("tr", "", columnHead("Measure"), columnHead("Yours"), ...cells.map(toolHead));
    const lines = rows.map((row, at) => line(row, measures[at], why));
    table.replaceChildren(make("thead", "", heads), make("tbody", "", ...lines));
    const differ = rows.some((row) => row.cells.some((cell) => cell.differs));
    why.replaceChildren(
      make("p", "aside", differ ? "Choose a value marked ≠ to see why it differs." : "No value differs from yours."),
    );
    legend.textContent = legendOf(rows, scores.measures.length > measures.length);
    yours.textContent = `Yours: ${scores.convention}`;
  }

  return { root, render };
}

/** @param {string} text */
function columnHead(text) {
  const head = make("th", "", text);
  head.scope = "col";
  return head;
}

/** @param {ConventionCell} cell */
function toolHead({ title, status }) {
  const head = columnHead(title);
  const mark = MARKS[status];
  if (mark) {
    const sign = make("span", "tool-mark", ` ${mark[0]}`);
    sign.ariaHidden = "true";
    head.append(sign, make("span", "hidden", `, ${mark[1]}`));
  }
  return head;
}

/** @param {ConventionRow} row @param {Measure | undefined} measure @param {HTMLElement} why */
function line(row, measure, why) {
  const whole = measure?.whole ?? false;
  const head = make("th", "", row.label);
  head.scope = "row";
  return make(
    "tr",
    "",
    head,
    valueCell(row.value, whole, "yours"),
    ...row.cells.map((cell) => toolCell(row, cell, whole, why)),
  );
}

/** @param {number | null} value @param {boolean} whole @param {string} [className] */
function valueCell(value, whole, className = "") {
  const cell = make("td", className, score(value, whole));
  if (value !== null && !whole) cell.title = String(value);
  return cell;
}

/** @param {ConventionRow} row @param {ConventionCell} cell @param {boolean} whole @param {HTMLElement} why */
function toolCell(row, cell, whole, why) {
  if (!cell.differs) return valueCell(cell.value, whole);
  const sign = make("span", "unlike-mark", "≠");
  sign.ariaHidden = "true";
  const choose = make("button", "unlike", sign, " ", score(cell.value, whole), make("span", "hidden", ", differs"));
  choose.type = "button";
  choose.title = String(cell.value);
  choose.setAttribute("aria-controls", why.id);
  choose.ariaPressed = "false";
  choose.addEventListener("click", () => {
    for (const other of choose.closest("table")?.querySelectorAll("[aria-pressed=true]") ?? [])
      if (other !== choose) other.ariaPressed = "false";
    const open = choose.ariaPressed !== "true";
    choose.ariaPressed = String(open);
    why.replaceChildren(...(open ? reasonsOf(row, cell, whole) : []));
  });
  return make("td", "", choose);
}

/** @param {ConventionRow} row @param {ConventionCell} cell @param {boolean} whole */
function reasonsOf(row, cell, whole) {
  const { title, reasons, differences, more, queries, value } = cell;
  const head = `${row.label} by ${title} is ${score(value, whole)} over ${counted(queries, "query", "queries")}, yours ${score(row.value, whole)}`;
  const found = [make("p", "", `${head}: it ${reasons.join("; it ")}.`)];
  if (!differences.length)
    return [...found, make("p", "aside", "No query’s own value differs: other queries are averaged.")];
  const items = differences.map(({ query, yours, theirs }) => {
    return make("li", "", make("span", "query", query), ` ${score(yours, whole)} → ${score(theirs, whole)}`);
  });
  const list = make("ul", "unlike-queries", ...items);
  list.setAttribute("aria-label", "Queries that differ");
  const rest = more ? ` and ${counted(more, "other query", "other queries")}` : "";
  return [...found, make("p", "aside", `Queries that differ, largest difference first${rest}:`), list];
}

/** @param {ConventionRow[]} rows @param {boolean} own */
function legendOf(rows, own) {
  const statuses = new Set(rows[0]?.cells.map(({ status }) => status));
  const parts = ["≠ differs from yours at the digits shown", "– the tool lacks the measure"];
  if (statuses.has("tested")) parts.push("✓ this project’s tests compare the column with the tool itself");
  if (statuses.has("documented")) parts.push("○ the column follows the tool’s documentation");
  if (own) parts.push("your own measures are no tool’s and are left out");
  return `${parts.join("; ")}.`;
}
