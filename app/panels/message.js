/** A line at the foot of the page that says what was replaced or not opened, with Undo. */

import { find, say } from "../dom.js";

/** @import { Actions, State } from "../types.js" */

/**
 * @param {HTMLElement} root
 * @param {Actions} actions
 */
export function mount(root, actions) {
  const text = find(root, ".message-text", HTMLElement);
  const undo = find(root, "#undo", HTMLButtonElement);
  const dismiss = find(root, "#dismiss", HTMLButtonElement);
  const home = /** @type {HTMLElement} */ (root.parentElement);

  /** An open dialog makes all outside it inert, Undo too. */
  function place() {
    const holder = document.querySelector("dialog:modal") ?? home;
    if (root.parentElement !== holder) holder.append(root);
  }

  document.addEventListener("close", place, true);
  undo.addEventListener("click", actions.undo);
  dismiss.addEventListener("click", actions.dismiss);

  return (/** @type {State} */ { message }) => {
    place();
    say(text, message?.text ?? "");
    undo.hidden = !message?.undo;
    dismiss.hidden = !message;
  };
}
