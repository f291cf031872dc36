/** The table of comparisons on one measure: means, differences with intervals, effect sizes, counts and p-values. */

import { find, make, say, whenChanged } from "../dom.js";
import { count, counted, probability, score, sentence, signed } from "../format.js";
import { showOptions } from "../widgets/options.js";
import { measureAt, measureIn } from "./looked.js";

/** @import { Actions, ComparedRun, Comparison, Interval, Outcome, Pair, State } from "../types.js" */

/**
 * @param {HTMLElement} root
 * @param {Actions} actions
 */
export function createTable(root, actions) {
  const measure = find(root, "#compare-measure", HTMLSelectElement);
  const heads = find(root, "thead tr", HTMLTableRowElement);
  const body = find(root, "tbody", HTMLTableSectionElement);
  const family = find(root, ".family", HTMLElement);
  measure.addEventListener("change", () => actions.showCompare({ measure: measure.value }));

  const draw = whenChanged((/** @type {Comparison | null} */ answer, /** @type {number} */ place) => {
    if (!answer || place < 0) return;
    const cutoffs = cutoffsFor(answer, place);
    heads.replaceChildren(...headsOf(answer, cutoffs));
    const pairs = answer.comparisons.filter((pair) => pair.measure === place);
    const base = answer.baseline === null ? undefined : answer.runs[answer.baseline];
    body.replaceChildren(
      ...(base ? [baselineRow(answer, base, place, cutoffs)] : []),
      ...pairs.map((pair) => pairRow(answer, pair, place, cutoffs)),
    );
    say(family, familyText(answer));
  });

  return (/** @type {State} */ state) => {
    const measures = state.scores?.measures ?? [];
    showOptions(
      measure,
      measures.map(({ name, mean_label }) => ({ value: name, label: mean_label })),
      measures[measureAt(state)]?.name ?? "",
    );
    const { answer } = state.comparison;
    draw(answer, answer ? measureIn(state, answer) : -1);
  };
}

/**
 * The places of the cut-offs whose Judged@k bears on a measure: its own, or all where it has none.
 * @param {Comparison} answer
 * @param {number} measure
 */
function cutoffsFor({ cutoffs, measures }, measure) {
  const own = cutoffs.findIndex((k) => measures[measure]?.label.endsWith(`@${k}`));
  return own < 0 ? cutoffs.map((_, index) => index) : [own];
}

/** @param {Comparison} answer @param {number[]} cutoffs */
function headsOf({ cutoffs: all, tests, alpha, baseline }, cutoffs) {
  const level = `${Number(((1 - alpha) * 100).toPrecision(6))}%`;
  return [
    baseline === null ? "Pair of runs" : "Run",
    ["Mean", ...cutoffs.map((index) => `Judged@${all[index]}`)].join(", "),
    `Difference, ${level} interval`,
    "d_z",
    "Wins / ties / losses",
    ...tests.map(({ label }) => [`p, ${label}`, make("span", "second", "corrected")]),
  ].map((label) => {
    const head = make("th", "", ...[label].flat());
    head.scope = "col";
    return head;
  });
}

/** @param {Comparison} answer @param {ComparedRun} run @param {number} measure @param {number[]} cutoffs */
function baselineRow({ tests, measures }, run, measure, cutoffs) {
  const whole = measures[measure]?.whole;
  const none = Array.from({ length: 3 + tests.length }, () => make("td", "", "–"));
  return make(
    "tr",
    "baseline-row",
    rowHead(run.name, "baseline"),
    meanCell(run.mean[measure], run, measure, cutoffs, whole),
    ...none,
  );
}

/** @param {Comparison} answer @param {Pair} pair @param {number} measure @param {number[]} cutoffs */
function pairRow({ runs, baseline, measures }, pair, measure, cutoffs) {
  const run = /** @type {ComparedRun} */ (runs[pair.run]);
  const whole = measures[measure]?.whole;
  const against = baseline === null ? `less ${runs[pair.baseline]?.name}` : "";
  const significant = pair.outcomes[0]?.significant ?? false;
  return make(
    "tr",
    "",
    rowHead(run.name, against),
    meanCell(pair.mean_run, run, measure, cutoffs, whole),
    differenceCell(pair, significant, whole),
    cell(pair.effect_size === null ? "–" : signedEffect(pair.effect_size), exact(pair.effect_size)),
    cell(
      `${count(pair.wins)} / ${count(pair.ties)} / ${count(pair.losses)}`,
      counted(pair.queries, "query", "queries"),
    ),
    ...pair.outcomes.map(outcomeCell),
  );
}

