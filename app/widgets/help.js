/** What is drawn into the help: one example of every input form to try, and the formulas. */

import { clone, find, say, whenChanged } from "../dom.js";
import { aboutRow } from "../measures.js";

/** @import { Actions, Catalog, Example, State } from "../types.js" */

/**
 * @param {HTMLDialogElement} dialog
 * @param {Actions} actions
 */
export function createHelp(dialog, actions) {
  /** @param {Example} form */
  function card(form) {
    const article = clone("form");
    find(article, "h4", HTMLElement).textContent = form.title ?? form.id;
    find(article, ".form-what", HTMLElement).textContent = form.what ?? "";
    for (const side of /** @type {const} */ (["judgements", "results"])) {
      const text = find(article, `.form-${side} pre`, HTMLElement);
      text.textContent = form[side];
      text.setAttribute("aria-label", `${form.title}: ${side}`);
    }
    const tryIt = find(article, "button", HTMLButtonElement);
    tryIt.setAttribute("aria-label", `Try it: ${form.title}`);
    tryIt.addEventListener("click", () => {
      dialog.close();
      actions.load(form);
    });
    return article;
  }

  const drawForms = whenChanged((/** @type {Example[]} */ forms) => {
    find(dialog, ".forms", HTMLElement).replaceChildren(...forms.map(card));
  });
  const drawCatalog = whenChanged((/** @type {Catalog | null} */ catalog) => {
    if (!catalog) return;
    say(find(dialog, ".version", HTMLElement), `This is Rankproof ${catalog.version}.`);
    for (const place of dialog.querySelectorAll("[data-measure]")) {
      say(find(place, ".measure-help", HTMLElement), aboutRow(catalog, place.getAttribute("data-measure") ?? ""));
    }
  });

  return (/** @type {State} */ { forms, catalog }) => {
    drawForms(forms);
    drawCatalog(catalog);
  };
}
