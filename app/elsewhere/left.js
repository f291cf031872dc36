/** What ties and unjudged results leave open of each mean, as two tables, with the queries that ties move most. */

import { make } from "../dom.js";
import { count, counted, score } from "../format.js";

/** @import { Left, Measure, TieRange, TieRanges, UnjudgedRow } from "../types.js" */

export function createLeft() {
  const ties = tableIn("How much ties decide", "ties-title", [
    "Measure",
    "Yours",
    "Lowest",
    "Highest",
    "Expected",
    "Ranks in a tie",
  ]);
  const tiesBelow = make("div", "ties-below");
  const unjudged = tableIn("Unjudged documents", "unjudged-title", [
    "Measure",
    "In the top k",
    "If not relevant",
    "If all relevant",
    "Removed",
  ]);
  const note = make(
    "p",
    "aside",
    "Of a measure without a cut-off all unjudged results are counted as relevant, of others those within it; the top k of the former is the page’s k.",
  );
  const root = make("div", "left", ...ties.parts, tiesBelow, ...unjudged.parts, note);

  /** @param {Left} found @param {Measure[]} measures */
  function render(found, measures) {
    ties.body.replaceChildren(...found.ties.map((one, at) => tieLine(one, measures[at]?.whole ?? false)));
    tiesBelow.replaceChildren(...belowTies(found.ties, measures));
    unjudged.body.replaceChildren(...found.unjudged.map((one, at) => unjudgedLine(one, measures[at]?.whole ?? false)));
  }

  return { root, render };
}

/** @param {string} title @param {string} id @param {string[]} heads */
function tableIn(title, id, heads) {
  const head = make("h3", "", title);
  head.id = id;
  const body = make("tbody");
  const cells = heads.map((text) => {
    const cell = make("th", "", text);
    cell.scope = "col";
    return cell;
  });
  const table = make("table", "tools-table", make("thead", "", make("tr", "", ...cells)), body);
  table.setAttribute("aria-labelledby", id);
  const scroller = make("div", "scroller", table);
  scroller.tabIndex = 0;
  scroller.setAttribute("role", "region");
  scroller.setAttribute("aria-labelledby", id);
  return { parts: [head, scroller], body };
}

/** @param {string} label @param {string[]} values */
function line(label, values) {
  const head = make("th", "", label);
  head.scope = "row";
  return make("tr", "", head, ...values.map((value) => make("td", "", value)));
}

/** @param {TieRanges} ranges @param {boolean} whole */
function tieLine({ label, mean }, whole) {
  const ends = [mean.lowest, mean.highest].map((end) => `${score(end, whole)}${mean.exact ? "" : " ~"}`);
  return line(label, [
    score(mean.value, whole),
    ...ends,
    expected(mean),
    `${count(mean.tied)} of ${count(mean.ranks)}`,
  ]);
}

/** @param {TieRange} range */
function expected({ expected, error }) {
  return `${score(expected)}${error ? ` ± ${score(error)}` : ""}`;
}

/** @param {TieRanges[]} ties @param {Measure[]} measures */
function belowTies(ties, measures) {
  const lines = [];
  const text = ties.some(({ mean }) => mean.tied)
    ? "Over all orders of documents with equal scores; expected is the mean over these orders (McSherry and Najork 2008)."
    : "No two results within the ranks that count have equal scores.";
  lines.push(make("p", "aside", text));
  if (ties.some(({ mean }) => !mean.exact))
    lines.push(make("p", "aside", "~ the most extreme of the orders tried; there may be others beyond."));
  ties.forEach((one, at) => {
    if (one.open) lines.push(queriesOf(one, measures[at]?.whole ?? false));
  });
  return lines;
}

/** @param {TieRanges} ranges @param {boolean} whole */
function queriesOf({ label, queries, open }, whole) {
  const shown = Object.entries(queries);
  const summary = make("summary", "", `${label}: ties move ${counted(open, "query", "queries")}`);
  const items = shown.map(([query, { value, lowest, highest }]) =>
    make(
      "li",
      "",
      make("span", "query", query),
      ` ${score(lowest, whole)} to ${score(highest, whole)}, yours ${score(value, whole)}`,
    ),
  );
  const rest = open - shown.length;
  return make(
    "details",
    "",
    summary,
    make("ul", "unlike-queries", ...items),
    ...(rest > 0 ? [make("p", "aside", `and ${counted(rest, "other query", "other queries")}, less wide.`)] : []),
  );
}

/** @param {UnjudgedRow} row @param {boolean} whole */
function unjudgedLine({ label, unjudged, results, not_relevant, relevant, removed }, whole) {
  const values = [not_relevant, relevant, removed].map((value) => score(value, whole));
  return line(label, [`${count(unjudged)} of ${count(results)}`, ...values]);
}