/** @param {string} name @param {string} role */
function rowHead(name, role) {
  const head = make("th", "", make("span", "compared-name", name));
  head.scope = "row";
  head.title = name;
  if (role) head.append(" ", make("span", "run-role", role));
  return head;
}

/**
 * The mean, the shares of results that are judged, and for RBP where the true mean lies.
 * @param {number | undefined} mean
 * @param {ComparedRun} run
 * @param {number} measure
 * @param {number[]} cutoffs
 * @param {boolean} [whole]
 */
function meanCell(mean, { judged, bounds }, measure, cutoffs, whole) {
  const made = cell(score(mean, whole), exact(mean));
  const shares = cutoffs.map((index) => judged[index] ?? null);
  const text = shares.map((share) => (share === null ? "–" : share.toFixed(3))).join(", ");
  made.append(make("span", "second", `judged ${text}`));
  const range = bounds[measure];
  if (range) made.append(make("span", "second", `true mean ${score(range[0])} to ${score(range[1])}`));
  return made;
}

/** @param {Pair} pair @param {boolean} significant @param {boolean} [whole] */
function differenceCell({ difference, interval }, significant, whole) {
  const made = cell(signed(difference, whole), `${exact(difference)}, ${exact(interval)}`);
  if (significant) {
    const up = difference > 0;
    const sign = make("span", up ? "higher" : "lower", up ? "▲ " : "▼ ");
    sign.ariaHidden = "true";
    made.prepend(sign);
    made.append(make("span", "hidden", up ? " significantly higher" : " significantly lower"));
  }
  made.append(make("span", "second", intervalText(interval, signed)));
  return made;
}

/** @param {Outcome} outcome */
function outcomeCell({ p, p_adjusted: adjusted, method, statistic, df, note, interval, percentile }) {
  const parts = [
    p === null ? "" : `p = ${p}`,
    adjusted === null ? "" : `corrected ${adjusted}`,
    statistic === null ? "" : `statistic ${statistic}`,
    df === null ? "" : `${df} degrees of freedom`,
    interval ? `BCa interval ${interval.join(" to ")}` : "",
    percentile ? `percentile interval ${percentile.join(" to ")}` : "",
    method,
    note ?? "",
  ];
  const made = cell(probability(p), parts.filter(Boolean).map(sentence).join(" "));
  if (adjusted !== null) {
    made.append(make("span", "second", make("span", "hidden", "corrected "), probability(adjusted)));
  }
  if (interval) made.append(make("span", "second", `BCa ${intervalText(interval, signed)}`));
  if (percentile) made.append(make("span", "second", `percentile ${intervalText(percentile, signed)}`));
  return made;
}

/** @param {string} text @param {string} title */
function cell(text, title) {
  const made = make("td", "", make("span", "", text));
  made.title = title;
  return made;
}

/** @param {Interval | null | undefined} interval @param {(value: number) => string} write */
function intervalText(interval, write) {
  return interval ? `${write(interval[0])} to ${write(interval[1])}` : "–";
}

/** @param {number | null | undefined | Interval} value every digit */
function exact(value) {
  if (value === null || value === undefined) return "";
  return Array.isArray(value) ? value.join(" to ") : String(value);
}

/** @param {number} value d_z is read to two decimals */
function signedEffect(value) {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;
}

/** @param {Comparison} answer */
function familyText({ family, tie_rule, resamples, seed, notes, tests }) {
  const drawn = tests.some(({ name }) => ["randomization", "bootstrap", "tukey"].includes(name));
  const warnings = notes.filter(({ level }) => level === "warning").length;
  return [
    family.text,
    drawn ? `${count(resamples)} resamples, seed ${seed}.` : "",
    `${sentence(tie_rule.charAt(0).toUpperCase() + tie_rule.slice(1))}`,
    warnings ? `${counted(warnings, "warning", "warnings")} below.` : "",
  ]
    .filter(Boolean)
    .join(" ");
}
