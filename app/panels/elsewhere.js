/** Other tools' conventions, ties and unjudged results: a section that loads its code, and asks Python, once opened. */

import { find } from "../dom.js";

/** @import { Actions, State } from "../types.js" */

/**
 * @param {HTMLElement} root
 * @param {Actions} actions
 */
export function mount(root, actions) {
  const toggle = find(root, "#elsewhere-button", HTMLButtonElement);
  const body = find(root, ".elsewhere-body", HTMLElement);
  /** @type {((state: State) => void) | null} */
  let render = null;
  /** @type {State} */
  let shown;

  toggle.addEventListener("click", async () => {
    const open = Boolean(body.hidden);
    body.hidden = !open;
    toggle.ariaExpanded = open ? "true" : "false";
    try {
      await actions.openTables(open);
      render ??= (await import("../elsewhere/view.js")).createView(body, actions);
      render(shown);
    } catch {
      actions.tell("The tables could not be loaded: check the connection and load the page again.");
    }
  });

  const paper = find(document, ".paper", HTMLElement);
  const sentence = find(paper, "#copy-methods", HTMLButtonElement);
  const citations = find(paper, "#copy-citations", HTMLButtonElement);
  sentence.addEventListener("click", () => actions.copyMethods(false));
  citations.addEventListener("click", () => actions.copyMethods(true));

  return (/** @type {State} */ state) => {
    shown = state;
    sentence.disabled = citations.disabled = !state.scores || state.older === "error";
    render?.(state);
  };
}
