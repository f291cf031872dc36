/** The dialog that exports one table: as a file, or to the clipboard, or as what gives its numbers again. */

import { button, make, say } from "../dom.js";
import { download } from "../download.js";
import { copy } from "../elsewhere/copy.js";
import { faultText } from "../format.js";
import { nameOf } from "../state.js";
import { showOptions } from "../widgets/options.js";
import { exportRequest } from "./request.js";

/** @import { Store } from "../state.js" */
/** @import { Turns } from "../turns.js" */
/** @import { State } from "../types.js" */

/** @typedef {{form: string, label: string, what: string, does: ("Copy" | "Save")[], called?: string}} Form */
/** @typedef {{name: string, text: string, missing: string[], notes?: string[], files?: Record<string, string>}} Exported */

/** @type {Form[]} */
const FORMS = [
  { form: "csv", label: "CSV", what: "every digit, for programs and spreadsheets", does: ["Save"] },
  { form: "tsv", label: "TSV", what: "the same, to paste into a spreadsheet", does: ["Copy"] },
  { form: "json", label: "JSON", what: "every digit, notes and settings as fields", does: ["Save"] },
  { form: "markdown", label: "Markdown", what: "as shown", does: ["Copy", "Save"] },
  { form: "latex", label: "LaTeX", what: "as shown, with booktabs", does: ["Copy", "Save"] },
];
/** @type {Form} */
const TREC = { form: "trec", label: "trec_eval", what: "the lines that trec_eval prints", does: ["Save"] };
/** @type {Form} */
const COMMAND = {
  form: "command",
  label: "Command line",
  what: "prints these numbers",
  does: ["Copy"],
  called: "The command line",
};
/** @type {Form[]} */
const PROGRAMS = [
  { form: "python", label: "Python", what: "prints every digit", does: ["Copy"], called: "The Python program" },
  COMMAND,
];

/** @type {Record<string, {title: string, forms: Form[], programs: Form[]}>} */
const TABLES = {
  means: { title: "Export mean scores", forms: [...FORMS, TREC], programs: PROGRAMS },
  queries: { title: "Export scores per query", forms: [...FORMS, TREC], programs: PROGRAMS },
  comparisons: { title: "Export comparisons", forms: FORMS, programs: PROGRAMS },
  others: { title: "Export tables of other tools", forms: FORMS, programs: [COMMAND] },
};

const OTHERS = [
  { value: "conventions", label: "The same data under other conventions" },
  { value: "ties", label: "How much ties decide" },
  { value: "unjudged", label: "Unjudged documents" },
];

/** What stands for all runs where one can be chosen; no run has this id. */
const ALL = "all";

/**
 * @param {string} table
 * @param {Store} store
 * @param {Turns} turns
 * @param {(text: string) => void} tell
 */
