/** One picture of the comparison at a time, its data as a table, and buttons that save it. */

import { savePng, saveSvg } from "../charts/save.js";
import { button, find, make, say, whenChanged } from "../dom.js";
import { faultText } from "../format.js";
import { baselineOf, comparable, nameOf } from "../state.js";
import { showOptions } from "../widgets/options.js";
import { rivalOf } from "./chosen.js";
import { KINDS } from "./kinds.js";

/** @import { Actions, State } from "../types.js" */
/** @import { Picture } from "./kinds.js" */

/** The narrowest and the widest picture, in pixels. */
const WIDTHS = [280, 900];

/**
 * @param {HTMLElement} root
 * @param {Actions} actions
 */
export function createPictures(root, actions) {
  const kind = find(root, "#picture", HTMLSelectElement);
  const rival = find(root, "#rival", HTMLSelectElement);
  const place = find(root, ".chart-place", HTMLElement);
  const keys = find(root, ".chart-keys", HTMLElement);
  const at = find(root, ".chart-at", HTMLElement);
  const open = find(root, "#show-rankings", HTMLButtonElement);
  const show = find(root, "#show-data", HTMLButtonElement);
  const data = find(root, ".chart-data", HTMLElement);
  /** @type {Picture | null} */
  let picture = null;
  /** @type {SVGSVGElement | null} */
  let chart = null;
  /** The query that the arrow keys have come to. @type {string | undefined} */
  let cursor;

  showOptions(kind, KINDS, "differences");
  kind.addEventListener("change", () => actions.showCompare({ picture: kind.value, query: null }));
  rival.addEventListener("change", () => actions.showCompare({ run: rival.value }));
  show.addEventListener("click", () => actions.showCompare({ data: data.hidden === true }));
  open.addEventListener("click", () => openRankings());
  find(root, "#save-svg", HTMLButtonElement).addEventListener("click", () => chart && saveSvg(chart, fileName()));
  find(root, "#save-png", HTMLButtonElement).addEventListener("click", () => chart && savePng(chart, fileName()));
  place.addEventListener("click", ({ clientX, clientY }) => {
    const box = chart?.getBoundingClientRect();
    const index = box ? (picture?.at?.(size(), clientX - box.left, clientY - box.top) ?? -1) : -1;
    if (index < 0) return;
    moveTo(index);
    actions.showCompare({ query: cursor ?? null });
  });
  place.addEventListener("keydown", (event) => {
    const queries = picture?.queries;
    if (!queries?.length || event.altKey || event.ctrlKey || event.metaKey) return;
    const from = queries.indexOf(cursor ?? "");
    const steps = { ArrowRight: from + 1, ArrowLeft: Math.max(from, 1) - 1, Home: 0, End: queries.length - 1 };
    if (event.key in steps) moveTo(Math.min(steps[/** @type {keyof typeof steps} */ (event.key)], queries.length - 1));
    else if (event.key === "Enter" || event.key === " ") openRankings();
    else return;
    event.preventDefault();
  });
  new ResizeObserver(() => {
    if (chart && chart.viewBox.baseVal.width !== size().width) drawChart();
  }).observe(place);

  function size() {
    const [least = 0, most = 0] = WIDTHS;
    const width = Math.min(Math.max(Math.floor(place.clientWidth), least), most);
    return { width, height: picture?.height(width) ?? 320 };
  }

  function fileName() {
    return (picture?.title ?? "picture").replace(/[^\p{L}\p{N}.]+/gu, "-").toLowerCase();
  }

  /** @param {number} index */
  function moveTo(index) {
    cursor = picture?.queries?.[index];
    drawChart();
  }

  function openRankings() {
    if (cursor === undefined) return;
    actions.showCompare({ query: cursor });
    queueMicrotask(() => /** @type {HTMLElement | null} */ (document.querySelector("#rankings-title"))?.focus());
  }

  function drawChart() {
    if (!picture) return;
    const index = picture.queries?.indexOf(cursor ?? "") ?? -1;
    chart = picture.draw(size(), index);
    place.replaceChildren(chart);
    const row = picture.rows[index];
    keys.hidden = !picture.queries;
    open.disabled = !row;
    say(at, row ? picture.columns.map((column, cell) => `${column} ${row[cell]}`).join(", ") : HOW);
  }

  const drawData = whenChanged((/** @type {Picture | null} */ shown, /** @type {boolean} */ wanted) => {
    data.hidden = !wanted;
    show.ariaExpanded = String(wanted);
    say(show, wanted ? "Hide the data" : "Show the data");
    data.replaceChildren(...(wanted && shown ? [dataTable(shown, (query) => actions.showCompare({ query }))] : []));
  });

  /** @type {State} */
  let present;
  // What a picture is made from, whatever else changes.
  const draw = whenChanged((/** @type {unknown[]} */ ..._parts) => {
    const chosen = present.view.compare.picture;
    picture = KINDS.find(({ value }) => value === chosen)?.make(present) ?? null;
    place.dataset.picture = chosen;
    if (picture) return drawChart();
    chart = null;
    const { fault } = present.curves;
    place.replaceChildren(make("p", "chart-none", fault ? faultText(fault) : "The picture is on its way."));
  });

  return (/** @type {State} */ state) => {
    const { picture: chosen, measure, run, query, data: wanted } = state.view.compare;
    const others = comparable(state).filter(({ id }) => id !== baselineOf(state));
    showOptions(kind, KINDS, chosen);
    showOptions(
      rival,
      others.map((box) => ({ value: box.id, label: nameOf(state, box) })),
      rivalOf(state),
    );
    rival.closest("label")?.toggleAttribute("hidden", !KINDS.find(({ value }) => value === chosen)?.pair);
    if (query !== null) cursor = query;
    present = state;
    draw(state.scores, state.comparison.answer, state.curves, chosen, measure, run, query, state.compare.baseline);
    drawData(picture, wanted);
  };
}

const HOW = "Choose a query: click on it, or use the arrow keys in the picture.";

/** @param {Picture} picture @param {(query: string) => void} choose */
function dataTable({ title, columns, rows, queries }, choose) {
  const heads = columns.map((label) => {
    const head = make("th", "", label);
    head.scope = "col";
    return head;
  });
  const lines = rows.map((row, index) => {
    const [first = "", ...rest] = row;
    const query = queries?.[index];
    const head = make("th", "", query === undefined ? first : button(first, () => choose(query), "run-name"));
    head.scope = "row";
    return make("tr", "", head, ...rest.map((value) => make("td", "", value)));
  });
  const table = make("table", "data-table", make("thead", "", make("tr", "", ...heads)), make("tbody", "", ...lines));
  table.ariaLabel = title;
  return table;
}
