/** The button that names the chosen measures and opens the picker, which is loaded when it is first wanted. */

import { find, say, whenChanged } from "../dom.js";
import { faultText } from "../format.js";
import { chosenNames, shownName } from "../measures.js";

/** @import { Actions, Catalog, State } from "../types.js" */

/** As many names as are shown beside the button. */
const SHOWN = 4;

/**
 * @param {HTMLElement} root
 * @param {Actions} actions
 */
export function mount(root, actions) {
  const button = find(root, "#measures-button", HTMLButtonElement);
  const dialog = find(root, "dialog", HTMLDialogElement);
  const value = find(root, ".disclosure-value", HTMLElement);
  const error = find(document, "#error-measures", HTMLElement);
  /** @type {State | null} */
  let shown = null;
  /** @type {((state: State) => void) | null} */
  let render = null;
  let failure = "";

  button.addEventListener("click", async () => {
    try {
      const { createPicker } = await import("../widgets/picker.js");
      render ??= createPicker(dialog, actions);
      if (shown) render(shown);
      if (!dialog.open) dialog.showModal();
      failure = "";
    } catch {
      failure = "The list of measures could not be loaded: check the connection and load the page again.";
    }
    complain();
  });

  function complain() {
    const fault = shown?.fault;
    const wrong = failure || (fault?.source === "measures" ? faultText(fault) : "");
    error.hidden = !wrong;
    say(error, wrong);
  }

  const draw = whenChanged((/** @type {Catalog | null} */ catalog, /** @type {string[] | null} */ measures) => {
    if (catalog) say(value, summary(chosenNames({ catalog, measures })));
  });

  return (/** @type {State} */ state) => {
    shown = state;
    draw(state.catalog, state.measures);
    complain();
    render?.(state);
  };
}

/** @param {string[]} names */
function summary(names) {
  if (names.length === 0) return "none chosen";
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : "";
  return names.slice(0, SHOWN).map(shownName).join(", ") + more;
}
