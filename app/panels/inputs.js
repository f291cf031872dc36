/** The two input boxes, one data box a run, with their Open buttons and file names. */

import { find, say } from "../dom.js";
import { chosenRun, isEmpty } from "../state.js";
import { createBox } from "../widgets/box.js";

/** @import { Actions, Box, State } from "../types.js" */

/**
 * @param {HTMLElement} root
 * @param {Actions} actions
 */
export function mount(root, actions) {
  const judgements = find(root, "[data-box=judgements]", HTMLElement);
  const results = find(root, "[data-box=results]", HTMLElement);
  const judgementsName = find(judgements, ".box-name", HTMLElement);
  const judgementsBox = createBox(
    find(judgements, ".frame", HTMLElement),
    "judgements",
    "Relevance judgements",
    actions,
  );
  const firstFrame = find(results, ".frame", HTMLElement);
  const blankFrame = /** @type {HTMLElement} */ (firstFrame.cloneNode(true));
  /** @type {Map<string, {frame: HTMLElement, box: ReturnType<typeof createBox>}>} */
  const runs = new Map();

  opens(judgements, "judgements");
  opens(results, "results");
  for (const [id, section] of Object.entries({ judgements, results })) {
    section.addEventListener("paste", (event) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      actions.open(files, id);
    });
  }

  /** @param {HTMLElement} section @param {string} target */
  function opens(section, target) {
    const input = find(section, "input[type=file]", HTMLInputElement);
    find(section, "[data-open]", HTMLButtonElement).addEventListener("click", () => {
      actions.prepare();
      input.click();
    });
    input.addEventListener("change", () => {
      actions.open([...(input.files ?? [])], target);
      input.value = "";
    });
  }

  /** @param {HTMLElement} section @param {() => void} press */
  function clears(section, press) {
    const button = find(section, "[data-clear]", HTMLButtonElement);
    button.addEventListener("click", press);
    return (/** @type {Box} */ box) => {
      button.hidden = box.file !== null || isEmpty(box);
    };
  }

  let chosen = "";
  const showClearJudgements = clears(judgements, () => {
    actions.empty("judgements");
    judgementsBox.editor.textarea.focus();
  });
  const showClearResults = clears(results, () => {
    actions.empty(chosen);
    runBox(chosen).box.editor.textarea.focus();
  });

  /** @param {string} id */
  function runBox(id) {
    const known = runs.get(id);
    if (known) return known;
    const first = runs.size === 0 && firstFrame.isConnected;
    const frame = first ? firstFrame : /** @type {HTMLElement} */ (blankFrame.cloneNode(true));
    frame.id = `panel-${id}`;
    frame.setAttribute("aria-labelledby", `tab-${id}`);
    if (!first) results.append(frame);
    const made = { frame, box: createBox(frame, id, "Ranked results", actions) };
    runs.set(id, made);
    return made;
  }

  return (/** @type {State} */ state) => {
    chosen = state.chosen;
    showClearJudgements(state.judgements);
    showClearResults(chosenRun(state));
    judgementsBox.render(state.judgements, state.readings.judgements);
    say(judgementsName, state.judgements.file ? "" : state.judgements.name);
    for (const run of state.runs) {
      const fresh = !runs.has(run.id) && runs.size > 0;
      const { frame, box } = runBox(run.id);
      box.render(run, state.readings[run.id]);
      frame.hidden = run.id !== state.chosen;
      if (fresh && run.id === state.chosen && run.text === "") box.editor.textarea.focus();
    }
    for (const [id, { frame }] of runs) {
      if (state.runs.some((run) => run.id === id)) continue;
      frame.remove();
      runs.delete(id);
    }
  };
}
