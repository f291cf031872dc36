/** What ties and unjudged documents leave open of a number, in sentences. */

import { make } from "../dom.js";
import { count, score } from "../format.js";

/** @import { Bounds, State } from "../types.js" */

/**
 * @param {State} state
 * @param {boolean} whole  the measure counts something
 * @param {number | null} k
 */
export function boundsOf({ bounds, proving }, whole, k) {
  const { fault } = bounds;
  const answer = bounds.of === proving ? bounds.answer : null;
  const body = make("div", "");
  if (proving?.own) {
    body.append(line("Orders of tied documents are not tried with a measure of your own."));
  } else if (fault) body.append(line(fault.message));
  else if (!answer) body.append(line("Working it out"));
  else if (!answer.ties || !answer.unjudged) {
    body.append(
      line(
        "For the mean of a run this large it is not worked out here; the proof of one query has it, and so has the command rankproof conventions.",
      ),
    );
  } else body.append(...ties(answer.ties, whole, k), ...unjudged(answer.unjudged, whole, k));
  return body;
}

/** @param {NonNullable<Bounds["ties"]>} found @param {boolean} whole @param {number | null} k */
function ties({ value, lowest, highest, expected, error, exact, tied, ranks, matters }, whole, k) {
  const where = k === null ? "ranks" : `ranks within the top ${count(k)}`;
  const places = tied
    ? `${count(tied)} of ${count(ranks)} ${where} ${tied === 1 ? "sits" : "sit"} in a tie on score.`
    : `None of the ${count(ranks)} ${where} sits in a tie on score.`;
  if (!tied) return [line(places)];
  if (lowest === highest) return [line(`${places} No order of tied documents would change the number.`)];
  const rows = [
    ["By the tie rule chosen", score(value, whole)],
    [exact ? "Lowest over all orders" : "Lowest of the orders tried", score(lowest, whole)],
    [exact ? "Highest over all orders" : "Highest of the orders tried", score(highest, whole)],
  ];
  if (expected !== null) {
    rows.push(["Expected of a random order", score(expected) + (error ? ` ± ${score(error)} (standard error)` : "")]);
  }
  const shown = matters ? "" : " At the digits shown no order of tied documents would change the number.";
  const inexact = exact ? "" : " There are more orders than were tried, so that the true ends may lie further out.";
  return [line(places + shown + inexact), list(rows, "Ties")];
}

/** @param {NonNullable<Bounds["unjudged"]>} found @param {boolean} whole @param {number | null} k */
function unjudged({ unjudged: many, results, not_relevant: no, relevant, removed }, whole, k) {
  if (!many && no === relevant && no === removed) return [line(`All ${count(results)} results that count are judged.`)];
  const within = k === null ? "first results" : `results in the top ${count(k)}`;
  return [
    line(
      `${count(many)} of the ${count(results)} ${within} ${many === 1 ? "is" : "are"} unjudged. The number would be`,
    ),
    list(
      [
        ["with unjudged results not relevant", score(no, whole)],
        ["with every unjudged result relevant", score(relevant, whole)],
        ["with unjudged results removed", score(removed, whole)],
      ],
      "Unjudged documents",
    ),
  ];
}

/** @param {string[][]} rows @param {string} name */
function list(rows, name) {
  const made = make(
    "dl",
    "proof-bounds",
    ...rows.map(([term = "", value = ""]) => make("div", "", make("dt", "", term), make("dd", "", value))),
  );
  made.ariaLabel = name;
  return made;
}

/** @param {string} text */
function line(text) {
  return make("p", "", text);
}