export function openExport(table, store, turns, tell) {
  const { title, forms, programs } = TABLES[table] ?? { title: "", forms: [], programs: [] };
  /** Calls take turns: of two of one action the engine answers the newer only. @type {Promise<unknown>} */
  let last = Promise.resolve();
  const heading = make("h2", "", title);
  heading.id = "export-title";
  const dialog = make("dialog", "export");
  dialog.setAttribute("aria-labelledby", heading.id);
  const choice = choiceOf(table, store.get());
  const files = make("div", "export-files");
  const status = make("p", "aside export-status");
  status.setAttribute("role", "status");
  const lists = [formList("As a table", forms), formList("As a program", programs)];
  dialog.append(
    make(
      "div",
      "export-head",
      heading,
      button("Close", () => dialog.close(), "plain"),
    ),
    ...(choice ? [choice.label] : []),
    ...lists,
    files,
    status,
    make("p", "aside", (table === "queries" ? FILTERED : "") + STATES),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  choice?.select.addEventListener("change", showFiles);
  document.body.append(dialog);
  dialog.showModal();
  showFiles();

  /** @param {string} name @param {Form[]} all */
  function formList(name, all) {
    const list = make("ul", "export-forms", ...all.map((form) => make("li", "", ...entry(form))));
    list.setAttribute("role", "list");
    list.setAttribute("aria-label", name);
    return list;
  }

  /** @param {Form} form */
  function entry({ form, label, what, does, called = `The table as ${label}` }) {
    const buttons = does.map((verb) => {
      const made = button(verb, () => give(form, called, verb), "plain");
      made.setAttribute("aria-label", `${verb} ${label}`);
      return made;
    });
    return [make("span", "export-name", label), make("span", "aside", what), make("span", "export-do", ...buttons)];
  }

  /** @param {string} form @returns {Promise<Exported>} */
  function ask(form) {
    const made = last.then(async () => {
      const chosen = choice?.select.value ?? null;
      const state = store.get();
      const of = table === "others" ? (chosen ?? "") : table;
      const run = table === "others" ? state.chosen : chosen === ALL ? null : chosen;
      const { request, files } = exportRequest(state, of, form, run);
      const { ok, error } = await turns.aside(request, files);
      if (error) throw new Error(faultText(error));
      return /** @type {Exported} */ (ok);
    });
    last = made.catch(() => {});
    return made;
  }

  /** @param {string} form @param {string} called @param {"Copy" | "Save"} verb */
  async function give(form, called, verb) {
    say(status, "Preparing");
    try {
      const made = await ask(form);
      dialog.close();
      const after = [...missing(made.missing), ...(made.notes ?? [])].map((text) => ` ${text}`).join("");
      if (verb === "Copy") return await copy(made.text, called, (text) => tell(text + after));
      download(new Blob([made.text], { type: "text/plain" }), made.name);
      tell(`${made.name} has been saved.${after}`);
    } catch (problem) {
      dialog.close();
      const { name, message } = problem instanceof Error ? problem : new Error(String(problem));
      if (name === "Stopped" || name === "GaveWay" || name === "Superseded") tell("Stopped. Nothing was exported.");
      else tell(`Nothing was exported: ${message}`);
    }
  }

  /** Offers what a program reads and no file holds yet: pasted text, and code. */
  async function showFiles() {
    try {
      const { files: named = {} } = await ask(COMMAND.form);
      const { judgements, runs, code } = store.get();
      const texts = [
        ...[judgements, ...runs].filter(({ file, name }) => !file && !name).map(({ id, text }) => ({ id, text })),
        { id: "code", text: code.ran ?? "" },
      ].filter(({ id }) => id in named);
      const buttons = texts.map(({ id, text }) => {
        const name = /** @type {string} */ (named[id]);
        return button(`Save ${name}`, () => {
          download(new Blob([text], { type: "text/plain" }), name);
          say(status, `${name} has been saved.`);
        });
      });
      files.replaceChildren(...(buttons.length ? [make("p", "aside", READS), ...buttons] : []));
    } catch {
      // Whatever is wrong is told when something is asked for.
    }
  }
}

const READS = "The programs read files. What is in the boxes can be saved for them:";

const FILTERED = "All queries, whatever the filter shows. ";
const STATES =
  "Every file states its measures, settings, counts and version; only trec_eval’s text has nothing but its lines, so that programs can read it.";

/** @param {string[]} names */
function missing(names = []) {
  return names.length ? [`Without ${names.join(", ")}, which could not be scored.`] : [];
}

/**
 * What has to be chosen first: a run of several, or a table.
 * @param {string} table
 * @param {State} state
 */
function choiceOf(table, state) {
  const runs = state.runs.filter(({ id }) => state.scores?.runs.some((run) => run.id === id && !run.older));
  const named = runs.map((box) => ({ value: box.id, label: nameOf(state, box) }));
  const options =
    table === "others" ? OTHERS : table === "queries" ? [...named, { value: ALL, label: "All runs" }] : [];
  if (options.length < 2) return null;
  const select = make("select");
  const chosen = named.some(({ value }) => value === state.chosen) ? state.chosen : ALL;
  showOptions(select, options, table === "others" ? "conventions" : chosen);
  const label = make("label", "field", table === "others" ? "Table " : "Run ", select);
  return { select, label };
}
