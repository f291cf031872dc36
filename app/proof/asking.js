/** When Python is asked for a proof, for what a number leaves open, and for the means that ties could move. */

import { LARGE } from "../content.js";
import { comparable, nothingAsked } from "../state.js";
import { hasTies } from "../widgets/ties.js";
import { boundsRequest, explainRequest, tieMarksRequest } from "./requests.js";

/** @import { Store } from "../state.js" */
/** @import { Attachment, Fault, InputError, ProofPlace, Request, State } from "../types.js" */

/** Milliseconds without new scores before ties are looked into, which nobody waits for. */
const PAUSE = 400;

/**
 * @param {Store} store
 * @param {(request: Request, files: Attachment[]) => Promise<{ok?: any, error?: any}>} call
 */
export function createAsking(store, call) {
  /** What the answers that are there or on their way depend on. @type {{scores: unknown, place: ProofPlace | null}} */
  let asked = { scores: null, place: null };
  let marksOf = /** @type {unknown} */ (null);
  let timer = 0;

  /** @param {"proof" | "bounds"} kind @param {object} part */
  function put(kind, part) {
    store.update((state) => ({ ...state, [kind]: { ...state[kind], ...part } }));
  }

  /** @param {State} state */
  function watch(state) {
    const { scores, proving } = state;
    if (state.scoring) return; // what comes then would make it old at once
    if (scores !== marksOf) {
      marksOf = scores;
      clearTimeout(timer);
      timer = setTimeout(() => marks(scores), PAUSE);
    }
    if (asked.place === proving && (asked.scores === scores || !proving)) return;
    asked = { scores, place: proving };
    if (!proving) return store.set({ proof: nothingAsked(), bounds: nothingAsked() });
    put("proof", { older: "updating" });
    put("bounds", { older: "updating" });
    prove(asked, proving);
  }

  /** @param {typeof asked} mine @param {ProofPlace} place */
  async function prove(mine, place) {
    try {
      const { ok, error } = await ask(explainRequest(store.get(), place));
      if (asked !== mine) return;
      if (error) return put("proof", { fault: faultOf(error), older: "error" });
      put("proof", { answer: ok, fault: null, older: "", of: place });
      if (place.own) return put("bounds", { answer: null, fault: null, older: "" });
      for (;;) {
        const found = await ask(boundsRequest(store.get(), place));
        if (asked !== mine) return;
        if (found.error) return put("bounds", { fault: faultOf(found.error), older: "error" });
        if (found.ok.unfinished) continue;
        return put("bounds", { answer: found.ok, fault: null, older: "", of: place });
      }
    } catch (problem) {
      if (asked === mine) failed(problem);
    } finally {
      if (!store.get().scoring) store.set({ progress: null });
    }
  }

  /** @param {unknown} problem */
  function failed(problem) {
    const { name, message } = problem instanceof Error ? problem : new Error(String(problem));
    if (name === "Superseded") return;
    if (name === "GaveWay") asked = { scores: null, place: null };
    else if (name === "Stopped") put("proof", { older: "stopped" });
    else put("proof", { fault: { kind: "failure", message, source: null, hint: null }, older: "error" });
  }

  /** @param {unknown} of  the scores whose means are looked at */
  async function marks(of) {
    const state = store.get();
    if (of !== state.scores || !state.scores || state.older) return;
    const measures = state.scores.measures.filter(({ own }) => !own).map(({ name }) => name);
    for (const { id, file } of comparable(state)) {
      const scored = state.scores.runs.find((run) => run.id === id);
      if (!scored || !hasTies(scored) || (file?.size ?? 0) >= LARGE) continue;
      const found = await marksOfRun(of, () => tieMarksRequest(state, id, measures));
      if (!found) return;
      store.update((now) => ({
        ...now,
        tieMarks: { of, runs: { ...(now.tieMarks.of === of ? now.tieMarks.runs : {}), [id]: found } },
      }));
    }
  }

  /** @param {unknown} of @param {() => {request: Request, files: Attachment[]}} request */
  async function marksOfRun(of, request) {
    try {
      for (;;) {
        if (marksOf !== of) return null;
        if (store.get().scoring) {
          marksOf = null; // looked into once the scores are there
          return null;
        }
        const { ok } = await ask(request());
        if (!ok) return null;
        if (!ok.unfinished) return ok.marks;
      }
    } catch {
      return null; // stopped, or the worker is gone: scores say more than their marks
    }
  }

  /** @param {{request: Request, files: Attachment[]}} what */
  function ask({ request, files }) {
    return call(request, files);
  }

  return {
    watch,
    /** Asks again for what was stopped. */
    again() {
      asked = { scores: null, place: null };
      watch(store.get());
    },
  };
}

/**
 * What is wrong, in one sentence; of an input with mistakes the first one.
 * @param {Fault | InputError} error
 * @returns {Fault}
 */
function faultOf(error) {
  if (!("problems" in error)) return error;
  const { message, line, hint } = error.problems[0] ?? { message: "It has an error", line: null, hint: null };
  const place = line === null ? error.source : `${error.source}, line ${line}`;
  return { kind: error.kind, message: `${place}: ${message}`, source: error.source, hint };
}
