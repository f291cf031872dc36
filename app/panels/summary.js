/** The table of mean scores, one row a run. */

import { button, find, make, say, whenChanged } from "../dom.js";
import { counted } from "../format.js";
import { later } from "../later.js";
import { aboutRow } from "../measures.js";
import { baselineOf, isEmpty, nameOf } from "../state.js";
import { applicable, createHeader } from "../widgets/header.js";
import { keepStop, showScore } from "../widgets/score.js";
import { hasTies, tieMark } from "../widgets/ties.js";

/** @import { Actions, Box, Catalog, Measure, Order, RunScores, Scores, State } from "../types.js" */

// A measure of one's own may be called "queries", but no name begins with a blank.
const QUERIES = { key: " queries", label: "Queries", about: "How many queries the means are taken over.", rem: 6.25 };

/**
 * @param {HTMLElement} root
 * @param {Actions} actions
 */
export function mount(root, actions) {
  const heads = find(root, "thead tr", HTMLTableRowElement);
  const header = createHeader(heads, (column) => actions.sort("means", column));
  const usual = heads.cells.length - 1;
  const table = find(root, "table", HTMLTableElement);
  const body = find(root, "tbody", HTMLTableSectionElement);
  const averaged = find(root, ".averaged", HTMLElement);
  const convention = find(root, ".convention", HTMLElement);

  /** @type {typeof import("../widgets/compared.js").createComparedCells | null} */
  let comparedCells = null;

  /** @param {State} state */
  function redraw(state) {
    const { scores, runs, chosen, view, catalog } = state;
    const several = runs.length > 1 && comparedCells !== null;
    let shown = runs;
    if (scores) {
      const columns = columnsOf(scores, catalog, several);
      const order = applicable(view.means, columns);
      header(columns, order);
      shown = inOrder(runs, scores, order);
    }
    const cellsOf = several && scores && comparedCells ? comparedCells(state, scores) : createPlainCells(state);
    const measures = scores?.measures ?? Array(usual).fill({ whole: false });
    const focused = focusIn(body);
    body.replaceChildren(
      ...shown.map((run) => {
        const scored = scores?.runs.find(({ id }) => id === run.id);
        const line = make("tr", scored?.older ? "is-older" : "", head(run, state), ...cellsOf(scored, measures));
        line.id = `mean-${run.id}`;
        return line;
      }),
    );
    if (several) body.querySelector(`#mean-${chosen}`)?.setAttribute("aria-current", "true");
    focused?.();
    keepStop(body);
    body.classList.toggle("several", several);
    body.classList.toggle("has-ties", scores?.runs.some(hasTies) ?? false);
  }

  /** @param {Box} run @param {State} state */
  function head(run, state) {
    const name = nameOf(state, run);
    const choose = button(name, () => actions.choose(run.id), "run-name");
    const cell = make("th", "", choose);
    cell.scope = "row";
    cell.title = name;
    const why = state.readings[run.id]?.error ? "has an error" : state.scores && isEmpty(run) ? "is empty" : "";
    if (state.runs.length < 2) return cell;
    if (why) cell.append(" ", make("span", "run-state", why));
    else if (run.id === baselineOf(state)) cell.append(" ", make("span", "run-role", "baseline"));
    return cell;
  }

  /** @type {State} */
  let present;
  // What the table is drawn from, whatever else changes.
  const draw = whenChanged((/** @type {unknown[]} */ ..._parts) => redraw(present));
  // They come by themselves, and may not take a button away from under a finger.
  const drawMarks = whenChanged((/** @type {State["tieMarks"]} */ _marks) => {
    for (const scored of present.scores?.runs ?? []) {
      const marks = body.querySelectorAll(`#mean-${scored.id} .tie-mark`);
      for (const [index, mark] of marks.entries()) mark.replaceWith(tieMark(present, scored, index));
    }
  });

  const compared = later(
    (/** @type {State} */ { runs }) => runs.length > 1,
    async () => {
      comparedCells = (await import("../widgets/compared.js")).createComparedCells;
      return redrawn;
    },
    () => actions.tell("Differences between runs cannot be shown: check the connection and load the page again."),
  );

  /** @param {State} state */
  function redrawn(state) {
    const { scores, runs, readings, chosen, view, catalog, compare, comparison, tieMarks } = state;
    const { intervals } = view.compare;
    const parts = [scores, runs, readings, chosen, view.means, catalog, compare.baseline, intervals];
    draw(...parts, intervals && comparison, comparedCells);
    drawMarks(tieMarks);
  }

  return (/** @type {State} */ state) => {
    const { scores, chosen, older } = state;
    present = state;
    compared(state);
    redrawn(state);
    table.classList.toggle("is-older", older !== "");
    const scored = scores?.runs.find(({ id }) => id === chosen);
    say(averaged, scored ? `${counted(scored.averaged, "query", "queries")} averaged` : "");
    say(convention, scores ? scores.convention : hint(state));
  };
}

/** @param {State} state */
function createPlainCells(state) {
  return (/** @type {RunScores | undefined} */ scored, /** @type {Measure[]} */ measures) =>
    measures.map(({ whole, mean_label: label }, index) => {
      const cell = make("td");
      showScore(cell, scored?.mean[index], whole, index, `${label} over all queries`);
      cell.append(tieMark(state, scored, index));
      return cell;
    });
}

/**
 * What gives the focus back to the button that has it, once the rows are drawn anew.
 * @param {HTMLElement} body
 */
function focusIn(body) {
  const button = document.activeElement;
  if (!(button instanceof HTMLButtonElement) || !body.contains(button)) return null;
  const kind = button.classList.contains("score") ? `.score[value="${button.value}"]` : "button";
  const selector = `#${button.closest("tr")?.id} ${kind}`;
  return () => /** @type {HTMLElement | null} */ (body.querySelector(selector))?.focus();
}

/**
 * What is still needed before there can be scores.
 * @param {State} state
 */
function hint({ judgements, runs, readings, engine }) {
  const noResults = runs.every(isEmpty);
  if (isEmpty(judgements) && noResults) {
    return "Paste or drop judgements and results, or choose an example; the scores appear here.";
  }
  if (isEmpty(judgements)) return "Relevance judgements are still missing.";
  if (noResults) return "Ranked results are still missing.";
  if (engine.state === "loading") return "The scores appear as soon as Python has started.";
  if (Object.values(readings).some((reading) => reading.error)) return "The scores appear once the error is mended.";
  return "";
}

/** @param {Scores} scores @param {Catalog | null} catalog @param {boolean} several */
function columnsOf(scores, catalog, several) {
  const measures = scores.measures.map(({ name, row, mean_label, own }) => {
    return { key: name, label: mean_label, about: own ?? aboutRow(catalog, row) };
  });
  return [{ key: "run", label: "Run" }, ...(several ? [QUERIES] : []), ...measures];
}

/**
 * Runs in the order of a column; by their names as given, and runs without scores last.
 * @param {Box[]} runs
 * @param {Scores} scores
 * @param {Order} order
 */
function inOrder(runs, scores, { column, descending }) {
  if (column === "run") return descending ? runs.toReversed() : runs;
  const measure = scores.measures.findIndex(({ name }) => name === column);
  const sign = descending ? -1 : 1;
  const value = (/** @type {Box} */ run) => {
    const scored = scores.runs.find(({ id }) => id === run.id);
    return (column === QUERIES.key ? scored?.averaged : scored?.mean[measure]) ?? undefined;
  };
  return runs.toSorted((a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined);
    return sign * (x - y);
  });
}
