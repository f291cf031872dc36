/** The table of scores per query of the chosen run: sorted, filtered, and drawn only where it is in view. */

import { find, make, say, whenChanged } from "../dom.js";
import { count, counted } from "../format.js";
import { aboutRow } from "../measures.js";
import { chosenRun, nameOf } from "../state.js";
import { applicable, createHeader } from "../widgets/header.js";
import { createRows } from "../widgets/rows.js";
import { keepStop, showScore } from "../widgets/score.js";

/** @import { Actions, Catalog, Measure, Order, RunScores, Scores, State } from "../types.js" */

/** @typedef {{key: string, label: string, numbers: number[] | null, measure: Measure | null, about: string}} QueryColumn */

/**
 * @param {HTMLElement} root
 * @param {Actions} actions
 */
export function mount(root, actions) {
  const table = find(root, "table", HTMLTableElement);
  const header = createHeader(find(root, "thead tr", HTMLTableRowElement), (column) => actions.sort("queries", column));
  const summary = find(root, ".queries-count", HTMLElement);
  const older = find(root, ".older", HTMLElement);
  const filter = find(root, "input[type=search]", HTMLInputElement);
  filter.addEventListener("input", () => actions.filter(filter.value));

  /** @type {RunScores | undefined} */
  let run;
  /** @type {QueryColumn[]} */
  let columns = [];
  /** Indices of the averaged queries in the order shown, then of those left out. @type {number[]} */
  let shown = [];
  /** @type {number[]} */
  let leftOut = [];

  const body = find(root, "tbody", HTMLTableSectionElement);
  const rows = createRows(
    find(root, ".scroller", HTMLElement),
    body,
    (row, index) => {
      if (index < shown.length) drawScored(row, columns, /** @type {number} */ (shown[index]), run);
      else drawLeftOut(row, columns.length, run?.left_out[leftOut[index - shown.length] ?? 0]);
    },
    () => keepStop(body),
  );

  const draw = whenChanged(
    (
      /** @type {RunScores | undefined} */ nextRun,
      /** @type {Scores | null} */ scores,
      /** @type {Order} */ wanted,
      /** @type {string} */ wantedText,
      /** @type {Catalog | null} */ catalog,
    ) => {
      const elsewhere = nextRun?.id !== run?.id;
      run = nextRun;
      if (run && scores) {
        columns = columnsOf(run, scores, catalog);
        const order = applicable(wanted, columns);
        header(columns, order);
        const text = wantedText.trim().toLowerCase();
        const has = (/** @type {string} */ id) => id.toLowerCase().includes(text);
        shown = inOrder(columns, order, matching(run.queries.id, has));
        leftOut = matching(
          run.left_out.map(({ query }) => query),
          has,
        );
      } else {
        shown = [];
        leftOut = [];
      }
      table.ariaRowCount = String(1 + shown.length + leftOut.length);
      rows.show(shown.length + leftOut.length);
      if (elsewhere) rows.toTop();
    },
  );

  return (/** @type {State} */ state) => {
    const { scores, chosen, view, catalog } = state;
    const scored = scores?.runs.find(({ id }) => id === chosen);
    draw(scored, scores, view.queries, view.filter, catalog);
    if (filter.value !== view.filter) filter.value = view.filter;
    const isOlder = Boolean(scored?.older || (scored && state.older));
    table.classList.toggle("is-older", isOlder);
    say(older, isOlder ? "Older scores" : "");
    const name = state.runs.length > 1 ? `${nameOf(state, chosenRun(state))}: ` : "";
    say(summary, scored ? name + inWords(scored, shown.length, leftOut.length) : "");
  };
}

/**
 * @param {RunScores} run
 * @param {Scores} scores
 * @param {Catalog | null} catalog
 * @returns {QueryColumn[]}
 */
function columnsOf({ queries }, { measures }, catalog) {
  const plain = { measure: null, about: "" };
  // A measure of one's own may be called "judged", but no name begins with a blank.
  return [
    { key: "query", label: "Query", numbers: null, ...plain },
    { key: " judged", label: "Judged", numbers: queries.judged, ...plain },
    { key: " relevant", label: "Relevant", numbers: queries.relevant, ...plain },
    { key: " retrieved", label: "Retrieved", numbers: queries.retrieved, ...plain },
    ...measures.map((measure, index) => ({
      key: measure.name,
      label: measure.label,
      numbers: queries.values[index] ?? [],
      measure,
      about: measure.own ?? aboutRow(catalog, measure.row),
    })),
  ];
}

/**
 * The indices of the ids that match.
 * @param {string[]} ids
 * @param {(id: string) => boolean} has
 */
function matching(ids, has) {
  /** @type {number[]} */
  const indices = [];
  ids.forEach((id, index) => {
    if (has(id)) indices.push(index);
  });
  return indices;
}

/** Columns before those of the measures. */
const BEFORE = 4;

/** Where a measure of the user's own failed there is no number. */
const LEAST = Number.NEGATIVE_INFINITY;

/**
 * Sorts by a column's numbers; equal ones, and the Query column, by the order Python gave.
 * @param {QueryColumn[]} columns
 * @param {Order} order
 * @param {number[]} indices  rising
 */
function inOrder(columns, { column, descending }, indices) {
  const numbers = columns.find(({ key }) => key === column)?.numbers;
  if (!numbers) return descending ? indices.reverse() : indices;
  const sign = descending ? -1 : 1;
  return indices.sort((a, b) => sign * ((numbers[a] ?? LEAST) - (numbers[b] ?? LEAST)) || a - b);
}

/**
 * @param {HTMLTableRowElement} row
 * @param {QueryColumn[]} columns
 * @param {number} index
 * @param {RunScores | undefined} run
 */
function drawScored(row, columns, index, run) {
  if (row.cells.length !== columns.length || row.className) {
    const head = make("th");
    head.scope = "row";
    row.replaceChildren(head, ...columns.slice(1).map(() => make("td")));
    row.className = "";
  }
  const id = run?.queries.id[index] ?? "";
  columns.forEach(({ numbers, measure, label }, at) => {
    const cell = /** @type {HTMLTableCellElement} */ (row.cells[at]);
    if (!numbers) {
      say(cell, id);
      cell.title = id;
    } else if (measure) showScore(cell, numbers[index], measure.whole, at - BEFORE, `${label} of query ${id}`);
    else say(cell, count(numbers[index] ?? 0));
  });
}

/**
 * @param {HTMLTableRowElement} row
 * @param {number} width
 * @param {{query: string, reason: string} | undefined} left
 */
function drawLeftOut(row, width, left) {
  const head = make("th", "", left?.query ?? "");
  head.scope = "row";
  head.title = left?.query ?? "";
  const reason = make("td", "reason", `Left out: ${left?.reason ?? ""}`);
  reason.colSpan = width - 1;
  row.className = "left-out";
  row.replaceChildren(head, reason);
}

/**
 * @param {RunScores} run
 * @param {number} shown
 * @param {number} leftOutShown
 */
function inWords(run, shown, leftOutShown) {
  const all = run.queries.id.length;
  const out = run.left_out.length;
  if (shown + leftOutShown < all + out) return `${count(shown + leftOutShown)} of ${count(all + out)} queries`;
  return counted(all, "query", "queries") + (out ? `, ${count(out)} left out` : "");
}
