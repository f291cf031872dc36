/** Where measures are written in Python: the editor, Run, what the code printed or did wrong, packages and a reference. */

import { button, find, make, say, whenChanged } from "../dom.js";
import { counted, sentence } from "../format.js";
import { withMessage, workOf } from "../state.js";
import { createPlainEditor } from "./codeplain.js";

/** @import { Actions, Catalog, Code, CodeError, State } from "../types.js" */
/** @import { CodeEditor } from "./codeplain.js" */

const STOPPED = {
  limit: "Stopped at the time limit. The other scores are worked out without it; run it to try again.",
  stopped: "Stopped. The other scores are worked out without it; run it to try again.",
  died: "Python ended while this code ran, for memory or depth, or could not go on after it. The other scores are worked out without it; run it to try again.",
};

/**
 * @param {HTMLElement} root
 * @param {Actions} actions
 */
export function createCodePanel(root, actions) {
  const host = find(root, ".code-host", HTMLElement);
  const status = find(root, ".code-status", HTMLElement);
  const stop = find(root, "#code-stop", HTMLButtonElement);
  const drop = find(root, "#code-drop", HTMLButtonElement);
  const limit = find(root, "#code-limit", HTMLInputElement);
  const output = find(root, ".code-output", HTMLElement);
  const errors = find(root, ".code-errors", HTMLElement);
  const wheels = find(root, ".wheels", HTMLElement);
  const files = find(root, "#wheel-file", HTMLInputElement);
  const events = { change: actions.editCode, run: actions.runCode };
  /** @type {CodeEditor} */
  let editor = createPlainEditor(host, events);
  /** @type {Code | null} */
  let shown = null;

  find(root, "#code-run", HTMLButtonElement).addEventListener("click", actions.runCode);
  stop.addEventListener("click", actions.stop);
  drop.addEventListener("click", actions.dropCode);
  limit.addEventListener("change", () => limit.checkValidity() && actions.setCodeLimit(Number(limit.value)));
  find(root, "#open-wheel", HTMLButtonElement).addEventListener("click", () => files.click());
  files.addEventListener("change", () => {
    actions.addWheels([...(files.files ?? [])]);
    files.value = "";
  });
  root.addEventListener("drop", (event) => {
    const dropped = [...(event.dataTransfer?.files ?? [])];
    if (dropped.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    delete document.documentElement.dataset.drop;
    actions.addWheels(dropped);
  });
  loadExamples();
  // A phone's keyboard and its text selection work best with what the phone knows.
  if (matchMedia("(pointer: fine)").matches) upgrade();

  async function upgrade() {
    try {
      const { createRichEditor } = await import("./codemirror.js");
      const { text, focused, at } = editor.leave();
      editor = createRichEditor(host, events);
      editor.show(text);
      if (focused) editor.focus(at);
      if (shown) editor.mark(marks(shown));
    } catch {
      // The plain one does all that is needed.
    }
  }

  async function loadExamples() {
    const place = find(root, ".code-examples", HTMLElement);
    try {
      const answer = await fetch(new URL("../examples/code.json", import.meta.url));
      /** @type {{label: string, code: string}[]} */
      const examples = await answer.json();
      const buttons = examples.map(({ label, code }) =>
        button(label, () => {
          const before = shown;
          editor.replace(code);
          editor.focus(0);
          if (before?.text.trim() && !examples.some((example) => example.code === before.text)) {
            actions.change((state) =>
              withMessage(state, "The example has replaced your code.", { ...workOf(state), code: before }),
            );
          }
        }),
      );
      place.append(...buttons);
    } catch {
      place.append(make("span", "aside", "could not be loaded"));
    }
  }

  const drawReference = whenChanged((/** @type {Catalog | null} */ catalog) => {
    if (!catalog) return;
    for (const [part, entries] of Object.entries(catalog.own_measure)) {
      const items = entries.map(({ name, help }) => make("div", "", make("dt", "", name), make("dd", "", help)));
      find(root, `[data-reference=${part}]`, HTMLElement).replaceChildren(...items);
    }
  });

  // As JSON, since every check brings the same anew, and a button may not be taken away from under a finger.
  const drawWheels = whenChanged((/** @type {Code["wheels"]} */ all, /** @type {string} */ checked) => {
    /** @type {NonNullable<Code["check"]>["wheels"]} */
    const looked = JSON.parse(checked);
    const items = all.map(({ id, file }) => {
      const found = looked.find((wheel) => wheel.id === id);
      const remove = button("Remove", () => actions.removeWheel(id));
      remove.ariaLabel = `Remove ${file.name}`;
      const item = make("li", "", make("span", "wheel-name", found?.title ?? file.name), remove);
      if (found?.problem) item.append(make("p", "field-error", sentence(found.problem)));
      if (found?.needs.length) item.append(make("p", "wheel-needs", needs(found.title ?? file.name, found.needs)));
      return item;
    });
    wheels.replaceChildren(...items);
  });

  const drawErrors = whenChanged((/** @type {CodeError[]} */ all) => {
    errors.hidden = all.length === 0;
    find(errors, "ul", HTMLElement).replaceChildren(
      ...all.map((error) => errorItem(error, (line) => editor.goTo(line))),
    );
  });

  const drawOutput = whenChanged((/** @type {Code["report"]} */ report) => {
    output.hidden = !report?.output;
    say(find(output, "pre", HTMLElement), report?.output ?? "");
    say(
      find(output, ".code-cut", HTMLElement),
      report?.cut ? `and ${counted(report.cut, "character", "characters")} more` : "",
    );
  });

  const drawMarks = whenChanged((/** @type {CodeError[]} */ all) => editor.mark(all));

  /** @param {State} state */
  function render(state) {
    const { code } = state;
    shown = code;
    editor.show(code.text);
    drawReference(state.catalog);
    drawWheels(code.wheels, JSON.stringify(code.check?.wheels ?? []));
    drawErrors(code.report?.errors ?? NONE);
    drawOutput(code.report);
    drawMarks(marks(code));
    stop.hidden = !(code.running && state.slow);
    drop.hidden = code.ran === null;
    if (document.activeElement !== limit) limit.value = String(code.limit);
    say(status, inWords(code));
    status.classList.toggle("is-wrong", code.stopped !== "");
  }

  return { render, focus: () => editor.focus(0) };
}

/** @type {CodeError[]} */
const NONE = [];

/**
 * What stands at lines of the text as it is now: a mistake seen while typing, else the errors of the last run.
 * @param {Code} code
 */
function marks({ text, ran, check, report }) {
  if (check?.error) return check.errors;
  return text === ran && report ? report.errors : NONE;
}

/** @param {Code} code */
function inWords({ text, ran, running, stopped, report, check }) {
  const typed = check?.error
    ? `${check.error.line ? `Line ${check.error.line}: ` : ""}${sentence(check.error.message)}`
    : "";
  if (typed && text !== ran) return typed;
  if (stopped) return STOPPED[stopped];
  if (running) return "Running";
  if (ran === null) return text.trim() ? "Not run yet." : "";
  if (text !== ran) return "Changed since it was run.";
  if (!report) return "";
  if (report.errors.length) return "";
  return `Scored: ${report.measures.join(", ")}.`;
}

/** @param {string} title @param {string[]} missing */
function needs(title, missing) {
  const list = missing.join(", ");
  return `${title} needs ${list}, which ${missing.length === 1 ? "is" : "are"} not here: drop ${missing.length === 1 ? "its wheel" : "their wheels"} too.`;
}

/**
 * @param {CodeError} error
 * @param {(line: number) => void} goTo
 */
function errorItem({ message, line, column, text, hint, measure, query, more }, goTo) {
  const item = make("li", "problem");
  const first = make("p", "problem-message");
  const place = make("strong", "problem-place", make("span", "mark", "! "));
  if (line) {
    const link = button(`Line ${line}`, () => goTo(line), "line-link");
    link.ariaLabel = `Go to line ${line} of the code`;
    place.append(link);
  } else place.append("The code");
  const where = measure ? ` in ${measure}${query === null ? "" : `, query ${query}`}` : "";
  first.append(place, where, ": ", sentence(message));
  item.append(first);
  if (text) {
    const excerpt = make("pre", "problem-line", text);
    excerpt.title = column ? `column ${column}` : "";
    item.append(excerpt);
  }
  if (hint) item.append(make("p", "problem-hint", make("span", "label", "To mend it: "), sentence(hint)));
  if (more)
    item.append(make("p", "problem-hint", `and ${counted(more, "more query", "more queries")} on which it failed`));
  return item;
}
