/** The few DOM helpers that every panel uses; text only ever goes in as text. */

/**
 * The one element a selector names; index.html must have it.
 * @template {Element} T
 * @param {ParentNode} root
 * @param {string} selector
 * @param {abstract new (...args: never[]) => T} kind
 * @returns {T}
 */
export function find(root, selector, kind) {
  const found = root.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`index.html has no ${kind.name} at ${selector}`);
  return found;
}

/**
 * A fresh copy of the first element in a <template>.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function clone(id) {
  const first = find(document, `template#${id}`, HTMLTemplateElement).content.firstElementChild;
  if (!first) throw new Error(`the template ${id} is empty`);
  return /** @type {HTMLElement} */ (first.cloneNode(true));
}

/**
 * An element with a class, and text or children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {string} [className]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, className = "", ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

/**
 * A plain button.
 * @param {string} text
 * @param {() => void} press
 * @param {string} [className]
 */
export function button(text, press, className = "quiet") {
  const element = make("button", className, text);
  element.type = "button";
  element.addEventListener("click", press);
  return element;
}

/**
 * Sets text only where it differs, so that unchanged text is not laid out or announced again.
 * @param {Element} element
 * @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Calls `draw` only when one of the values it depends on has changed.
 * @template {unknown[]} T
 * @param {(...values: T) => void} draw
 * @returns {(...values: T) => void}
 */
export function whenChanged(draw) {
  /** @type {T | null} */
  let last = null;
  return (...values) => {
    const before = last;
    if (before?.every((value, index) => Object.is(value, values[index]))) return;
    last = values;
    draw(...values);
  };
}
