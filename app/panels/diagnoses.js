/** Each thing that looks wrong with its evidence, effect and mend, buttons that mend it, and what was mended so far. */

import { button, find, make, say, whenChanged } from "../dom.js";
import { counted, sentence } from "../format.js";
import { withMending, withoutMends } from "../mends.js";
import { nameOf } from "../state.js";

/** @import { Actions, Box, Diagnosis, Mending, State } from "../types.js" */

/**
 * @param {HTMLElement} root
 * @param {Actions} actions
 */
export function mount(root, actions) {
  const status = find(root, "[role=status]", HTMLElement);
  const list = make("ul", "diagnosis-list");
  list.role = "list";
  const title = make("h2", "", "What looks wrong");
  title.id = "diagnoses-title";
  const section = make("section", "diagnoses-body", title, list);
  section.setAttribute("aria-labelledby", title.id);
  section.tabIndex = 0;

  /** @param {(state: State) => State} change */
  function changeTo(change) {
    actions.change(change);
    // The button is gone with what it mended: what can be done next is to undo it.
    setTimeout(() => find(document, "#undo", HTMLButtonElement).focus());
  }

  const draw = whenChanged(
    (/** @type {string} */ chosen, /** @type {string} */ foundText, /** @type {string} */ mendedText) => {
      const found = /** @type {Diagnosis[]} */ (JSON.parse(foundText));
      const mended = /** @type {{id: string, text: string}[]} */ (JSON.parse(mendedText));
      const mend = (/** @type {Mending} */ mending) => changeTo((state) => withMending(state, chosen, mending));
      list.replaceChildren(
        ...found.map((one) => diagnosisItem(one, mend)),
        ...mended.map(({ id, text }) => mendedItem(text, () => changeTo((state) => withoutMends(state, id)))),
      );
      title.textContent = found.length ? "What looks wrong" : "What was mended";
      if (list.childElementCount) root.append(section);
      else section.remove();
    },
  );

  return (/** @type {State} */ state) => {
    const mended = [state.judgements, ...state.runs.filter(({ id }) => id === state.chosen)]
      .filter(({ mends }) => mends.length)
      .map((box) => ({ id: box.id, text: mendedText(state, box) }));
    const found = looksWrong(state);
    const many = found.length;
    say(status, many ? `${many === 1 ? "One thing looks" : `${many} things look`} wrong with the input.` : "");
    draw(state.chosen, JSON.stringify(found), JSON.stringify(mended));
  };
}

/**
 * What looks wrong with the run that is shown. What may well be right is among the notes.
 * @param {State} state
 * @returns {Diagnosis[]}
 */
function looksWrong({ readings, chosen }) {
  return readings[chosen]?.diagnoses?.filter(({ level }) => level === "warning") ?? [];
}

/**
 * @param {Diagnosis} diagnosis
 * @param {(mending: Mending) => void} mend
 */
function diagnosisItem({ text, effect, mend: advice, mendings }, mend) {
  const mark = make("span", "mark", "!");
  mark.ariaHidden = "true";
  const item = make(
    "li",
    "diagnosis",
    make("p", "diagnosis-found", mark, make("strong", "", "Looks wrong: "), text),
    make("p", "", effect),
    make("p", "", make("span", "label", "To mend it: "), sentence(advice)),
  );
  const buttons = mendings.map((mending) => button(mending.label, () => mend(mending), "plain"));
  if (buttons.length) item.append(make("p", "diagnosis-mends", ...buttons));
  return item;
}

/**
 * @param {string} text
 * @param {() => void} unmend
 */
function mendedItem(text, unmend) {
  const mark = make("span", "mark", "✓");
  mark.ariaHidden = "true";
  const back = button("Read as it stands", unmend);
  return make("li", "mended", make("p", "", mark, text), make("p", "diagnosis-mends", back));
}

/**
 * That a box is mended; its notes say how.
 * @param {State} state
 * @param {Box} box
 */
function mendedText(state, { id, mends }) {
  const run = state.runs.length > 1 && state.runs.find((one) => one.id === id);
  const name = id === "judgements" ? "The judgements are" : run ? `${nameOf(state, run)} is` : "The results are";
  return `${name} read with ${counted(mends.length, "mend", "mends")}, which the notes above name.`;
}
