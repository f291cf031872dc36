/** The settings: k and gain in a row; every other choice under Conventions, which are loaded when they are first wanted. */

import { inWords, settingValue } from "../choices.js";
import { find, say } from "../dom.js";
import { faultText } from "../format.js";

/** @import { Actions, Fault, State } from "../types.js" */

/**
 * @param {HTMLElement} root
 * @param {Actions} actions
 */
export function mount(root, actions) {
  const k = find(root, "#k", HTMLInputElement);
  const gain = find(root, "#gain", HTMLElement);
  const gainMap = find(root, "#gain-map", HTMLInputElement);
  const radios = [...gain.querySelectorAll("input")].filter((input) => input.type === "radio");
  const disclosure = find(root, "#conventions-button", HTMLButtonElement);
  const panel = find(root, "#conventions", HTMLElement);
  /** @type {ReturnType<typeof import("../widgets/conventions.js").createConventions> | null} */
  let conventions = null;
  /** @type {State | null} */
  let shown = null;
  const errors = { k: find(root, "#error-k", HTMLElement), gain: find(root, "#error-gain", HTMLElement) };

  k.addEventListener("input", () => actions.setK(k.validity.badInput ? null : k.value));
  for (const radio of radios) {
    radio.addEventListener("change", () => {
      actions.setSetting("gain", radio.value === "custom" ? gainMap.value : radio.value);
      if (radio.value === "custom") queueMicrotask(() => gainMap.focus());
    });
  }
  gainMap.addEventListener("input", () => actions.setSetting("gain", gainMap.value));
  disclosure.addEventListener("click", async () => {
    panel.hidden = !panel.hidden;
    disclosure.ariaExpanded = String(!panel.hidden);
    try {
      const { createConventions } = await import("../widgets/conventions.js");
      conventions ??= createConventions(panel, actions);
      if (shown) render(shown);
    } catch {
      actions.tell("The conventions could not be loaded: check the connection and load the page again.");
    }
  });

  /** @param {Fault | null} fault */
  function showErrors(fault) {
    const source = fault?.kind === "setting" ? fault.source : null;
    const text = fault && source ? faultText(fault) : "";
    for (const [name, place] of Object.entries(errors)) {
      place.hidden = name !== source;
      say(place, name === source ? text : "");
    }
    k.ariaInvalid = String(source === "k");
    gainMap.ariaInvalid = String(source === "gain");
    conventions?.showError(source, text);
  }

  /** @param {State} state */
  function render(state) {
    const { catalog, settings, fault } = state;
    shown = state;
    if (settings.k !== null && k.value !== settings.k) k.value = settings.k;
    const value = settingValue(catalog, settings, "gain");
    const chosen = value === "linear" || value === "exponential" ? value : "custom";
    for (const radio of radios) radio.checked = radio.value === chosen;
    gainMap.hidden = chosen !== "custom";
    if (chosen === "custom" && gainMap.value !== value) gainMap.value = value;
    say(find(disclosure, ".disclosure-value", HTMLElement), inWords(catalog, settings));
    conventions?.render(catalog, settings);
    showErrors(fault);
  }

  return render;
}
