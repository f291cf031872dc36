/** The row of examples. */

import { button, find, whenChanged } from "../dom.js";

/** @import { Actions, Example, State } from "../types.js" */

/**
 * @param {HTMLElement} root
 * @param {Actions} actions
 */
export function mount(root, actions) {
  const group = find(root, ".examples", HTMLElement);
  const draw = whenChanged((/** @type {Example[]} */ examples) => {
    for (const old of group.querySelectorAll("button")) old.remove();
    group.append(...examples.map((example) => button(example.label ?? example.id, () => actions.load(example))));
  });
  return (/** @type {State} */ { examples }) => draw(examples);
}
