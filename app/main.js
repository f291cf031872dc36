/** Wires store, engine and panels; the only file that knows all the others. */

import { createActions } from "./actions.js";
import { isArriving } from "./arriving.js";
import { withCode } from "./code.js";
import { find } from "./dom.js";
import { createEngine } from "./engine.js";
import { afterwards, later } from "./later.js";
import { createLimit } from "./limit.js";
import * as code from "./panels/code.js";
import * as drop from "./panels/drop.js";
import * as elsewhere from "./panels/elsewhere.js";
import * as examples from "./panels/examples.js";
import * as help from "./panels/help.js";
import * as inputs from "./panels/inputs.js";
import * as measures from "./panels/measures.js";
import * as message from "./panels/message.js";
import * as notices from "./panels/notices.js";
import * as queries from "./panels/queries.js";
import * as runs from "./panels/runs.js";
import * as settings from "./panels/settings.js";
import * as status from "./panels/status.js";
import * as summary from "./panels/summary.js";
import * as work from "./panels/work.js";
import { createProver } from "./proving.js";
import { createScorer } from "./scoring.js";
import { createStore, initialState } from "./state.js";
import { createTurns } from "./turns.js";

/** @import { Actions, EngineStatus, State } from "./types.js" */

/** Milliseconds that the page is at rest before its files are kept for use without a network. */
const REST = 3000;

/** Milliseconds that it waits for whoever looks for a file: keeping takes a second of what scores that file. */
const LOOKING = 30_000;

/** Work that goes on for longer than this many milliseconds can be stopped. */
const SLOW = 300;

const store = createStore(initialState());
let slowTimer = 0;
let restTimer = 0;

/** @param {EngineStatus} engineStatus */
function onStatus(engineStatus) {
  const { dataset } = document.documentElement;
  dataset.engine = engineStatus.state;
  if (engineStatus.from) dataset.startedFrom = engineStatus.from;
  if (engineStatus.workers) dataset.workers = String(engineStatus.workers);
  if (engineStatus.state === "busy" || engineStatus.state === "ready") limit.rest();
  else limit.gone();
  clearTimeout(slowTimer);
  const busy = engineStatus.state === "busy";
  if (busy) slowTimer = setTimeout(() => store.set({ slow: true }), SLOW);
  store.set({ engine: engineStatus, slow: busy && store.get().slow });
  clearTimeout(restTimer);
  if (engineStatus.state !== "ready") return;
  restTimer = setTimeout(rest, REST);
  scorer.resume();
}

function prepare() {
  if (store.get().engine.state === "ready") {
    clearTimeout(restTimer);
    restTimer = setTimeout(rest, LOOKING);
  }
  engine.prepare();
}

/** A page that cannot be kept works as it did before. */
const rest = () =>
  import("./offline.js").then(
    ({ keepOffline }) => keepOffline(store),
    () => {},
  );

const limit = createLimit({
  seconds: () => store.get().code.limit,
  stop: () => engine.stop(),
  onChange: (running) => store.update(withCode, { running }),
});
const engine = createEngine({ onStatus, onProgress: (progress) => limit.hear(progress) || store.set({ progress }) });
const turns = createTurns(store, engine);
const scorer = createScorer(store, { ...engine, call: turns.scores }, limit);
const actions = createActions(store, scorer, { ...engine, prepare }, turns);

const { code: kept } = history.state ?? {};
if (typeof kept === "string") store.update(withCode, { text: kept }); // from before a reload; it waits for Run

const panels = Object.entries({
  "header.top": status.mount,
  ".start": examples.mount,
  ".inputs": inputs.mount,
  "[data-box=results]": runs.mount,
  main: notices.mount,
  ".settings": settings.mount,
  "#measures": measures.mount,
  ".settings-code": code.mount,
  ".means .section-head": work.mount,
  ".means": summary.mount,
  ".queries": queries.mount,
  ".elsewhere": elsewhere.mount,
  ".message": message.mount,
  html: drop.mount,
  body: help.mount,
});
for (const [selector, mount] of panels) store.subscribe(mount(find(document, selector, HTMLElement), actions));
store.subscribe(createProver(store, actions, turns.aside));

/** @typedef {{mount: (root: HTMLElement, actions: Actions) => (state: State) => void}} Panel */

/**
 * A panel that is loaded once the state wants it.
 * @param {string} selector
 * @param {(state: State) => unknown} wanted
 * @param {() => Promise<Panel>} load
 * @param {string} what  it shows, for where it cannot be loaded
 */
function mountLater(selector, wanted, load, what) {
  const mounted = async () => (await load()).mount(find(document, selector, HTMLElement), actions);
  const lost = () => actions.tell(`${what} could not be loaded: check the connection and load the page again.`);
  store.subscribe(later((/** @type {State} */ state) => Boolean(wanted(state)), mounted, lost));
}

const looksOdd = (/** @type {State} */ { readings }) => Object.values(readings).some((one) => one.diagnoses?.length);
const severalRuns = (/** @type {State} */ { runs }) => runs.length > 1;
const narrow = matchMedia("(max-width: 59.99rem)"); // as in results.css
narrow.addEventListener("change", () => store.set({}));
const scoredNarrowly = (/** @type {State} */ { scores }) => scores && narrow.matches;
mountLater(".mean-bar", scoredNarrowly, () => import("./panels/bar.js"), "The mean scores in brief");
mountLater(
  ".results",
  ({ scores }) => scores,
  () => afterwards().then(() => import("./panels/exporting.js")),
  "Export",
);
mountLater(".diagnoses", looksOdd, () => import("./panels/diagnoses.js"), "What looks wrong with the input");
mountLater(".compare", severalRuns, () => import("./panels/compare.js"), "The comparison");

/** Before the first scores only where an address or this device holds something to be opened. */
const arrives = isArriving();
const start = store.get();
store.subscribe(
  later(
    (/** @type {State} */ { engine: { state } }) => arrives || state === "ready" || state === "failed",
    async () => {
      if (!arrives) await afterwards();
      return (await import("./sharing.js")).createSharing(store, actions, start);
    },
    () => actions.tell("Share could not be loaded: check the connection and load the page again."),
  ),
);

/** @param {string} url */
async function load(url) {
  const answer = await fetch(new URL(url, import.meta.url));
  if (!answer.ok) throw new Error(`${url} could not be loaded (${answer.status})`);
  return answer.json();
}

for (const [part, url] of Object.entries({
  catalog: "catalog.json",
  examples: "examples/examples.json",
  forms: "examples/forms.json",
})) {
  load(url).then(
    (value) => store.set({ [part]: value }),
    (problem) => store.set({ message: { text: problem.message, undo: null } }),
  );
}
