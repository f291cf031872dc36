/** The sheet that shows a proof: heading, arithmetic, tables, what is left open, and the buttons above them. */

import { button, make, say, whenChanged } from "../dom.js";
import { faultText, score } from "../format.js";
import { nameOf } from "../state.js";
import { scoreAt } from "../widgets/score.js";
import { boundsOf } from "./bounds.js";
import { mathml } from "./mathml.js";
import { proofTable } from "./tables.js";

/** @import { Asked, Bounds, Proof, ProofLine, ProofPlace, RunScores, State } from "../types.js" */

/**
 * @typedef {object} Does
 * @property {(query: string | null) => void} go  to the proof of the same measure for another query, or of the mean
 * @property {() => void} close
 * @property {() => void} stop
 * @property {() => void} again
 * @property {(score: HTMLButtonElement, key: string, far: boolean) => void} move
 */

const OLDER = {
  "": "",
  updating: "Older; the new one is on its way",
  stopped: "Stopped",
  error: "From before the error",
};

/** @param {Does} does */
export function createSheet(does) {
  const title = make("h2");
  title.id = "proof-title";
  title.tabIndex = -1;
  const value = make("span", "proof-value");
  const older = make("span", "older");
  const said = make("p", "hidden");
  said.role = "status";
  const previous = button("Previous query", () => go(-1));
  const next = button("Next query", () => go(1));
  const mean = button("Mean of all queries", () => does.go(null));
  const text = button("Copy as text", () => copy("text"));
  const markdown = button("Copy as Markdown", () => copy("markdown"));
  const close = button("Close", does.close, "plain");
  const tools = make("div", "proof-tools", previous, next, mean, text, markdown);
  const bar = make("progress");
  bar.max = 1;
  bar.ariaLabel = "Reading";
  const stop = button("Stop", does.stop, "plain");
  const again = button("Try again", does.again, "plain");
  const work = make("div", "proof-work", bar, stop, again);
  const body = make("div", "proof-body");
  body.tabIndex = 0;
  body.role = "region";
  body.ariaLabel = "Working";
  const head = make("div", "proof-head", make("div", "proof-titles", title, value, older, close), tools, work, said);
  const dialog = make("dialog", "proof", head, body);
  dialog.setAttribute("aria-labelledby", title.id);
  document.body.append(dialog);
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) does.close();
  });

  /** @type {State} */
  let present;
  const left = make("div", "");
  /** The queries with a proof of their own, in the order of the table. @type {string[]} */
  let queries = [];

  /** @param {number} step */
  function go(step) {
    const at = queries.indexOf(present.proving?.query ?? "");
    const query = queries[at + step];
    if (query !== undefined && at >= 0) does.go(query);
  }

  /** @param {"text" | "markdown"} form */
  async function copy(form) {
    try {
      await navigator.clipboard.writeText(present.proof.answer?.printed[form] ?? "");
      tell("Copied.");
    } catch {
      tell("The browser does not let this page copy.");
    }
  }

  /** @param {string} what */
  function tell(what) {
    say(said, what);
    say(older, what);
  }

  const draw = whenChanged((/** @type {Proof | null} */ answer, /** @type {Asked<Proof>["fault"]} */ fault) => {
    const place = /** @type {ProofPlace | null} */ (present.proof.of);
    const parts = fault ? [faulty(faultText(fault))] : [];
    if (!answer || !place) return body.replaceChildren(...parts);
    const run = present.runs.find(({ id }) => id === place.run);
    const tables = answer.tables.map((table, index) => {
      const scored = answer.query === null && index === 0;
      return proofTable(table, scored ? (row) => `${place.queryLabel} of query ${row[0]}` : undefined);
    });
    const first = tables[0];
    if (first && answer.query === null) listen(first.body);
    const [ranking, ideal, ...others] = tables.map(({ section }) => section);
    body.scrollTop = 0; // now, since afterwards it would have all of it laid out at once
    const paired = ideal && answer.tables[1]?.title === "Ideal ranking";
    body.replaceChildren(
      ...parts,
      make("p", "proof-run", `${run ? nameOf(present, run) : "The run"}. ${answer.settings}`),
      ...(answer.written ? [make("p", "proof-written", answer.written)] : []),
      ...arithmetic(answer.lines),
      ...codeErrors(answer),
      ...(paired ? [make("div", "proof-pair", ranking ?? "", ideal)] : [ranking ?? "", ideal ?? ""]),
      ...others,
      make("section", "proof-section", make("h3", "", "What ties and unjudged documents leave open"), left),
      make("section", "proof-notes", ...notesOf(answer).map((note) => make("p", "", note))),
    );
    for (const { show } of tables) show();
  });

  /** @param {HTMLElement} table  whose scores have proofs of their own */
  function listen(table) {
    table.addEventListener("click", ({ target }) => {
      const chosen = scoreAt(target);
      if (chosen) does.go(chosen.closest("tr")?.cells[0]?.textContent ?? null);
    });
    table.addEventListener("keydown", (event) => {
      const chosen = scoreAt(event.target);
      if (!chosen || !/^(Arrow|Home$|End$|Page)/.test(event.key)) return;
      event.preventDefault();
      does.move(chosen, event.key, event.ctrlKey || event.metaKey);
    });
  }

  const drawBounds = whenChanged((/** @type {Asked<Bounds>} */ _bounds, /** @type {ProofPlace | null} */ place) => {
    left.replaceChildren(boundsOf(present, place?.whole ?? false, place?.k ?? null));
  });

  const announce = whenChanged((/** @type {string} */ what) => say(said, what));

  /** @param {ProofPlace} place @param {RunScores | undefined} run */
  function steer({ query }, run) {
    queries = run?.queries.id ?? [];
    const at = query === null ? -1 : queries.indexOf(query);
    tools.classList.toggle("of-mean", query === null);
    previous.hidden = next.hidden = mean.hidden = query === null;
    // Disabled ones would lose the focus that is on them.
    previous.ariaDisabled = String(at <= 0);
    next.ariaDisabled = String(at < 0 || at >= queries.length - 1);
  }

  return {
    dialog,
    title,
    /** @param {State} state */
    render(state) {
      present = state;
      const { proof, proving, slow, progress } = state;
      if (!proving) return;
      const { answer } = proof;
      const current = answer && proof.of === proving;
      const name = headingOf(proving);
      say(title, name);
      const shown = current && !proof.fault ? score(answer.value, proving.whole) : "";
      say(value, shown);
      value.title = current && answer.value !== null ? String(answer.value) : "";
      steer(
        proving,
        state.scores?.runs.find(({ id }) => id === proving.run),
      );
      const busy = proof.older === "updating";
      say(older, answer || proof.older === "stopped" ? OLDER[busy && !slow ? "" : proof.older] : "");
      text.hidden = markdown.hidden = !current;
      body.classList.toggle("is-older", proof.older !== "" && !(busy && !slow));
      stop.hidden = bar.hidden = !(busy && slow);
      again.hidden = proof.older !== "stopped";
      work.hidden = stop.hidden && again.hidden;
      if (progress && "done" in progress && progress.total) bar.value = progress.done / progress.total;
      else bar.removeAttribute("value");
      // What was shown for another number stays for a moment only, so that going on does not flicker.
      draw(current || !(slow || proof.fault) ? answer : null, proof.fault);
      drawBounds(state.bounds, proving);
      if (current) announce(`${name}: ${shown}`);
    },
  };
}

/** @param {ProofPlace} place */
function headingOf({ label, query }) {
  return query === null ? `${label} over all queries` : `${label} of query ${query}`;
}

/** @param {ProofLine[]} lines */
function arithmetic(lines) {
  if (!lines.length) return [];
  const list = make("ol", "proof-lines", ...lines.map((line) => make("li", "", equation(line))));
  list.ariaLabel = "Arithmetic";
  const scroller = make("div", "proof-arithmetic", list);
  scroller.tabIndex = 0;
  scroller.role = "region";
  scroller.ariaLabel = "Arithmetic, scrollable";
  return [scroller];
}

/** @param {ProofLine} line */
function equation({ name, expression, mathml: source }) {
  return mathml(source) ?? `${name} = ${expression}`;
}

/** @param {Proof} answer */
function notesOf({ notes, source }) {
  return source ? [...notes, `Source: ${source}.`] : notes;
}

/** @param {Proof} answer  what the user's own code did wrong */
function codeErrors({ code }) {
  return (code?.errors ?? []).map(({ message, line }) => faulty(line ? `Line ${line}: ${message}` : message));
}

/** @param {string} text */
function faulty(text) {
  const made = make("p", "fault", text);
  made.role = "alert";
  return made;
}
