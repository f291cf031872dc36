/** When Python is asked for scores, and what becomes of its answers: the newest request wins. */

import { withStoppedCode } from "./code.js";
import { scoreRequest } from "./request.js";
import { isEmpty, withAnswer, withFault, withMessage, withNothing, withOlder } from "./state.js";

/** @import { createLimit } from "./limit.js" */
/** @import { Store } from "./state.js" */
/** @import { Answer, Engine, Fault } from "./types.js" */

/** Scores that are older than the input by this many milliseconds are shown as older. */
const NOTICEABLE = 150;

/** Milliseconds: where scores take no longer, every keystroke gets its own at once. */
const QUICK = 50;

/** Milliseconds without a keystroke before a mistake is told: half a row is one until the other half is there. */
const HALF_WRITTEN = 120;

/**
 * @param {Store} store
 * @param {Engine} engine
 * @param {ReturnType<typeof createLimit>} limit
 */
export function createScorer(store, engine, limit) {
  let timer = 0;
  let asked = 0;
  let changes = 0;
  let waiting = false;
  let revived = -1; // the number of changes at which a dead worker's work was asked for again
  let took = Number.POSITIVE_INFINITY;

  async function run(typed = false) {
    const state = store.get();
    waiting = state.sorting || state.engine.state === "failed"; // while Python starts, the engine keeps the call
    if (waiting) return;
    const mine = ++asked;
    const change = changes;
    const { request, files } = scoreRequest(state);
    if (!request.code && [state.judgements, ...state.runs].every(isEmpty)) return store.update(withNothing);
    if (state.settings.k === null) return store.update(withFault, notANumber(state.catalog?.limits.k));
    store.set({ progress: null });
    const late = setTimeout(() => store.update(withOlder, "updating"), NOTICEABLE);
    const began = performance.now();
    try {
      const answer = await engine.call(request, files);
      took = performance.now() - began;
      clearTimeout(late);
      if (typed && isWrong(answer)) {
        await new Promise((resolve) => setTimeout(resolve, HALF_WRITTEN));
        if (change !== changes) return; // the other half has come, and is scored, or soon will be
      }
      if (mine !== asked) return;
      if (answer.error?.kind === "internal" && request.code) {
        // It may have spoiled the Python that it ran in, whose next answers would be no better.
        store.update(withStoppedCode, "died");
        engine.stop();
        return run();
      }
      if (answer.error) store.update(withFault, answer.error);
      else store.update(withAnswer, /** @type {Answer} */ (answer.ok));
    } catch (problem) {
      if (mine === asked) failed(problem, Boolean(request.code));
    } finally {
      clearTimeout(late);
    }
  }

  /** @param {unknown} problem @param {boolean} withCode */
  function failed(problem, withCode) {
    const { name, message } = problem instanceof Error ? problem : new Error(String(problem));
    if (name === "Superseded") return;
    const ran = withCode ? limit.state() : "";
    if (ran && (name === "Stopped" || name === "WorkerDied")) {
      const why = name === "WorkerDied" ? "died" : ran === "limit" ? "limit" : "stopped";
      store.update(withStoppedCode, why);
      return run();
    }
    if (name === "WorkerDied" && revived !== changes) {
      revived = changes;
      waiting = true; // until the next worker is ready
      return store.update(withMessage, "Python ended unexpectedly. It is started again, and then scores again.");
    }
    if (name === "Stopped") store.update(withOlder, "stopped");
    else store.update(withFault, { kind: "failure", message, source: null, hint: null });
  }

  return {
    /** Asks for scores at once, or, where these take long, after a pause that starts anew with each keystroke. */
    ask(pause = 0) {
      changes += 1;
      clearTimeout(timer);
      if (pause && took > QUICK) timer = setTimeout(run, pause);
      else run(pause > 0);
    },
    /** Python has become ready, or the files are sorted: asks for what was put off. */
    resume() {
      if (waiting) run();
    },
  };
}

/** @param {{ok?: unknown, error?: Fault}} answer */
function isWrong({ ok, error }) {
  const { judgements = null, runs = [] } = /** @type {Partial<Answer>} */ (ok ?? {});
  return Boolean(error) || [judgements, ...runs].some((reading) => reading?.error);
}

/**
 * @param {[number, number] | undefined} limits
 * @returns {Fault}
 */
function notANumber(limits = [1, 1_000_000]) {
  const [low, high] = limits.map((limit) => limit.toLocaleString("en-GB"));
  return {
    kind: "setting",
    source: "k",
    message: "k is not a number",
    hint: `give a whole number from ${low} to ${high}`,
  };
}
