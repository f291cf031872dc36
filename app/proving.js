/** Opens the proof of a score that is chosen in a table; what asks for it and shows it is loaded after the first scores. */

import { afterwards } from "./later.js";
import { scoreAt } from "./widgets/score.js";

/** @import { Store } from "./state.js" */
/** @import { Actions, Attachment, Request, State } from "./types.js" */

const KEYS = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"]);

/**
 * @param {Store} store
 * @param {Actions} actions
 * @param {(request: Request, files: Attachment[]) => Promise<{ok?: any, error?: any}>} call
 */
export function createProver(store, actions, call) {
  /** @type {Promise<ReturnType<typeof import("./proof/proof.js").createProof> | null> | null} */
  let loading = null;
  let due = false;

  function load() {
    loading ??= import("./proof/proof.js").then(
      ({ createProof }) => createProof(store, actions, call),
      () => {
        loading = null;
        actions.tell("The working could not be loaded: check the connection and try again.");
        return null;
      },
    );
    return loading;
  }

  for (const body of document.querySelectorAll(".mean-table tbody, .query-table tbody")) {
    body.addEventListener("click", ({ target }) => {
      const score = scoreAt(target);
      if (score) load().then((proof) => proof?.open(score));
    });
    body.addEventListener("keydown", (event) => {
      const { key, ctrlKey, metaKey, altKey } = /** @type {KeyboardEvent} */ (event);
      if (!scoreAt(event.target) || !KEYS.has(key) || altKey) return;
      event.preventDefault();
      load().then((proof) => {
        const score = scoreAt(document.activeElement); // where the keys before this one have led
        if (score) proof?.move(score, key, ctrlKey || metaKey);
      });
    });
  }

  return (/** @type {State} */ { scores }) => {
    if (!scores || due) return;
    due = true;
    afterwards().then(load);
  };
}
