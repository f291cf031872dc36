/** The options of a select, changed only where they differ, so that an open list stays open. */

import { make } from "../dom.js";

/**
 * @param {HTMLSelectElement} select
 * @param {{value: string, label: string}[]} options
 * @param {string} chosen
 */
export function showOptions(select, options, chosen) {
  const present = [...select.options].map(({ value, text }) => `${value}\n${text}`);
  if (present.join("\n\n") !== options.map(({ value, label }) => `${value}\n${label}`).join("\n\n")) {
    select.replaceChildren(
      ...options.map(({ value, label }) => {
        const option = make("option", "", label);
        option.value = value;
        return option;
      }),
    );
  }
  if (select.value !== chosen) select.value = chosen;
}
