/** What the panels may ask for, carried out on the store, the scorer and the engine. */

import { withPreset, withSetting } from "./choices.js";
import { withCheck, withCode, withoutCode, withoutWheel, withRunOfCode, withWheels } from "./code.js";
import { fromText } from "./content.js";
import { chosenNames, K, namesAt, withMeasures } from "./measures.js";
import { checkRequest, classifyRequest } from "./request.js";
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

/** @import { Engine, createScorer } from "./scoring.js" */
/** @import { Store } from "./state.js" */
/** @import { Turns } from "./turns.js" */
/** @import { Actions, CodeCheck, Content, Fault, Kind, Order, State } from "./types.js" */

/** Milliseconds without a keystroke before what was typed is scored, where scores take long. */
const TYPING = 120;

/** As many before typed code is checked: it is wrong while it is half written. */
const TYPING_CODE = 400;

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
   * As now(), but what the reader had before can be put back.
   * @param {string} said
   * @param {(state: State) => State} change
   */
  function undoably(said, change) {
    const before = store.get();
    const own = [before.judgements, ...before.runs].some((box) => !isEmpty(box) && !box.example);
    now((state) => ({ ...change(state), message: own ? { text: said, undo: workOf(before) } : null }));
  }

  /** @param {File[]} files @param {string | null} target */
  async function open(files, target) {
    engine.prepare(); // the next one may follow
    try {
      const { fill, place, readFile, sessionAmong } = await import("./intake.js");
      const session = await sessionAmong(files);
      if (session) return await openSession(session, files);
      const contents = await Promise.all(files.map(readFile));
      const [only] = contents;
      if (only && target && contents.length === 1) now(fill, target, only);
      else if (only) await sortOut(contents, place);
    } catch (problem) {
      store.update(withMessage, `The file could not be read: ${problem instanceof Error ? problem.message : problem}`);
    }
  }

  /** @param {File} file @param {File[]} files  it and those opened with it */
  async function openSession(file, files) {
    const arrival = await import("./share/arrival.js");
    const others = files.filter((other) => other !== file);
    await arrival.openSession(store, now, file, others);
  }

  /** @param {Content[]} contents @param {typeof import("./intake.js").place} place */
  async function sortOut(contents, place) {
    store.set({ sorting: true });
    try {
      const { request, files } = classifyRequest(contents, store.get().counter + 1);
      const answer = /** @type {{ok?: Kind[]}} */ (await engine.call(request, files));
      const roles = contents.map((_, index) => answer.ok?.find((kind) => kind.id === `drop-${index + 1}`)?.role);
      store.update((state) =>
        place(
          { ...state, counter: state.counter + 1 },
          contents,
          roles.map((role) => role ?? "unknown"),
        ),
      );
    } catch (problem) {
      if (!(problem instanceof Error) || problem.name !== "Stopped") throw problem;
      store.update(withMessage, "Stopped. The files were not opened.");
    } finally {
      store.set({ sorting: false });
      scorer.ask();
    }
  }

  /** @param {string} text @returns {Promise<Fault | null>} */
  async function nameMeasure(text) {
    const name = text.replace(/@\s*k$/, `@${K}`);
    try {
      const { error } = await engine.call({ action: "measures", names: namesAt([name], "10") });
      if (error) return error;
      now((state) => withMeasures(state, [...chosenNames(state), name]));
      return null;
    } catch (problem) {
      const message = problem instanceof Error ? problem.message : String(problem);
      return { kind: "failure", source: "measures", message, hint: null };
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
    const { code } = store.get();
    history.replaceState({ ...history.state, code: code.text }, ""); // what a reload finds
    const { request, files } = checkRequest(code);
    try {
      const { ok } = await engine.call(request, files);
      if (ok) store.update(withCheck, code.text, /** @type {CodeCheck} */ (ok));
    } catch {
      // Superseded or stopped: the next change is checked, and Run finds every mistake in any case.
    }
  }

  /** @param {(state: State) => State} change */
  function wheelsNow(change) {
    store.update(change);
    checkSoon();
    if (store.get().code.ran !== null) scorer.ask();
  }

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
    addWheels: (files) => wheelsNow((state) => withWheels(state, files)),
    removeWheel: (id) => wheelsNow((state) => withoutWheel(state, id)),
    tell: (text) => store.update(withMessage, text),
    edit(id, text, fresh = false) {
      const box = boxOf(store.get(), id);
      const name = fresh || text === "" ? "" : (box?.name ?? "");
      const mends = fresh || text === "" ? [] : box?.mends;
      store.update(withContent, id, { ...fromText(text, name), ...(mends && { mends }) });
      scorer.ask(TYPING);
    },
    clear(id) {
      const spare = id !== "judgements" && store.get().runs.length > 1;
      undoably("The file has been removed.", (state) => (spare ? withoutRun(state, id) : withContent(state, id, {})));
    },
    load: (example) => undoably("The example has replaced your input.", (state) => withExample(state, example)),
    swap: (id) => now((state) => withSwap(state, id === "judgements" ? state.chosen : id)),
    change: (change) => now(change),
    addRun: () => store.update((state) => withRun(state)),
    removeRun: (id) => undoably("The run has been removed.", (state) => withoutRun(state, id)),
    choose: (chosen) => store.set({ chosen }),
    setK: (k) => now((state) => ({ ...state, settings: { ...state.settings, k } })),
    setSetting: (name, value) =>
      now((state) => ({ ...state, settings: withSetting(state.catalog, state.settings, name, value) })),
    setMeasures(names) {
      store.update(withMeasures, names);
      scorer.ask(TYPING);
    },
    nameMeasure,
    setPreset: (name) => now((state) => ({ ...state, settings: withPreset(state.settings, name) })),
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
    stop: () => engine.stop(),
    again: () => scorer.ask(),
    retry: () => engine.retry(),
    undo: () => now((state) => ({ ...state, ...state.message?.undo, message: null })),
    dismiss: () => store.set({ message: null }),
  };
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
