/** What the page remembers: one plain object, a small store, and the pure updates of everything but files. */

import { initialCode, withReport } from "./code.js";

/** @import { Answer, Asked, Box, Content, Example, Fault, Reading, RunScores, Scores, State, Work } from "./types.js" */

/** @returns {State} */
export function initialState() {
  return {
    engine: { state: "loading" },
    catalog: null,
    examples: [],
    forms: [],
    judgements: emptyBox("judgements"),
    runs: [emptyBox("run-1")],
    chosen: "run-1",
    settings: { preset: "calculator", k: "10", changed: {} },
    measures: null,
    code: initialCode(),
    readings: {},
    scores: null,
    older: "",
    fault: null,
    progress: null,
    slow: false,
    sorting: false,
    message: null,
    counter: 1,
    comparing: false,
    aside: false,
    scoring: false,
    compare: {
      baseline: "",
      pairs: false,
      tests: null,
      correction: "holm",
      across: "measure",
      alpha: 0.05,
      resamples: 10_000,
      seed: 0,
    },
    comparison: nothingAsked(),
    curves: nothingAsked(),
    rankings: nothingAsked(),
    elsewhere: {
      open: false,
      table: null,
      tableScores: null,
      left: null,
      leftScores: null,
      of: null,
      older: "",
      fault: null,
      working: "",
    },
    proving: null,
    proof: nothingAsked(),
    bounds: nothingAsked(),
    tieMarks: { of: null, runs: {} },
    view: {
      means: { column: "run", descending: false },
      queries: { column: "query", descending: false },
      filter: "",
      compare: { intervals: false, measure: "", run: "", picture: "differences", data: false, query: null },
    },
    arrival: null,
    keeping: { on: false, at: null, problem: "" },
  };
}

/**
 * @template T
 * @returns {Asked<T>}
 */
export function nothingAsked() {
  return { answer: null, fault: null, older: "", of: null };
}

/**
 * A store tells its listeners once after any number of updates in the same turn.
 * @param {State} state
 */
export function createStore(state) {
  /** @type {((state: State) => void)[]} */
  const listeners = [];
  let told = true;
  return {
    get: () => state,
    /** @param {(state: State) => void} listener */
    subscribe(listener) {
      listeners.push(listener);
      listener(state);
    },
    /**
     * @template {unknown[]} A
     * @param {(state: State, ...values: A) => State} change
     * @param {A} values
     */
    update(change, ...values) {
      state = change(state, ...values);
      if (!told) return;
      told = false;
      queueMicrotask(() => {
        told = true;
        for (const listener of listeners) listener(state);
      });
    },
    /** @param {Partial<State>} part */
    set(part) {
      this.update((before) => ({ ...before, ...part }));
    },
  };
}

/** @typedef {ReturnType<typeof createStore>} Store */

/**
 * @param {string} id
 * @returns {Box}
 */
function emptyBox(id, revision = 1) {
  return { id, revision, name: "", text: "", file: null, example: false, mends: [] };
}

/** @param {Box} box */
export function isEmpty(box) {
  return !box.file && !/\S/.test(box.text);
}

/**
 * The name a run goes by: its file's, or its number.
 * @param {Box} run
 */
export function runName(run) {
  return run.name || run.id.replace("-", " ");
}

/**
 * The name a run goes by where there are several: its file's, else its tag if no other run has that, else its number.
 * @param {Pick<State, "runs" | "scores">} state
 * @param {Box} run
 */
export function nameOf({ runs, scores }, run) {
  if (run.name || runs.length < 2 || isEmpty(run)) return runName(run);
  const tag = scores?.runs.find(({ id }) => id === run.id)?.name;
  const taken = scores?.runs.some(({ id, name }) => id !== run.id && name === tag);
  return tag && !taken ? tag : runName(run);
}

/**
 * The runs that have scores of their present input, in their order.
 * @param {Pick<State, "runs" | "scores">} state
 */
export function comparable({ runs, scores }) {
  return runs.filter(({ id }) => scores?.runs.some((run) => run.id === id && !run.older));
}

/**
 * The id of the run that the others are held against.
 * @param {Pick<State, "runs" | "scores" | "compare">} state
 */
export function baselineOf(state) {
  const runs = comparable(state);
  return (runs.find(({ id }) => id === state.compare.baseline) ?? runs[0])?.id ?? "";
}

/** @param {State} state */
export function chosenRun(state) {
  return state.runs.find((run) => run.id === state.chosen) ?? /** @type {Box} */ (state.runs[0]);
}

/**
 * @param {State} state
 * @param {string} id
 * @returns {Box | undefined}
 */
export function boxOf(state, id) {
  return id === "judgements" ? state.judgements : state.runs.find((run) => run.id === id);
}

/**
 * New content for one box, under a new revision.
 * @param {State} state
 * @param {string} id
 * @param {Content} content
 * @returns {State}
 */
export function withContent(state, id, content) {
  const counter = state.counter + 1;
  const box = { ...emptyBox(id, counter), ...content };
  if (id === "judgements") return { ...state, counter, judgements: box };
  return { ...state, counter, runs: state.runs.map((run) => (run.id === id ? box : run)) };
}

/**
 * One more run, chosen.
 * @param {State} state
 * @param {Content} [content]
 * @returns {State}
 */
