/** The choices under Conventions: a preset, and each setting with its values and what they mean, drawn from the catalog. */

import { changedLabels, presetLabel, settingValue } from "../choices.js";
import { button, clone, find, say, whenChanged } from "../dom.js";

/** @import { Actions, Catalog, Setting, Settings } from "../types.js" */

/** These two have their place in the settings bar. */
const IN_BAR = ["k", "gain"];

/**
 * @typedef {object} Field
 * @property {string} name
 * @property {string} label
 * @property {HTMLElement} root
 * @property {(value: string) => void} show
 * @property {HTMLButtonElement} [back]  puts a preset back that single settings differ from
 */

/**
 * @param {HTMLElement} root
 * @param {Actions} actions
 */
export function createConventions(root, actions) {
  /** @type {Field[]} */
  let fields = [];

  const build = whenChanged((/** @type {Catalog | null} */ catalog) => {
    if (!catalog) return;
    const presets = catalog.presets.map(({ name, label, help }) => ({ value: name, label, help }));
    fields = [
      presetField(presets, actions),
      ...catalog.settings.filter(({ name }) => !IN_BAR.includes(name)).map((setting) => settingField(setting, actions)),
    ];
    root.replaceChildren(...fields.map((field) => field.root));
  });

  return {
    /**
     * Draws the choices as they stand.
     * @param {Catalog | null} catalog
     * @param {Settings} settings
     */
    render(catalog, settings) {
      build(catalog);
      const labels = changedLabels(catalog, settings);
      const exceptions = labels.length ? `except ${labels.join(", ").toLowerCase()}` : "";
      for (const field of fields) {
        field.show(field.name === "preset" ? settings.preset : settingValue(catalog, settings, field.name));
        const differs = field.name in settings.changed ? "changed" : "";
        say(find(field.root, ".differs-from", HTMLElement), field.name === "preset" ? exceptions : differs);
        if (field.back) field.back.hidden = labels.length === 0;
        if (field.back) say(field.back, `Back to ${presetLabel(catalog, settings)}`);
      }
    },
    /** @param {string | null} source @param {string} text */
    showError(source, text) {
      for (const { name, root: field } of fields) {
        const place = find(field, ".field-error", HTMLElement);
        place.hidden = name !== source;
        say(place, name === source ? text : "");
        for (const input of field.querySelectorAll("input[type=number]")) input.ariaInvalid = String(name === source);
      }
    },
  };
}

/**
 * @param {{value: string, label: string, help: string}[]} presets
 * @param {Actions} actions
 * @returns {Field}
 */
function presetField(presets, actions) {
  const about = "Sets everything below, and the gain, as the named tool has it.";
  const field = choiceField("preset", "Preset", about, presets, actions.setPreset);
  const chosen = () => field.root.querySelector("input:checked");
  const back = button("", () => {
    const input = chosen();
    if (!(input instanceof HTMLInputElement)) return;
    actions.setPreset(input.value);
    input.focus();
  });
  find(field.root, ".choice-help", HTMLElement).append(" ", back);
  return { ...field, back };
}

/**
 * @param {Setting} setting
 * @param {Actions} actions
 * @returns {Field}
 */
function settingField(setting, actions) {
  const { name, label, help, values } = setting;
  const change = (/** @type {string} */ value) => actions.setSetting(name, value === "" ? null : value);
  return values.length ? choiceField(name, label, help, values, change) : numberField(setting, change);
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string} help
 * @param {{value: string, label: string, help: string}[]} values
 * @param {(value: string) => void} change
 * @returns {Field}
 */
function choiceField(name, label, help, values, change) {
  const root = clone("choice-field");
  root.dataset.setting = name;
  find(root, ".legend-text", HTMLElement).textContent = label;
  find(root, ".choice-help", HTMLElement).textContent = help;
  const inputs = values.map(({ value, label: text, help: what }) => {
    const choice = clone("choice");
    const input = find(choice, "input", HTMLInputElement);
    input.name = `setting-${name}`;
    input.value = value;
    input.addEventListener("change", () => change(value));
    const id = `choice-${name}-${value}`;
    const called = find(choice, ".choice-label", HTMLElement);
    const description = find(choice, ".choice-what", HTMLElement);
    called.id = id;
    called.textContent = text;
    description.id = `${id}-what`;
    description.textContent = what;
    input.setAttribute("aria-labelledby", called.id);
    input.setAttribute("aria-describedby", description.id);
    find(root, ".choices", HTMLElement).append(choice);
    return input;
  });
  return {
    name,
    label,
    root,
    show(value) {
      for (const input of inputs) input.checked = input.value === value;
    },
  };
}

/**
 * @param {Setting} setting
 * @param {(value: string) => void} change
 * @returns {Field}
 */
function numberField({ name, label, help }, change) {
  const root = clone("number-field");
  const input = find(root, "input", HTMLInputElement);
  const about = find(root, ".choice-help", HTMLElement);
  const error = find(root, ".field-error", HTMLElement);
  find(root, ".number-name", HTMLElement).textContent = label;
  about.textContent = help;
  about.id = `about-${name}`;
  error.id = `error-${name}`;
  input.setAttribute("aria-describedby", `${about.id} ${error.id}`);
  input.addEventListener("input", () => change(input.validity.badInput ? "not a number" : input.value));
  return {
    name,
    label,
    root,
    show(value) {
      if (value !== "not a number" && input.value !== value) input.value = value;
    },
  };
}
