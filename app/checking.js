/** Checks with Python what a reader types and adds: the name of a measure, code, and packages. */

import { wheelInputs, withCode } from "./code.js";
import { chosenNames, K, namesAt, withMeasures } from "./measures.js";

/** @import { Store } from "./state.js" */
/** @import { Call } from "./turns.js" */
/** @import { Attachment, CodeCheck, Fault, State } from "./types.js" */

/**
 * Adds a measure by any name that Python knows; else says what is wrong.
 * @param {string} text
 * @param {Call} call
 * @param {(change: (state: State) => State) => void} now
 * @returns {Promise<Fault | null>}
 */
export async function nameMeasure(text, call, now) {
  const name = text.replace(/@\s*k$/, `@${K}`);
  try {
    const { error } = await call({ action: "measures", names: namesAt([name], "10") });
    if (error) return error;
    now((state) => withMeasures(state, [...chosenNames(state), name]));
    return null;
  } catch (problem) {
    const message = problem instanceof Error ? problem.message : String(problem);
    return { kind: "failure", source: "measures", message, hint: null };
  }
}

/**
 * Asks what is wrong with the code as it is typed, and with its packages; nothing of it runs.
 * @param {Store} store
 * @param {Call} call
 */
export async function checkCode(store, call) {
  const { text, wheels } = store.get().code;
  /** @type {Attachment[]} */
  const files = [];
  const { ok } = await call({ action: "check_code", text, wheels: wheelInputs(wheels, files) }, files);
  if (ok) store.update(withCheck, text, /** @type {CodeCheck} */ (ok));
}

/**
 * What was found in a text as it was typed, unless it has changed since.
 * @param {State} state
 * @param {string} text
 * @param {Omit<CodeCheck, "errors">} check
 * @returns {State}
 */
function withCheck(state, text, check) {
  return state.code.text === text
    ? withCode(state, { check: { ...check, errors: check.error ? [check.error] : [] } })
    : state;
}
