/** The head of a sortable table: a button in each column, and the order said with aria-sort. */

import { make, say } from "../dom.js";

/** @import { Order } from "../types.js" */

/** @typedef {{key: string, label: string}} Column */

/**
 * @param {HTMLTableRowElement} row
 * @param {(column: string) => void} sort
 */
export function createHeader(row, sort) {
  /** @type {{cell: HTMLTableCellElement, label: HTMLElement, arrow: HTMLElement, key: string}[]} */
  const heads = [];

  function add() {
    const label = make("span");
    const arrow = make("span", "arrow");
    arrow.ariaHidden = "true";
    const button = make("button", "sort", label, arrow);
    button.type = "button";
    const cell = make("th", "", button);
    cell.scope = "col";
    const head = { cell, label, arrow, key: "" };
    button.addEventListener("click", () => sort(head.key));
    heads.push(head);
    return head;
  }

  /** @param {Column[]} columns @param {Order} order */
  return (columns, order) => {
    const shown = columns.map(({ key, label }, index) => {
      const head = heads[index] ?? add();
      const direction = key !== order.column ? "none" : order.descending ? "descending" : "ascending";
      head.key = key;
      say(head.label, label);
      say(head.arrow, direction === "descending" ? "▼" : "▲");
      head.cell.ariaSort = direction;
      return head.cell;
    });
    if (shown.length !== row.cells.length || shown[0] !== row.cells[0]) row.replaceChildren(...shown);
  };
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
