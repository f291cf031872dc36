/** Whose turn it is with Python: scoring never waits long for a comparison, a proof or a table. */

import { named } from "./link.js";

/** @import { Store } from "./state.js" */
/** @import { Attachment, Engine, Request } from "./types.js" */

/** Milliseconds that scoring waits for what is under way, before that is stopped and asked for anew afterwards. */
const PATIENCE = 600;

/** @typedef {(request: Request, files?: Attachment[]) => Promise<{ok?: any, error?: any}>} Call */
/** @typedef {ReturnType<typeof createTurns>} Turns */

/**
 * @param {Store} store
 * @param {Engine} engine
 */
export function createTurns(store, engine) {
  /** Calls that may take long, and give way to scores. @type {Set<Promise<unknown>>} */
  const long = new Set();
  const under = { comparing: 0, aside: 0 };
  let scoring = 0;
  let gaveWay = false;
  let stops = 0;

  /**
   * Calls the engine for scores. What is under way may end first if it is about to; else it is stopped.
   * @param {Request} request
   * @param {Attachment[]} [files]
   * @param {Call} [call]
   */
  async function scores(request, files, call = engine.call) {
    const before = stops;
    scoring += 1;
    store.set({ scoring: true });
    try {
      if (long.size) await Promise.race([Promise.allSettled(long), pause(PATIENCE)]);
      if (long.size) {
        gaveWay = true;
        engine.stop();
        await Promise.allSettled(long);
        gaveWay = false;
      }
      if (stops > before) throw named("Stopped", "Stopped before it was asked for");
      return await call(request, files);
    } finally {
      scoring -= 1;
      store.set({ scoring: scoring > 0 });
    }
  }

  /**
   * Asks once more where the worker ends before it has answered; who asks for scores does so by itself.
   * @param {Request} request
   * @param {Attachment[]} [files]
   * @param {string[]} [ends]  by their names
   */
  async function lastingly(request, files, ends = ["WorkerDied"]) {
    try {
      return await engine.call(request, files);
    } catch (problem) {
      if (!(problem instanceof Error) || !ends.includes(problem.name)) throw problem;
      return engine.call(request, files);
    }
  }

  /** For what leads to scores. @type {Call} */
  const leading = (request, files) => scores(request, files, lastingly);

  /** For what is checked as it is typed, whatever else is stopped. @type {Call} */
  const checking = (request, files) => lastingly(request, files, ["WorkerDied", "Stopped"]);

  /**
   * Calls the engine for something that gives way to scores, unless it ends by itself `within` a moment; having given
   * way, it fails with an error named GaveWay. Meanwhile the state says that it is under way.
   * @param {keyof typeof under} what
   * @returns {Call}
   */
  function giving(what) {
    return async (request, files) => {
      const call = lastingly(request, files);
      if (!("within" in request)) long.add(call);
      under[what] += 1;
      store.set({ [what]: true });
      try {
        return await call;
      } catch (problem) {
        if (!gaveWay || !(problem instanceof Error) || problem.name !== "Stopped") throw problem;
        throw named("GaveWay", "Scores were asked for");
      } finally {
        long.delete(call);
        under[what] -= 1;
        store.set({ [what]: under[what] > 0, ...(scoring ? {} : { progress: null }) });
      }
    };
  }

  /** Ends what is under way, and what waits for that. */
  function stop() {
    stops += 1;
    engine.stop();
  }

  return { scores, leading, checking, comparing: giving("comparing"), aside: giving("aside"), stop };
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
