/** When Python is asked to compare runs, draw curves or lay rankings side by side; scoring never waits long for it. */

import { compareRequest, curvesRequest, rankingsRequest } from "./request.js";
import { nothingAsked } from "./state.js";

/** @import { Engine } from "./scoring.js" */
/** @import { Store } from "./state.js" */
/** @import { Asked, Attachment, CompareChoices, Request, State } from "./types.js" */

/** Milliseconds without a change of scores or choices before runs are compared. */
const PAUSE = 250;

/** Milliseconds that scoring waits for a comparison under way, before it is stopped and asked for anew afterwards. */
const PATIENCE = 600;

/** The pictures that are drawn from curves. */
export const CURVES = ["interpolated", "P", "R", "nDCG"];

/**
 * The tests that are made unless others are chosen: for all pairs the one that needs no correction.
 * @param {boolean} pairs
 */
export function usualTests(pairs) {
  return pairs ? ["tukey"] : ["t", "randomization"];
}

/** @param {CompareChoices} choices */
export function testsOf({ tests, pairs }) {
  return tests ?? usualTests(pairs);
}

/** @typedef {"comparison" | "curves" | "rankings"} Kind */

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

/**
 * The id of the run that pictures hold against the baseline.
 * @param {State} state
 */
export function rivalOf(state) {
  const others = comparable(state).filter(({ id }) => id !== baselineOf(state));
  const rival = others.find(({ id }) => id === state.view.compare.run) ?? others[0];
  return rival?.id ?? "";
}

/**
 * What each answer depends on, or null where it is not wanted. The same values mean that the answer holds.
 * @param {State} state
 * @returns {Record<Kind, unknown[] | null>}
 */
function wanted(state) {
  const { scores, compare, view, settings } = state;
  const ready = settings.k !== null && comparable(state).length > 1;
  const { picture, query } = view.compare;
  return {
    comparison: ready ? [scores, compare] : null,
    curves: ready && CURVES.includes(picture) ? [scores] : null,
    rankings: ready && query !== null ? [scores, query, baselineOf(state), rivalOf(state)] : null,
  };
}

/**
 * @param {Store} store
 * @param {Engine} engine
 */
export function createComparer(store, engine) {
  /** @type {Record<Kind, {of: unknown[] | null, timer: number}>} */
  const asked = {
    comparison: { of: null, timer: 0 },
    curves: { of: null, timer: 0 },
    rankings: { of: null, timer: 0 },
  };
  /** @type {Set<Promise<unknown>>} */
  const running = new Set();
  /** Calls for something else than a comparison that may take long. @type {Set<Promise<unknown>>} */
  const others = new Set();
  let asides = 0;
  let scoring = 0;
  let gaveWay = false;

  /** @type {Record<Kind, (state: State) => {request: Request, files: Attachment[]}>} */
  const requests = {
    comparison: (state) => compareRequest(state, baselineOf(state), testsOf(state.compare)),
    curves: curvesRequest,
    rankings: (state) => rankingsRequest(state, state.view.compare.query ?? "", [baselineOf(state), rivalOf(state)]),
  };

  /** @param {Kind} kind @param {Partial<Asked<any>>} part */
  function put(kind, part) {
    store.update((state) => ({ ...state, [kind]: { ...state[kind], ...part } }));
  }

  /** @param {Kind} kind @param {unknown[]} of */
  async function ask(kind, of) {
    const { request, files } = requests[kind](store.get());
    const call = engine.call(request, files);
    running.add(call);
    store.set({ comparing: true });
    try {
      const { ok, error } = await call;
      if (asked[kind].of !== of) return;
      if (error) put(kind, { fault: error, older: store.get()[kind].answer ? "error" : "" });
      else put(kind, { answer: answerOf(kind, ok), fault: null, older: "", of });
    } catch (problem) {
      if (asked[kind].of === of) failed(kind, problem);
    } finally {
      running.delete(call);
      store.set({ comparing: running.size > 0, ...(scoring ? {} : { progress: null }) });
    }
  }

  /** @param {Kind} kind @param {unknown} problem */
  function failed(kind, problem) {
    const { name, message } = problem instanceof Error ? problem : new Error(String(problem));
    if (name === "Superseded") return;
    if (name === "Stopped" && gaveWay) asked[kind].of = null;
    else if (name === "Stopped") put(kind, { older: "stopped" });
    else put(kind, { fault: { kind: "failure", message, source: null, hint: null }, older: "error" });
  }

  /** @param {State} state */
  function watch(state) {
    if (scoring) return; // what comes then would make it old at once
    for (const [name, of] of Object.entries(wanted(state))) {
      const kind = /** @type {Kind} */ (name);
      const mine = asked[kind];
      if (same(mine.of, of)) continue;
      clearTimeout(mine.timer);
      mine.of = of;
      if (of === null) {
        if (kind !== "curves") store.set({ [kind]: nothingAsked() });
        continue;
      }
      if (same(/** @type {unknown[] | null} */ (state[kind].of), of)) {
        put(kind, { older: "", fault: null });
        continue;
      }
      put(kind, { older: "updating" });
      mine.timer = setTimeout(() => ask(kind, of), kind === "comparison" ? PAUSE : 0);
    }
  }

  /**
   * Calls the engine for scores. A comparison under way may end first if it is about to; else it is stopped.
   * @param {Request} request
   * @param {Attachment[]} [files]
   */
  async function givingWay(request, files) {
    scoring += 1;
    store.set({ scoring: true });
    try {
      const busy = () => [...running, ...others];
      if (busy().length) await Promise.race([Promise.allSettled(busy()), pause(PATIENCE)]);
      if (busy().length) {
        gaveWay = true;
        engine.stop();
        await Promise.allSettled(busy());
        gaveWay = false;
      }
      return await engine.call(request, files);
    } finally {
      scoring -= 1;
      store.set({ scoring: scoring > 0 });
    }
  }

  /**
   * Calls the engine for something that gives way to scores too, unless it ends by itself `within` a moment; having
   * given way, it fails with an error named GaveWay.
   * @param {Request} request
   * @param {Attachment[]} files
   */
  async function aside(request, files) {
    const call = engine.call(request, files);
    if (!("within" in request)) others.add(call);
    asides += 1;
    store.set({ aside: true });
    try {
      return await call;
    } catch (problem) {
      if (!gaveWay || !(problem instanceof Error) || problem.name !== "Stopped") throw problem;
      throw Object.assign(new Error("Scores were asked for"), { name: "GaveWay" });
    } finally {
      others.delete(call);
      asides -= 1;
      store.set({ aside: asides > 0, ...(scoring ? {} : { progress: null }) });
    }
  }

  return {
    watch,
    givingWay,
    aside,
    /** Asks again for what was stopped. */
    again() {
      for (const kind of /** @type {Kind[]} */ (["comparison", "curves", "rankings"])) {
        if (store.get()[kind].older !== "") asked[kind].of = null;
      }
      watch(store.get());
    },
  };
}

/**
 * @param {Kind} kind
 * @param {any} ok
 */
function answerOf(kind, ok) {
  return kind === "comparison" ? ok.comparison : ok;
}

/**
 * Whether an answer of the one is an answer of the other.
 * @param {unknown[] | null} one
 * @param {unknown[] | null} other
 */
export function same(one, other) {
  if (one === null || other === null) return one === other;
  return one.length === other.length && one.every((value, index) => Object.is(value, other[index]));
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
