/** The settings form as pure functions: a preset, and what differs from it. */

/** @import { Catalog, Preset, Settings, Values } from "./types.js" */

/**
 * @param {Catalog | null} catalog
 * @param {string} name
 * @returns {Preset | undefined}
 */
export function presetOf(catalog, name) {
  return catalog?.presets.find((preset) => preset.name === name);
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
