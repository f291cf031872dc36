/** Whether the differences between runs are real: loaded where there are several runs, and its view when they have scores. */

import { find, say } from "../dom.js";
import { baselineOf, comparable, nameOf } from "../state.js";
import { showOptions } from "../widgets/options.js";

/** @import { Actions, State } from "../types.js" */

const OLDER = {
  "": "",
  updating: "Older comparison; a new one is on its way",
  stopped: "Stopped",
  error: "Comparison from before the error",
};

/**
 * @param {HTMLElement} root
 * @param {Actions} actions
 */
export function mount(root, actions) {
  const tools = find(document, ".means-tools", HTMLElement);
  const baseline = find(tools, "#baseline", HTMLSelectElement);
  const intervals = find(tools, "#intervals", HTMLInputElement);
  actions.watchComparison();
  const head = find(root, ".work-head", HTMLElement);
  const title = find(root, "#compare-title", HTMLElement);
  const body = find(root, ".compare-body", HTMLElement);
  const older = find(root, ".older", HTMLElement);
  const text = find(root, ".work-text", HTMLElement);
  const bar = find(root, "progress", HTMLProgressElement);
  const stop = find(root, "#stop-comparing", HTMLButtonElement);
  const again = find(root, "#compare-again", HTMLButtonElement);
  /** @type {((state: State) => void) | null} */
  let render = null;
  let loading = false;
  /** @type {State} */
  let shown;

  baseline.addEventListener("change", () => actions.setCompare({ baseline: baseline.value }));
  intervals.addEventListener("change", () => actions.showCompare({ intervals: intervals.checked }));
  stop.addEventListener("click", actions.stop);
  again.addEventListener("click", actions.compareAgain);
  find(tools, "#to-compare", HTMLButtonElement).addEventListener("click", () => {
    title.focus({ preventScroll: true });
    title.scrollIntoView({ block: "start" });
  });

  async function load() {
    loading = true;
    try {
      const { createView } = await import("../compare/view.js");
      render = createView(body, actions);
      render(shown);
    } catch {
      loading = false;
      say(body, "The comparison could not be loaded: check the connection and load the page again.");
    }
  }

  /** @param {State} state */
  function showWork({ progress, slow, comparing, scoring, comparison }) {
    const working = slow && comparing && !scoring;
    say(older, comparison.answer || comparison.older === "stopped" ? OLDER[comparison.older] : "");
    head.classList.toggle("is-working", working);
    stop.hidden = !working;
    bar.hidden = !working;
    again.hidden = working || comparison.older !== "stopped";
    if (working && progress && "stage" in progress && progress.stage === "resampling") {
      bar.max = progress.total;
      bar.value = progress.done;
      say(text, `Resampling, ${progress.done}%`);
    } else {
      bar.removeAttribute("value");
      say(text, working ? "Comparing" : "");
    }
  }

  return (/** @type {State} */ state) => {
    shown = state;
    const several = state.runs.length > 1;
    root.hidden = tools.hidden = !several;
    if (!several) return;
    const runs = comparable(state);
    showOptions(
      baseline,
      (runs.length ? runs : state.runs).map((run) => ({ value: run.id, label: nameOf(state, run) })),
      baselineOf(state),
    );
    intervals.checked = state.view.compare.intervals;
    showWork(state);
    if (runs.length > 1 && !loading) load();
    render?.(state);
  };
}
