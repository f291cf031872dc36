/** The help and the button that opens it; its examples are drawn when it is first wanted. */

import { find } from "../dom.js";

/** @import { Actions, State } from "../types.js" */

/**
 * @param {HTMLElement} root
 * @param {Actions} actions
 */
export function mount(root, actions) {
  const dialog = find(root, "dialog.help", HTMLDialogElement);
  const body = find(dialog, ".help-body", HTMLElement);
  /** @type {State | null} */
  let shown = null;
  /** @type {((state: State) => void) | null} */
  let render = null;

  find(root, "#open-help", HTMLButtonElement).addEventListener("click", async () => {
    dialog.showModal(); // its text is in the page, and is there to be read whatever becomes of the rest
    body.scrollTop = 0;
    try {
      const { createHelp } = await import("../widgets/help.js");
      render ??= createHelp(dialog, actions);
      if (shown) render(shown);
    } catch {
      actions.tell("The examples of the help could not be loaded: check the connection and load the page again.");
    }
  });
  dialog.addEventListener("click", ({ target }) => {
    const pressed = /** @type {Element} */ (target);
    if (pressed === dialog || pressed.closest("#close-help")) return dialog.close();
    const id = pressed.closest("[data-goto]")?.getAttribute("data-goto");
    if (!id) return;
    const heading = find(dialog, `#${id}`, HTMLElement);
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: "start" });
  });

  return (/** @type {State} */ state) => {
    shown = state;
    render?.(state);
  };
}
