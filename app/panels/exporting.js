/** The buttons that export a table; what they open is loaded when one is first pressed. */

/** @import { Actions, State } from "../types.js" */

/**
 * @param {HTMLElement} root
 * @param {Actions} actions
 */
export function mount(root, actions) {
  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = root.querySelectorAll("button[data-export]");
  for (const button of buttons) {
    button.addEventListener("click", () =>
      actions
        .exportTable(button.dataset.export ?? "")
        .catch(() => actions.tell("The export could not be loaded: check the connection and try again.")),
    );
  }

  return (/** @type {State} */ { scores, older, comparison, elsewhere }) => {
    const ready = Boolean(scores) && !["error", "stopped"].includes(older);
    const also = /** @type {Record<string, unknown>} */ ({ comparisons: comparison.answer, others: elsewhere.left });
    for (const button of buttons) {
      const table = button.dataset.export ?? "";
      button.disabled = !ready || (table in also && !also[table]);
    }
  };
}
