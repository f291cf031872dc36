/** Says whether Python is there, and offers another try when it is not. */

import { find, say } from "../dom.js";

/** @import { Actions, State } from "../types.js" */

const WORDS = { loading: "Starting Python", failed: "Python could not start" };

/**
 * @param {HTMLElement} root
 * @param {Actions} actions
 */
export function mount(root, actions) {
  const text = find(root, ".status-text", HTMLElement);
  const status = find(root, ".status", HTMLElement);
  const retry = find(root, "#retry", HTMLButtonElement);
  retry.addEventListener("click", actions.retry);

  return (/** @type {State} */ { engine, slow }) => {
    const { state, message, detail } = engine;
    // Not the engine's own words while it comes and goes with every key: a screen reader would read them all out.
    if (state === "ready" || state === "busy") say(text, slow && state === "busy" ? "Working" : "Ready");
    else say(text, message ?? WORDS[state]);
    status.title = detail ?? "";
    retry.hidden = state !== "failed";
  };
}
