/** One input box: a data box or a file kept as it is, and below it what is wrong with it. */

import { make, whenChanged } from "../dom.js";
import { later } from "../later.js";
import { createEditor } from "./editor.js";

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
  const remove = () => {
    actions.clear(id);
    queueMicrotask(() => frame.isConnected && editor.textarea.focus());
  };
  const showFile = later(
    (/** @type {File | null} */ file) => file !== null,
    async () => (await import("./attached.js")).createAttached(frame, label, remove).show,
    () => actions.tell("The file is kept, but cannot be shown here: check the connection and load the page again."),
  );
  /** @type {HTMLElement | null} */
  let alert = null;
  let latest = 0;

  const showError = whenChanged(async (/** @type {string} */ errorText, /** @type {boolean} */ hasLines) => {
    const error = /** @type {InputError | null} */ (JSON.parse(errorText));
    const mine = ++latest;
    const drawn = error && (await alertOf(error, hasLines ? editor.goTo : null, () => actions.swap(id)));
    if (mine !== latest) return;
    alert?.remove();
    alert = drawn;
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
      showFile(box.file);
      editor.show(box.text);
      showError(JSON.stringify(reading?.error ?? null), box.file === null);
    },
  };
}

/**
 * An error with its lines; where what draws it cannot be loaded, in plain words.
 * @param {InputError} error
 * @param {((line: number) => void) | null} goTo
 * @param {() => void} swap
 */
async function alertOf(error, goTo, swap) {
  try {
    const { errorAlert } = await import("./error.js");
    return errorAlert(error, goTo, swap);
  } catch {
    const words = error.problems.map(({ line, message, hint }) => [`line ${line}: ${message}`, hint].join("; "));
    const plain = make("p", "field-error", `Error in ${error.source}: ${words.join(". ")}`);
    plain.role = "alert";
    return plain;
  }
}
