/** A plain textarea as a code editor: until the rich one is there, on phones, and where that cannot be loaded. */

import { make } from "../dom.js";
import { lineSpan } from "../format.js";

/** @import { CodeError } from "../types.js" */

/** What both editors are called. */
export const LABEL = "Python code of your measures";

/**
 * @typedef {object} CodeEditor
 * @property {(text: string) => void} show  the text, unless it is there already
 * @property {(text: string) => void} replace  as if typed: it can be undone
 * @property {(errors: CodeError[]) => void} mark
 * @property {(line: number) => void} goTo
 * @property {(at: number) => void} focus
 * @property {() => {text: string, focused: boolean, at: number}} leave  ends it
 */

/**
 * @param {HTMLElement} host
 * @param {{change: (text: string) => void, run: () => void}} events
 * @returns {CodeEditor}
 */
export function createPlainEditor(host, { change, run }) {
  const textarea = make("textarea", "code-plain");
  Object.assign(textarea, { spellcheck: false, autocapitalize: "off", autocomplete: "off", wrap: "off" });
  textarea.ariaLabel = LABEL;
  textarea.setAttribute("aria-describedby", "code-help");
  textarea.addEventListener("input", () => change(textarea.value));
  textarea.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    run();
  });
  host.replaceChildren(textarea);

  return {
    show(text) {
      if (textarea.value !== text) textarea.value = text;
    },
    replace(text) {
      textarea.value = text;
      change(text);
    },
    mark(errors) {
      textarea.ariaInvalid = String(errors.some(({ line }) => line !== null));
    },
    goTo(line) {
      textarea.focus();
      textarea.setSelectionRange(...lineSpan(textarea.value, line));
    },
    focus(at) {
      textarea.focus();
      textarea.setSelectionRange(at, at);
    },
    leave() {
      const focused = document.activeElement === textarea;
      return { text: textarea.value, focused, at: textarea.selectionStart };
    },
  };
}
