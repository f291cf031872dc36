/** When Python is asked to compare runs, draw curves or lay rankings side by side. */

import { same } from "../answers.js";
import { baselineOf, comparable, nothingAsked } from "../state.js";
import { CURVES, rivalOf, testsOf } from "./chosen.js";
import { compareRequest, curvesRequest, rankingsRequest } from "./requests.js";

/** @import { Store } from "../state.js" */
/** @import { Turns } from "../turns.js" */
/** @import { Asked, Attachment, Request, State } from "../types.js" */

/** Milliseconds without a change of scores or choices before runs are compared. */
const PAUSE = 250;

/** @typedef {"comparison" | "curves" | "rankings"} Kind */

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
 * @param {Turns} turns
 */
export function createComparer(store, turns) {
  /** @type {Record<Kind, {of: unknown[] | null, timer: number}>} */
  const asked = {
    comparison: { of: null, timer: 0 },
    curves: { of: null, timer: 0 },
    rankings: { of: null, timer: 0 },
  };

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
    try {
      const { ok, error } = await turns.comparing(request, files);
      if (asked[kind].of !== of) return;
      if (error) put(kind, { fault: error, older: store.get()[kind].answer ? "error" : "" });
      else put(kind, { answer: answerOf(kind, ok), fault: null, older: "", of });
    } catch (problem) {
      if (asked[kind].of === of) failed(kind, problem);
    }
  }

  /** @param {Kind} kind @param {unknown} problem */
  function failed(kind, problem) {
    const { name, message } = problem instanceof Error ? problem : new Error(String(problem));
    if (name === "Superseded") return;
    if (name === "GaveWay") asked[kind].of = null;
    else if (name === "Stopped") put(kind, { older: "stopped" });
    else put(kind, { fault: { kind: "failure", message, source: null, hint: null }, older: "error" });
  }

  /** @param {State} state */
  function watch(state) {
    if (state.scoring) return; // what comes then would make it old at once
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

  return {
    watch,
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
