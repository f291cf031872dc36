/** The settings form as pure functions: a preset, and what differs from it. */

import { counted } from "./format.js";

/** @import { Catalog, Preset, Settings, Values } from "./types.js" */

/**
 * @param {Catalog | null} catalog
 * @param {string} name
 * @returns {Preset | undefined}
 */
function presetOf(catalog, name) {
  return catalog?.presets.find((preset) => preset.name === name);
}

/**
 * @param {Catalog | null} catalog
 * @param {Settings} settings
 */
export function presetLabel(catalog, { preset }) {
  return presetOf(catalog, preset)?.label ?? "This calculator";
}

/**
 * What the settings that differ from the preset are called.
 * @param {Catalog | null} catalog
 * @param {Settings} settings
 */
export function changedLabels(catalog, { changed }) {
  return catalog?.settings.filter(({ name }) => name in changed).map(({ label }) => label) ?? [];
}

/**
 * The choices in a few words.
 * @param {Catalog | null} catalog
 * @param {Settings} settings
 */
export function inWords(catalog, settings) {
  const changes = changedLabels(catalog, settings).length;
  const preset = presetLabel(catalog, settings);
  return changes ? `${preset}, ${counted(changes, "change", "changes")}` : preset;
}

/**
 * The value of a setting as the form shows it.
 * @param {Catalog | null} catalog
 * @param {Settings} settings
 * @param {string} name
 */
export function settingValue(catalog, settings, name) {
  if (name in settings.changed) return asText(settings.changed[name]);
  return asText(presetOf(catalog, settings.preset)?.values[name] ?? (name === "gain" ? "linear" : ""));
}

/**
 * One setting changed; a value that the preset has anyway is no difference.
 * @param {Catalog | null} catalog
 * @param {Settings} settings
 * @param {string} name
 * @param {string | null} value
 * @returns {Settings}
 */
export function withSetting(catalog, settings, name, value) {
  const { [name]: _before, ...changed } = settings.changed;
  const standard = presetOf(catalog, settings.preset)?.values[name];
  if (standard === undefined || asText(standard) !== asText(value)) changed[name] = value;
  return { ...settings, changed };
}

/**
 * A preset sets every setting but k.
 * @param {Settings} settings
 * @param {string} preset
 * @returns {Settings}
 */
export function withPreset(settings, preset) {
  return { ...settings, preset, changed: {} };
}

/**
 * The values as the bridge takes them.
 * @param {Settings} settings
 * @returns {Values}
 */
export function toValues({ preset, k, changed }) {
  return { preset, k, ...changed };
}

/** @param {string | number | null | undefined} value */
function asText(value) {
  return value === null || value === undefined ? "" : String(value);
}
