/** The tabs above the ranked results, one a run, with buttons to add and remove one. */

import { find, make, say } from "../dom.js";
import { chosenRun, nameOf } from "../state.js";

/** @import { Actions, State } from "../types.js" */

/**
 * @param {HTMLElement} root
 * @param {Actions} actions
 */
export function mount(root, actions) {
  const list = find(root, ".tabs", HTMLElement);
  const remove = find(root, "#remove-run", HTMLButtonElement);
  /** @type {Map<string, HTMLButtonElement>} */
  const tabs = new Map();
  let chosen = "";
  /** @type {string[]} */
  let ids = [];

  find(root, "#add-run", HTMLButtonElement).addEventListener("click", actions.addRun);
  remove.addEventListener("click", () => removeRun());
  list.addEventListener("keydown", (event) => {
    const at = ids.indexOf(chosen);
    const steps = { ArrowRight: at + 1, ArrowLeft: at - 1 + ids.length, Home: 0, End: ids.length - 1 };
    if (event.key in steps) {
      const to = steps[/** @type {keyof typeof steps} */ (event.key)] % ids.length;
      choose(/** @type {string} */ (ids[to]));
    } else if (event.key === "Delete" && ids.length > 1) removeRun();
    else return;
    event.preventDefault();
  });

  /** @param {string} id */
  function choose(id) {
    actions.choose(id);
    tabs.get(id)?.focus();
  }

  function removeRun() {
    actions.removeRun(chosen);
    queueMicrotask(() => tabs.get(chosen)?.focus());
  }

  /** @param {string} id */
  function tab(id) {
    const known = tabs.get(id);
    if (known) return known;
    const made = make("button", "tab", make("span", "tab-name"));
    made.type = "button";
    made.id = `tab-${id}`;
    made.role = "tab";
    made.setAttribute("aria-controls", `panel-${id}`);
    made.addEventListener("click", () => choose(id));
    tabs.set(id, made);
    return made;
  }

  /** @param {HTMLElement} shown */
  function reveal(shown) {
    const all = list.getBoundingClientRect();
    const one = shown.getBoundingClientRect();
    list.scrollLeft += Math.min(0, one.left - all.left) || Math.max(0, one.right - all.right);
  }

  return (/** @type {State} */ state) => {
    for (const [id, old] of tabs) {
      if (state.runs.some((run) => run.id === id)) continue;
      old.remove();
      tabs.delete(id);
    }
    const moved = chosen !== state.chosen;
    chosen = state.chosen;
    ids = state.runs.map(({ id }) => id);
    for (const [index, run] of state.runs.entries()) {
      const button = tab(run.id);
      const wrong = state.runs.length > 1 && Boolean(state.readings[run.id]?.error);
      say(find(button, ".tab-name", HTMLElement), nameOf(state, run));
      button.title = nameOf(state, run);
      button.ariaSelected = String(run.id === chosen);
      button.tabIndex = run.id === chosen ? 0 : -1;
      if (wrong !== button.childElementCount > 1) {
        if (wrong) button.append(make("span", "tab-error", " has an error"));
        else button.lastElementChild?.remove();
      }
      if (button !== list.children[index]) list.insertBefore(button, list.children[index] ?? null);
    }
    if (moved) reveal(tab(chosen)); // and the page stays where it is
    remove.hidden = state.runs.length < 2;
    remove.ariaLabel = `Remove run ${nameOf(state, chosenRun(state)).replace(/^run /, "")}`;
  };
}