export function withRun(state, content = {}) {
  const numbers = state.runs.map((run) => Number(run.id.slice("run-".length)));
  const id = `run-${Math.max(...numbers) + 1}`;
  const grown = { ...state, runs: [...state.runs, emptyBox(id)], chosen: id };
  return withContent(grown, id, content);
}

/**
 * One run fewer; the last one is only emptied.
 * @param {State} state
 * @param {string} id
 * @returns {State}
 */
export function withoutRun(state, id) {
  if (state.runs.length === 1) return withContent(state, id, {});
  const index = state.runs.findIndex((run) => run.id === id);
  const runs = state.runs.filter((run) => run.id !== id);
  const neighbour = runs[Math.min(index, runs.length - 1)];
  // The next run that is added may be given its number.
  const scored = state.scores?.runs.filter((run) => run.id !== id) ?? [];
  const scores = state.scores && scored.length ? { ...state.scores, runs: scored } : null;
  return { ...state, runs, scores, chosen: state.chosen === id && neighbour ? neighbour.id : state.chosen };
}

/**
 * All runs gone but an empty one.
 * @param {State} state
 * @returns {State}
 */
export function withOneRun(state) {
  return { ...state, runs: [emptyBox("run-1")], chosen: "run-1" };
}

/**
 * Both boxes and the settings an example names.
 * @param {State} state
 * @param {Example} example
 * @returns {State}
 */
export function withExample(state, example) {
  let next = withContent(withOneRun(state), "judgements", { text: example.judgements, example: true });
  next = withContent(next, next.chosen, { text: example.results, example: true });
  const { k, preset, ...changed } = example.settings ?? {};
  const settings = { ...state.settings };
  if (preset !== undefined) settings.preset = String(preset);
  if (k !== undefined) settings.k = String(k);
  if (preset !== undefined) settings.changed = changed;
  else settings.changed = { ...settings.changed, ...changed };
  return { ...next, settings };
}

/**
 * Judgements and one run change places.
 * @param {State} state
 * @param {string} runId
 * @returns {State}
 */
export function withSwap(state, runId) {
  const run = boxOf(state, runId);
  if (!run) return state;
  const { id: _judgements, revision: _one, ...judgementsContent } = state.judgements;
  const { id: _run, revision: _two, ...runContent } = run;
  // A mend is for one side.
  const next = withContent(state, "judgements", { ...runContent, mends: [] });
  return withContent(next, runId, { ...judgementsContent, mends: [] });
}

/**
 * What the reader made, to be put back by Undo.
 * @param {State} state
 * @returns {Work}
 */
export function workOf({ judgements, runs, chosen, settings, measures, code, compare, view, arrival }) {
  return { judgements, runs, chosen, settings, measures, code, compare, view, arrival };
}

/**
 * Says what happened, with an Undo when something of the reader's own was replaced.
 * @param {State} state
 * @param {string} text
 * @param {Work | null} [before]
 * @returns {State}
 */
export function withMessage(state, text, before = null) {
  return { ...state, message: { text, undo: before && { before, after: workOf(state) } } };
}

/**
 * Readings and scores as they have just come back. A run whose input now has an error keeps its earlier scores, marked.
 * @param {State} state
 * @param {Answer} answer
 * @returns {State}
 */
export function withAnswer(state, answer) {
  /** @type {Record<string, Reading>} */
  const readings = {};
  for (const reading of [answer.judgements, ...answer.runs]) if (reading) readings[reading.id] = reading;
  const next = { ...withReport(state, answer.code), readings, fault: null, progress: null };
  if (answer.scores) return { ...next, older: "", scores: withEarlier(next, answer.scores) };
  const wrong = Object.values(readings).some((reading) => reading.error);
  return wrong && state.scores ? { ...next, older: "error" } : { ...next, older: "", scores: null };
}

/**
 * @param {State} state
 * @param {Scores} scores
 * @returns {Scores}
 */
function withEarlier(state, scores) {
  const same = state.scores?.measures.map((m) => m.name).join() === scores.measures.map((m) => m.name).join();
  /** @type {RunScores[]} */
  const runs = [];
  for (const { id } of state.runs) {
    const fresh = scores.runs.find((run) => run.id === id);
    const earlier = state.scores?.runs.find((run) => run.id === id);
    if (fresh) runs.push(fresh);
    else if (earlier && same && state.readings[id]?.error) runs.push({ ...earlier, older: true });
  }
  return { ...scores, runs };
}

/**
 * Nothing to score: no readings, no scores, no faults.
 * @param {State} state
 * @returns {State}
 */
export function withNothing(state) {
  return { ...state, readings: {}, scores: null, older: "", fault: null, progress: null };
}

/**
 * A request that could not be answered; the scores before it stay, marked as older.
 * @param {State} state
 * @param {Fault} fault
 * @returns {State}
 */
export function withFault(state, fault) {
  return { ...state, fault, progress: null, older: state.scores ? "error" : "" };
}

/**
 * Marks the scores shown as older than the input, unless they already are.
 * @param {State} state
 * @param {"updating" | "stopped"} why
 * @returns {State}
 */
export function withOlder(state, why) {
  if (why === "updating" && (!state.scores || state.older)) return state;
  return { ...state, older: why };
}
