/** Says whether Python is there, and offers another try when it is not. */

import { find, say } from "../dom.js";

/** @import { Actions, State } from "../types.js" */

const WORDS = { loading: "Starting Python", ready: "Ready", busy: "Ready", failed: "Python could not start" };

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
    say(text, slow && state === "busy" ? "Working" : (message ?? WORDS[state]));
    status.title = detail ?? "";
    retry.hidden = state !== "failed";
  };
}
