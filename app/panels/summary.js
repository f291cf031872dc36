/** The table of mean scores, one row a run. */

import { button, find, make, say, whenChanged } from "../dom.js";
import { counted } from "../format.js";
import { aboutRow } from "../measures.js";
import { isEmpty, runName } from "../state.js";
import { applicable, createHeader } from "../widgets/header.js";
import { showScore } from "../widgets/score.js";

/** @import { Actions, Box, Catalog, Order, Reading, Scores, State } from "../types.js" */

/**
 * @param {HTMLElement} root
 * @param {Actions} actions
 */
export function mount(root, actions) {
  const heads = find(root, "thead tr", HTMLTableRowElement);
  const header = createHeader(heads, (column) => actions.sort("means", column));
  const table = find(root, "table", HTMLTableElement);
  const body = find(root, "tbody", HTMLTableSectionElement);
  const averaged = find(root, ".averaged", HTMLElement);
  const convention = find(root, ".convention", HTMLElement);

  const draw = whenChanged(
    /** @param {[Scores | null, Box[], Record<string, Reading>, string, Order, Catalog | null]} parts */
    (...parts) => {
      const [scores, runs, readings, chosen, wanted, catalog] = parts;
      let shown = runs;
      if (scores) {
        const columns = columnsOf(scores, catalog);
        const order = applicable(wanted, columns);
        header(columns, order);
        const column = columns.findIndex(({ key }) => key === order.column) - 1;
        shown = inOrder(runs, scores, column, order.descending);
      }
      const focused = body.contains(document.activeElement) ? document.activeElement?.closest("tr")?.id : undefined;
      body.replaceChildren(...shown.map((run) => row(run, runs.length > 1, scores, readings[run.id])));
      if (runs.length > 1) body.querySelector(`#mean-${chosen}`)?.setAttribute("aria-current", "true");
      if (focused) body.querySelector(`#${focused} button`)?.closest("button")?.focus();
      body.classList.toggle("several", runs.length > 1);
    },
  );

  /** @param {Box} run @param {boolean} several @param {Scores | null} scores @param {Reading | undefined} reading */
  function row(run, several, scores, reading) {
    const scored = scores?.runs.find(({ id }) => id === run.id);
    const head = make(
      "th",
      "",
      button(runName(run), () => actions.choose(run.id), "run-name"),
    );
    head.scope = "row";
    head.title = runName(run);
    const why = reading?.error ? "has an error" : scores && isEmpty(run) ? "is empty" : "";
    if (why && several) head.append(" ", make("span", "run-state", why));
    const measures = scores?.measures ?? Array(heads.cells.length - 1).fill({ whole: false });
    const cells = measures.map(({ whole }, index) => {
      const cell = make("td");
      showScore(cell, scored?.mean[index], whole);
      return cell;
    });
    const line = make("tr", scored?.older ? "is-older" : "", head, ...cells);
    line.id = `mean-${run.id}`;
    return line;
  }

  return (/** @type {State} */ state) => {
    const { scores, runs, readings, chosen, view, older, catalog } = state;
    draw(scores, runs, readings, chosen, view.means, catalog);
    table.classList.toggle("is-older", older !== "");
    const scored = scores?.runs.find(({ id }) => id === chosen);
    say(averaged, scored ? `${counted(scored.averaged, "query", "queries")} averaged` : "");
    say(convention, scores ? scores.convention : hint(state));
  };
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

/** @param {Scores} scores @param {Catalog | null} catalog */
function columnsOf(scores, catalog) {
  const measures = scores.measures.map(({ name, row, mean_label, own }) => {
    return { key: name, label: mean_label, about: own ?? aboutRow(catalog, row) };
  });
  return [{ key: "run", label: "Run" }, ...measures];
}

/**
 * Runs in the order of a measure's mean (column 0 and on) or as given (-1); runs without scores come last.
 * @param {Box[]} runs
 * @param {Scores} scores
 * @param {number} column
 * @param {boolean} descending
 */
function inOrder(runs, scores, column, descending) {
  const sign = descending ? -1 : 1;
  const mean = (/** @type {Box} */ run) => scores.runs.find(({ id }) => id === run.id)?.mean[column] ?? undefined;
  if (column < 0) return descending ? runs.toReversed() : runs;
  return runs.toSorted((a, b) => {
    const [x, y] = [mean(a), mean(b)];
    if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined);
    return sign * (x - y);
  });
}
