/** The head of a sortable table: a button in each column, and the order said with aria-sort. */

import { make, say } from "../dom.js";

/** @import { Order } from "../types.js" */

/** @typedef {{key: string, label: string, about?: string, rem?: number}} Column  about: the measure in words; rem: its width */

/** Characters of a label that stand in one line; a longer one takes several. */
const ONE_LINE = 14;

/** The width of the first column in rem where the others have widths of their own. */
const FIRST = 9;

/**
 * @param {HTMLTableRowElement} row
 * @param {(column: string) => void} sort
 */
export function createHeader(row, sort) {
  /** @type {{cell: HTMLTableCellElement, button: HTMLElement, label: HTMLElement, arrow: HTMLElement, key: string}[]} */
  const heads = [];
  const usual = row.cells.length;

  function add() {
    const label = make("span");
    const arrow = make("span", "arrow");
    arrow.ariaHidden = "true";
    const button = make("button", "sort", label, arrow);
    button.type = "button";
    const cell = make("th", "", button);
    cell.scope = "col";
    const head = { cell, button, label, arrow, key: "" };
    button.addEventListener("click", () => sort(head.key));
    heads.push(head);
    return head;
  }

  /** @param {Column[]} columns @param {Order} order */
  return (columns, order) => {
    const shown = columns.map(({ key, label, about = "" }, index) => {
      const head = heads[index] ?? add();
      const direction = key !== order.column ? "none" : order.descending ? "descending" : "ascending";
      head.key = key;
      say(head.label, label);
      if (head.button.title !== about) head.button.title = about;
      say(head.arrow, direction === "descending" ? "▼" : "▲");
      head.cell.ariaSort = direction;
      return head.cell;
    });
    if (shown.length !== row.cells.length || shown[0] !== row.cells[0]) row.replaceChildren(...shown);
    fit(row, columns, usual);
  };
}

/**
 * More columns than usual, or longer labels, get widths of their own and the table scrolls; the usual ones share it.
 * @param {HTMLTableRowElement} row
 * @param {Column[]} columns
 * @param {number} usual
 */
function fit(row, columns, usual) {
  const table = /** @type {HTMLTableElement} */ (row.closest("table"));
  const many = columns.length > usual || columns.some(({ label }) => label.length > ONE_LINE);
  table.classList.toggle("many", many);
  const widths = columns.map(({ label, rem }, index) => rem ?? (index === 0 ? FIRST : widthOf(label)));
  [...row.cells].forEach((cell, index) => {
    cell.style.width = many ? `${widths[index]}rem` : "";
  });
  table.style.minWidth = many ? `${widths.reduce((sum, width) => sum + width, 0)}rem` : "";
}

/**
 * The width of a column in rem: room for its longest word, and for four decimals.
 * @param {string} label
 */
function widthOf(label) {
  const longest = Math.max(...label.split(" ").map((word) => word.length), Math.min(label.length, ONE_LINE - 2));
  return Math.min(Math.max(7, 0.55 * longest + 2.75), 22);
}

/**
 * The order as it applies to these columns: by the same column, else by the same measure at another cut-off, else by the first.
 * @param {Order} order
 * @param {Column[]} columns
 * @returns {Order}
 */
export function applicable(order, columns) {
  const base = (/** @type {string} */ key) => key.split("@")[0];
  const column =
    columns.find(({ key }) => key === order.column) ?? columns.find(({ key }) => base(key) === base(order.column));
  return column ? { ...order, column: column.key } : { column: columns[0]?.key ?? "", descending: false };
}
