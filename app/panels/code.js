/** The button that opens the editor for measures of one's own, which is loaded when it is first wanted. */

import { find, say } from "../dom.js";
import { counted } from "../format.js";

/** @import { Actions, Code, State } from "../types.js" */

/** Characters of names that are shown beside the button, where they are not to push it into another line. */
const ROOM = 18;

/**
 * @param {HTMLElement} root
 * @param {Actions} actions
 */
export function mount(root, actions) {
  const button = find(root, "#code-button", HTMLButtonElement);
  const section = find(root, "#code", HTMLElement);
  const value = find(button, ".disclosure-value", HTMLElement);
  const fromPicker = find(document, "#write-measure", HTMLButtonElement);
  /** @type {State | null} */
  let shown = null;
  /** @type {{render: (state: State) => void, focus: () => void} | null} */
  let panel = null;

  async function open() {
    try {
      if (!panel) {
        const { createCodePanel } = await import("../widgets/codepanel.js");
        panel ??= createCodePanel(section, actions);
      }
      if (shown) panel.render(shown);
      section.hidden = false;
      button.ariaExpanded = "true";
      section.dispatchEvent(new Event("opened"));
    } catch {
      actions.tell("The editor could not be loaded: check the connection and load the page again.");
    }
  }

  button.addEventListener("click", () => {
    if (section.hidden) return open();
    section.hidden = true;
    button.ariaExpanded = "false";
  });
  fromPicker.addEventListener("click", async () => {
    fromPicker.closest("dialog")?.close();
    await open();
    section.scrollIntoView({ block: "nearest" });
    panel?.focus();
  });

  return (/** @type {State} */ state) => {
    shown = state;
    say(value, summary(state.code));
    value.classList.toggle("is-wrong", state.code.stopped !== "" || (state.code.report?.errors.length ?? 0) > 0);
    panel?.render(state);
  };
}

/** @param {Code} code */
function summary({ text, ran, stopped, report }) {
  if (stopped) return "stopped";
  if (ran === null) return text.trim() ? "not run yet" : "none";
  const [error] = report?.errors ?? [];
  if (error) return error.line ? `error in line ${error.line}` : "error";
  const names = report?.measures ?? [];
  if (names.length === 0) return "…";
  const all = names.join(", ");
  return all.length > ROOM ? counted(names.length, "measure", "measures") : all;
}
