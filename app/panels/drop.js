/** Dropping files anywhere on the page, with a veil that says where they will go. */

import { find, say } from "../dom.js";

/** @import { Actions, State } from "../types.js" */

const WORDS = {
  judgements: "Drop to open as relevance judgements",
  results: "Drop to open as ranked results",
  page: "Drop to open; each file goes where it belongs",
};

/**
 * @param {HTMLElement} root
 * @param {Actions} actions
 */
export function mount(root, actions) {
  const words = find(root, ".drop-veil span", HTMLElement);

  /** @param {DragEvent} event */
  function target(event) {
    const box = event.target instanceof Element ? event.target.closest("[data-box]") : null;
    const only = (event.dataTransfer?.items.length ?? 0) < 2;
    const id = only && box instanceof HTMLElement ? box.dataset.box : undefined;
    return id === "judgements" || id === "results" ? id : "page";
  }

  function leave() {
    delete root.dataset.drop;
  }

  root.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    const place = target(event);
    if (root.dataset.drop === place) return;
    if (!root.dataset.drop) actions.prepare();
    root.dataset.drop = place;
    say(words, WORDS[place]);
  });
  root.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) leave();
  });
  root.addEventListener("drop", (event) => {
    leave();
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    const place = target(event);
    actions.open(files, place === "page" ? null : place);
  });

  return (/** @type {State} */ _state) => {};
}
