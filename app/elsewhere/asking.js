/** When Python is asked for the tables of other conventions: while they are open, after scores, giving way to them. */

import { same } from "../answers.js";
import { tableRequest } from "./request.js";
import { isReady } from "./state.js";

/** @import { Store } from "../state.js" */
/** @import { Turns } from "../turns.js" */
/** @import { ConventionTable, Elsewhere, Left, Scores, State } from "../types.js" */

/** Milliseconds without new scores before the tables are asked for. */
const PAUSE = 250;

/** In the order in which they are asked for. */
const TABLES = /** @type {const} */ (["conventions", "ranges"]);

/**
 * @param {Store} store
 * @param {Turns} turns
 */
export function createTables(store, turns) {
  /** @type {unknown[] | null} */
  let wanted = null;
  let timer = 0;

  /** @param {Partial<Elsewhere>} part */
  function put(part) {
    store.update((state) => ({ ...state, elsewhere: { ...state.elsewhere, ...part } }));
  }

  /** @param {unknown[]} of */
  async function ask(of) {
    try {
      for (const action of TABLES) {
        const { request, files } = tableRequest(store.get(), action);
        put({ working: action });
        const { ok, error } = await turns.aside(request, files);
        if (wanted !== of) return;
        if (error) return put({ fault: error, older: "error", working: "" });
        const scores = /** @type {Scores} */ (of[0]);
        if (action === "conventions")
          put({ table: /** @type {ConventionTable} */ (ok), tableScores: scores, left: null, older: "" });
        else put({ left: /** @type {Left} */ (ok), leftScores: scores, of });
      }
    } catch (problem) {
      if (wanted === of) failed(problem);
    } finally {
      if (wanted === of || wanted === null) put({ working: "" });
    }
  }

  /** @param {unknown} problem */
  function failed(problem) {
    const { name, message } = problem instanceof Error ? problem : new Error(String(problem));
    if (name === "GaveWay")
      wanted = null; // asked for again as soon as the scores are there
    else if (name === "Stopped") put({ older: "stopped" });
    else if (name !== "Superseded")
      put({ fault: { kind: "failure", message, source: null, hint: null }, older: "error" });
  }

  /** @param {State} state */
  function watch(state) {
    const { open, of } = state.elsewhere;
    if (state.scoring) return; // what comes then would make it old at once
    const next = open && isReady(state) ? [state.scores, state.chosen] : null;
    if (same(wanted, next)) return;
    clearTimeout(timer);
    wanted = next;
    if (!next) return;
    if (same(/** @type {unknown[] | null} */ (of), next)) return put({ older: "", fault: null });
    put({ older: "updating", fault: null });
    timer = setTimeout(() => ask(next), PAUSE);
  }

  return {
    watch,
    /** Asks again for what was stopped. */
    again() {
      wanted = null;
      watch(store.get());
    },
  };
}
