/** The tables of a proof: words to the left, numbers to the right, long ones drawn only where they are in view. */

import { make } from "../dom.js";
import { count } from "../format.js";
import { createRows } from "../widgets/rows.js";
import { keepStop, showScore } from "../widgets/score.js";

/** @import { ProofTable } from "../types.js" */

/** @typedef {string | number | null} Cell */
/** @typedef {(row: Cell[]) => string} Describe  what the last number of a row is the score of, where it has a proof */

/** Rows up to which a table is drawn whole. */
const WHOLE = 250;

/**
 * @param {ProofTable} table
 * @param {Describe} [describe]  makes the last number of each row a button to its proof
 */
export function proofTable({ title, columns, rows, left_out: leftOut }, describe) {
  const kinds = columns.map((_, at) => kindOf(rows.map((row) => row[at] ?? null)));
  const relevant = columns.indexOf("Relevant");
  const heads = columns.map((column, at) => {
    const head = make("th", kinds[at]?.words ? "words" : "", column);
    head.scope = "col";
    return head;
  });
  const body = make("tbody");
  const table = make("table", "proof-table", make("thead", "", make("tr", "", ...heads)), body);
  table.ariaLabel = title;
  const scroller = make("div", "scroller", table);
  scroller.tabIndex = 0;
  scroller.role = "region";
  scroller.ariaLabel = `${title}, scrollable`;

  /** @param {HTMLTableRowElement} line @param {number} index */
  function draw(line, index) {
    const row = rows[index] ?? [];
    line.className = relevant > 0 && row[relevant] === "yes" ? "is-relevant" : "";
    line.replaceChildren(
      ...columns.map((_, at) => {
        const value = row[at] ?? null;
        const cell = make("td", kinds[at]?.words ? "words" : "");
        if (describe && at === columns.length - 1 && typeof value !== "string") {
          showScore(cell, value, !kinds[at]?.fractions, 0, describe(row));
        } else cell.append(cellText(value, kinds[at]?.fractions ?? false));
        if (typeof value === "number" && !Number.isInteger(value)) cell.title = String(value);
        return cell;
      }),
    );
  }

  const parts = [make("h3", "", title), scroller];
  if (leftOut) parts.push(make("p", "aside", leftOut));
  const section = make("section", "proof-section", ...parts);
  /** To be called once the section is in the page, since only then it is known which rows are in view. */
  const show = () => {
    if (rows.length > WHOLE) {
      scroller.classList.add("long");
      table.ariaRowCount = String(rows.length + 1);
      createRows(scroller, body, draw, () => keepStop(body)).show(rows.length);
      return;
    }
    body.replaceChildren(
      ...rows.map((_, index) => {
        const line = make("tr");
        draw(line, index);
        return line;
      }),
    );
    keepStop(body);
  };
  return { section, body, show };
}

/** @param {Cell[]} cells */
function kindOf(cells) {
  return {
    words: cells.some((cell) => typeof cell === "string"),
    fractions: cells.some((cell) => typeof cell === "number" && !Number.isInteger(cell)),
  };
}

/**
 * A cell as people read it: four decimals where the column has any, more where they would all be 0.
 * @param {Cell} cell
 * @param {boolean} fractions
 */
function cellText(cell, fractions) {
  if (cell === null) return "";
  if (typeof cell === "string") return cell;
  if (!fractions) return Number.isSafeInteger(cell) ? count(cell) : cell.toPrecision(6);
  return cell !== 0 && Math.abs(cell) < 0.001 ? cell.toPrecision(4) : cell.toFixed(4);
}
