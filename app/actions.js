/** What the panels may ask for, carried out on the store, the scorer and the engine. */

import { withPreset, withSetting } from "./choices.js";
import { withCode, withoutCode, withoutWheel, withRunOfCode, withWheels } from "./code.js";
import { fromText, LARGEST_TEXT } from "./content.js";
import { withMeasures } from "./measures.js";
import {
  boxOf,
  isEmpty,
  withContent,
  withExample,
  withMessage,
  withoutRun,
  withRun,
  withSwap,
  workOf,
} from "./state.js";

/** @import { createScorer } from "./scoring.js" */
/** @import { Store } from "./state.js" */
/** @import { Turns } from "./turns.js" */
/** @import { Actions, Box, Engine, Example, Order, State } from "./types.js" */

/** Milliseconds without a keystroke before what was typed is scored, where scores take long. */
const TYPING = 120;

/** As many before typed code is checked: it is wrong while it is half written. */
const TYPING_CODE = 400;

const NOT_UNDONE = "This could not be undone: check the connection and try again.";

/**
 * @param {Store} store
 * @param {ReturnType<typeof createScorer>} scorer
 * @param {Engine} engine
 * @param {Turns} turns
 * @returns {Actions}
 */
export function createActions(store, scorer, engine, turns) {
  /**
   * Updates, then scores at once.
   * @template {unknown[]} A
   * @param {(state: State, ...values: A) => State} change
   * @param {A} values
   */
  function now(change, ...values) {
    store.update(change, ...values);
    scorer.ask();
  }

  /**
   * As now(), but what the reader had before can be put back, where that is more than nothing.
   * @param {string} said
   * @param {(state: State) => State} change
   * @param {(state: State) => boolean} [loses]
   */
  function undoably(said, change, loses = hasInput) {
    now((state) =>
      loses(state) ? withMessage(change(state), said, workOf(state)) : { ...change(state), message: null },
    );
  }

  /** The settings that the page or an example has set, and nobody has changed. */
  let given = store.get().settings;

  /** @param {Example} example */
  function load(example) {
    const { settings } = store.get();
    const own = (/** @type {State} */ state) => hasInput(state, (box) => !box.example);
    const what = own(store.get()) ? "input" : "settings";
    undoably(
      `The example has replaced your ${what}.`,
      (state) => withExample(state, example),
      (state) => own(state) || (settings !== given && Boolean(example.settings)),
    );
    given = store.get().settings;
  }

  async function undo() {
    try {
      const { message } = store.get(); // something else may be told until this is loaded
      const { withUndo } = await import("./undo.js");
      const { code } = store.get();
      now((state) => withUndo({ ...state, message }));
      if (store.get().code !== code) checkSoon();
    } catch {
      // The Undo stays, so that it can be tried again.
      store.update((state) => ({ ...state, message: state.message && { ...state.message, text: NOT_UNDONE } }));
    }
  }

  /** One promise for all, so that files opened at once are in order. @type {Promise<typeof import("./opening.js")> | null} */
  let opening = null;

  /** @param {File[]} files @param {string | null} target */
  async function open(files, target) {
    engine.prepare(); // the next one may follow
    opening ??= import("./opening.js");
    try {
      const { openFiles } = await opening;
      await openFiles(files, target, { store, call: turns.leading, now, addWheels });
    } catch (problem) {
      store.update(withMessage, `The file could not be read: ${problem instanceof Error ? problem.message : problem}`);
    }
  }

  let checking = 0;
  /** @type {ReturnType<typeof import("./compare/asking.js").createComparer> | null} */
  let comparer = null;
  /** @type {ReturnType<typeof import("./elsewhere/asking.js").createTables> | null} */
  let tables = null;

  /** @param {number} [pause] */
  function checkSoon(pause = 0) {
    clearTimeout(checking);
    checking = setTimeout(check, pause);
  }

  async function check() {
    history.replaceState({ ...history.state, code: store.get().code.text }, ""); // what a reload finds
    try {
      const { checkCode } = await import("./checking.js");
      await checkCode(store, turns.checking);
    } catch {
      // Superseded: the next change is checked, and Run finds every mistake in any case.
    }
  }

  /** @param {(state: State) => State} change @param {string} said  of one that goes */
  function wheelsNow(change, said) {
    const before = store.get();
    store.update(change);
    const { wheels } = store.get().code;
    if (!before.code.wheels.every((wheel) => wheels.includes(wheel))) store.update(withMessage, said, workOf(before));
    checkSoon();
    if (store.get().code.ran !== null) scorer.ask();
  }

  /** @param {File[]} files */
  const addWheels = (files) =>
    wheelsNow((state) => withWheels(state, files), "A package of the same name is replaced.");

  return {
    open,
    prepare: engine.prepare,
    editCode(text) {
      store.update(withCode, { text });
      checkSoon(TYPING_CODE);
    },
    runCode: () => now(withRunOfCode),
    dropCode: () => now(withoutCode),
    setCodeLimit: (limit) => store.update(withCode, { limit }),
    addWheels,
    removeWheel: (id) => wheelsNow((state) => withoutWheel(state, id), "The package has been removed."),
    tell: (text) => store.update(withMessage, text),
    edit(id, text, fresh = false) {
      const box = boxOf(store.get(), id);
      const name = fresh || text === "" ? "" : (box?.name ?? "");
      const mends = fresh || text === "" ? [] : box?.mends;
      const before = workOf(store.get());
      store.update(withContent, id, { ...fromText(text, name), ...(mends && { mends }) });
      if (text.length > LARGEST_TEXT && box && !isEmpty(box) && !box.example) {
        store.update(withMessage, "So long a text is kept as a file.", before);
      }
      scorer.ask(TYPING);
    },
    empty: (id) => undoably("The box has been cleared.", (state) => withContent(state, id, {})),
    clear(id) {
      const spare = id !== "judgements" && store.get().runs.length > 1;
      undoably("The file has been removed.", (state) => (spare ? withoutRun(state, id) : withContent(state, id, {})));
    },
    load,
    swap: (id) =>
      undoably("Judgements and results have changed places.", (state) =>
        withSwap(state, id === "judgements" ? state.chosen : id),
      ),
    change: (change) => now(change),
    addRun: () => store.update((state) => withRun(state)),
    removeRun: (id) => undoably("The run has been removed.", (state) => withoutRun(state, id)),
    choose: (chosen) => store.set({ chosen }),
    setK: (k) => now((state) => ({ ...state, settings: { ...state.settings, k } })),
    setSetting: (name, value) =>
      now((state) => ({ ...state, settings: withSetting(state.catalog, state.settings, name, value) })),
    setMeasures(names, said) {
      const before = workOf(store.get());
      store.update(withMeasures, names);
      if (said) store.update(withMessage, said, before);
      scorer.ask(TYPING);
    },
    async nameMeasure(text) {
      const { nameMeasure } = await import("./checking.js");
      return nameMeasure(text, turns.leading, now);
    },
    setPreset: (name) =>
      undoably(
        "The preset has replaced your own conventions.",
        (state) => ({ ...state, settings: withPreset(state.settings, name) }),
        (state) => Object.keys(state.settings.changed).length > 0,
      ),
    sort: (table, column) =>
      store.update((state) => ({ ...state, view: { ...state.view, [table]: turned(state.view[table], column) } })),
    filter: (filter) => store.update((state) => ({ ...state, view: { ...state.view, filter } })),
    setCompare: (part) => store.update((state) => ({ ...state, compare: { ...state.compare, ...part } })),
    showCompare: (part) =>
      store.update((state) => ({
        ...state,
        view: { ...state.view, compare: { ...state.view.compare, ...part } },
      })),
    async watchComparison() {
      try {
        const { createComparer } = await import("./compare/asking.js");
        comparer = createComparer(store, turns);
        store.subscribe(comparer.watch);
      } catch {
        store.update(withMessage, "The comparison could not be loaded: check the connection and load the page again.");
      }
    },
    compareAgain: () => comparer?.again(),
    async openTables(open) {
      const { createTables } = await import("./elsewhere/asking.js");
      if (!tables) {
        tables = createTables(store, turns);
        store.subscribe(tables.watch);
      }
      store.update((state) => ({ ...state, elsewhere: { ...state.elsewhere, open } }));
    },
    tablesAgain: () => tables?.again(),
    async copyMethods(citations) {
      const { copyMethods } = await import("./elsewhere/copy.js");
      await copyMethods(store, turns, citations, (text) => store.update(withMessage, text));
    },
    async exportTable(table) {
      const { openExport } = await import("./export/dialog.js");
      openExport(table, store, turns, (text) => store.update(withMessage, text));
    },
    stop: turns.stop,
    again: () => scorer.ask(),
    retry: () => engine.retry(),
    undo,
    dismiss: () => store.set({ message: null }),
  };
}

/**
 * @param {State} state
 * @param {(box: Box) => boolean} [counts]
 */
function hasInput({ judgements, runs }, counts = () => true) {
  return [judgements, ...runs].some((box) => !isEmpty(box) && counts(box));
}

/**
 * The column asked for, rising; asked for again, falling.
 * @param {Order} order
 * @param {string} column
 * @returns {Order}
 */
function turned(order, column) {
  return { column, descending: order.column === column && !order.descending };
}
