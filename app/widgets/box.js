/** One input box: a data box or a file kept as it is, and below it what is wrong with it. */

import { whenChanged } from "../dom.js";
import { createAttached } from "./attached.js";
import { createEditor } from "./editor.js";
import { errorAlert } from "./error.js";

/** @import { Actions, Box, InputError, Reading } from "../types.js" */

/**
 * @param {HTMLElement} frame
 * @param {string} id  of the box in the state
 * @param {string} label
 * @param {Actions} actions
 */
export function createBox(frame, id, label, actions) {
  const editorRoot = /** @type {HTMLElement} */ (frame.querySelector(".editor"));
  const editor = createEditor(editorRoot, (text, fresh) => actions.edit(id, text, fresh));
  const attached = createAttached(frame, label, () => {
    actions.clear(id);
    queueMicrotask(() => frame.isConnected && editor.textarea.focus());
  });
  /** @type {HTMLElement | null} */
  let alert = null;

  const showError = whenChanged((/** @type {string} */ errorText, /** @type {boolean} */ hasLines) => {
    const error = /** @type {InputError | null} */ (JSON.parse(errorText));
    alert?.remove();
    alert = error && errorAlert(error, hasLines ? editor.goTo : null, () => actions.swap(id));
    if (alert) {
      alert.id = `error-${id}`;
      frame.append(alert);
      editor.textarea.setAttribute("aria-describedby", alert.id);
    } else {
      editor.textarea.removeAttribute("aria-describedby");
    }
    const lines = error?.problems.map((problem) => problem.line ?? 0) ?? [];
    editor.mark(hasLines ? lines.filter((line) => line > 0) : []);
  });

  return {
    editor,
    /** @param {Box} box @param {Reading | undefined} reading */
    render(box, reading) {
      editorRoot.hidden = box.file !== null;
      attached.show(box.file);
      editor.show(box.text);
      showError(JSON.stringify(reading?.error ?? null), box.file === null);
    },
  };
}
