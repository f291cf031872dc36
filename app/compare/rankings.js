/** One query's rankings by the two runs, side by side, with grades and where each document stands in the other. */

import { button, find, make, say, whenChanged } from "../dom.js";
import { count, counted, faultText, score, signed } from "../format.js";
import { measureAt, measureOf, paired, twoRuns } from "./looked.js";

/** @import { Actions, Asked, Ranked, RankedRow, Rankings, State } from "../types.js" */

/**
 * @param {HTMLElement} root
 * @param {Actions} actions
 */
export function createRankings(root, actions) {
  const title = find(root, "h3", HTMLElement);
  const about = find(root, ".rankings-about", HTMLElement);
  const sides = find(root, ".sides", HTMLElement);
  root.querySelector(".rankings-head")?.append(
    button("Close", () => {
      actions.showCompare({ query: null });
      /** @type {HTMLElement | null} */ (document.querySelector(".chart-place"))?.focus();
    }),
  );

  const draw = whenChanged((/** @type {Asked<Rankings>} */ { answer, fault }, /** @type {string} */ names) => {
    const [baseline = "", rival = ""] = names.split("\n");
    const [first, second] = answer?.runs ?? [];
    say(about, answer ? aboutQuery(answer, baseline, rival) : fault ? faultText(fault) : "Fetching the rankings");
    if (!first || !second) return sides.replaceChildren();
    sides.replaceChildren(side(first, baseline, rival, 0), side(second, rival, baseline, 1));
  });

  return (/** @type {State} */ state) => {
    const { query } = state.view.compare;
    const runs = twoRuns(state);
    root.hidden = query === null || !runs;
    if (query === null || !runs) return;
    const pair = paired(runs.baseline.scores, runs.rival.scores, measureAt(state)).find((one) => one.query === query);
    const measure = measureOf(state);
    const values = pair
      ? `: ${measure?.label} ${score(pair.x, measure?.whole)} and ${score(pair.y, measure?.whole)}, difference ${signed(pair.difference, measure?.whole)}`
      : "";
    say(title, `Query ${query}${values}`);
    root.classList.toggle("is-older", state.rankings.older !== "");
    draw(state.rankings, `${runs.baseline.name}\n${runs.rival.name}`);
  };
}

/** @param {Rankings} rankings @param {string} baseline @param {string} rival */
function aboutQuery({ judged, relevant, runs }, baseline, rival) {
  const found = runs.map(({ found: many, retrieved }, index) => {
    return `${index ? rival : baseline} finds ${count(many)} of them in ${counted(retrieved, "result", "results")}`;
  });
  return `${counted(judged, "judged document", "judged documents")}, ${count(relevant)} relevant; ${found.join(", ")}.`;
}

/** @param {Ranked} ranked @param {string} name @param {string} other @param {number} own */
function side({ rows, retrieved }, name, other, own) {
  const head = make(
    "tr",
    "",
    ...["Rank", "Document", "Grade"].map((label) => columnHead(label)),
    columnHead("Other run", `Rank in ${other}`),
  );
  const table = make(
    "table",
    "ranked",
    make("thead", "", head),
    make("tbody", "", ...rows.map((row) => line(row, own))),
  );
  table.ariaLabel = `Ranking of ${name}`;
  const caption = make("p", "side-name", name, " ", make("span", "aside", shownOf(rows.length, retrieved)));
  return make("div", "side", caption, table);
}

/** @param {number} shown @param {number} all */
function shownOf(shown, all) {
  if (all === 0) return "no results";
  return shown < all ? `top ${count(shown)} of ${count(all)}` : counted(all, "result", "results");
}

/** @param {string} label @param {string} [about] */
function columnHead(label, about = "") {
  const head = make("th", "", label);
  head.scope = "col";
  head.title = about;
  return head;
}

/** @param {RankedRow} row @param {number} own  which of the two runs this is */
function line({ document: name, grade, relevant, others }, own) {
  const rank = others[own] ?? 0;
  const head = make("th", "", name);
  head.scope = "row";
  head.title = name;
  const graded = make("td", "", grade === null ? "not judged" : String(grade));
  if (relevant) graded.append(make("span", "relevant-mark", " relevant"));
  return make(
    "tr",
    relevant ? "is-relevant" : "",
    make("td", "", count(rank)),
    head,
    graded,
    moved(rank, others[1 - own] ?? null),
  );
}

/** @param {number} rank @param {number | null} other */
function moved(rank, other) {
  if (other === null) return make("td", "", "not retrieved");
  const cell = make("td", "", `${count(other)} `);
  const by = other - rank;
  const sign = make("span", by > 0 ? "higher" : by < 0 ? "lower" : "", by > 0 ? `▲${by}` : by < 0 ? `▼${-by}` : "=");
  sign.ariaHidden = "true";
  const words =
    by === 0 ? "the same rank" : `${counted(Math.abs(by), "rank", "ranks")} ${by > 0 ? "higher" : "lower"} here`;
  cell.append(sign, make("span", "hidden", words));
  return cell;
}
