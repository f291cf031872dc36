/** The chosen measures as a row of chips, each with a button that removes it; a chip that is pressed can be moved. */

import { button, find, make, whenChanged } from "../dom.js";
import { shownName } from "../measures.js";

const DEFAULT = "The default measures are chosen again.";

/**
 * @param {HTMLElement} root  the part that holds the list and its buttons
 * @param {(names: string[] | null, said?: string) => void} choose  null: the default measures
 */
export function createChips(root, choose) {
  const list = find(root, ".chips", HTMLElement);
  const earlier = find(root, ".chip-earlier", HTMLButtonElement);
  const later = find(root, ".chip-later", HTMLButtonElement);
  const standard = find(root, ".chip-standard", HTMLButtonElement);
  /** @type {string[]} */
  let names = [];
  let pressed = "";

  earlier.addEventListener("click", () => move(-1));
  later.addEventListener("click", () => move(1));
  standard.addEventListener("click", () => choose(null, standard.ariaDisabled === "true" ? "" : DEFAULT));

  /** @param {number} step */
  function move(step) {
    const at = names.indexOf(pressed);
    const to = at + step;
    if (at < 0 || to < 0 || to >= names.length) return;
    choose(names.toSpliced(at, 1).toSpliced(to, 0, pressed));
  }

  /** @param {string} name */
  function remove(name) {
    const at = names.indexOf(name);
    choose(names.toSpliced(at, 1), `${shownName(name)} has been removed.`);
    queueMicrotask(() => {
      const left = list.querySelectorAll(".chip-remove");
      const next = left[Math.min(at, left.length - 1)] ?? standard;
      if (next instanceof HTMLElement) next.focus();
    });
  }

  /** @param {string} name */
  function press(name) {
    pressed = pressed === name ? "" : name;
    mark();
  }

  /** @param {string} name */
  function chip(name) {
    const called = button(shownName(name), () => press(name), "chip-name");
    called.title = "Choose it to move it";
    const away = button("×", () => remove(name), "chip-remove");
    away.ariaLabel = `Remove ${shownName(name)}`;
    const item = make("li", "chip", called, away);
    item.dataset.name = name;
    return item;
  }

  function mark() {
    const at = names.indexOf(pressed);
    if (at < 0) pressed = "";
    for (const item of list.children) {
      const here = item instanceof HTMLElement && item.dataset.name === pressed;
      item.classList.toggle("is-pressed", here);
      find(item, ".chip-name", HTMLElement).ariaPressed = String(here);
    }
    // Not disabled, so that the focus stays where it is at either end.
    earlier.ariaDisabled = String(at <= 0);
    later.ariaDisabled = String(at < 0 || at === names.length - 1);
  }

  return whenChanged((/** @type {string[]} */ wanted, /** @type {boolean} */ isStandard) => {
    names = wanted;
    standard.ariaDisabled = String(isStandard);
    const focused = document.activeElement;
    const within = list.contains(focused) && focused?.closest("li")?.dataset.name;
    const known = new Map([...list.children].map((item) => [item instanceof HTMLElement && item.dataset.name, item]));
    list.replaceChildren(...wanted.map((name) => known.get(name) ?? chip(name)));
    if (within && wanted.includes(within) && focused instanceof HTMLElement) focused.focus();
    mark();
    if (wanted.length === 0) list.replaceChildren(make("li", "chip-none", "None: choose below."));
    else list.querySelector(".is-pressed")?.scrollIntoView({ block: "nearest" });
  });
}
