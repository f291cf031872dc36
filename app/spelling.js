/** A row of the picker as names and back: what is typed into its fields, spelled as Python reads it. */

import { K } from "./measures.js";

/** @import { MeasureRow } from "./types.js" */

/** @typedef {{name: string, label: string, start: string, allowed: string, fits: (part: string) => boolean}} Field */
/** @typedef {Record<string, string>} Values  the text of each field */
/** @typedef {{names: string[], wrong: null} | {names: null, wrong: Field}} Spelled */

const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;
const WHOLE = /^[1-9]\d{0,17}$/;

/** The options in brackets that have a field; all others can be given in a name of one's own. */
const OPTIONS = {
  p: {
    label: "p",
    allowed: "Give numbers from 0 to below 1, such as 0.8",
    fits: (/** @type {string} */ part) => NUMBER.test(part) && Number(part) >= 0 && Number(part) < 1,
  },
  T: {
    label: "T",
    allowed: "Give numbers above 0, such as 1",
    fits: (/** @type {string} */ part) => NUMBER.test(part) && Number(part) > 0 && Number(part) <= 1e9,
  },
  max_rel: {
    label: "Highest grade",
    allowed: "Give the highest grade there can be, such as 3",
    fits: (/** @type {string} */ part) => WHOLE.test(part) && Number(part) <= 1e9,
  },
};

/**
 * What a row asks for, the first field being the one that it is most often asked with.
 * @param {MeasureRow} row
 * @returns {Field[]}
 */
export function fieldsOf(row) {
  const { parameters, defaults, allowed, options, start } = row;
  const [low, high] = allowed;
  const inRange = (/** @type {string} */ part) => NUMBER.test(part) && Number(part) >= low && Number(part) <= high;
  const range = Math.abs(low) > 1e9 ? "Give numbers" : `Give numbers from ${low} to ${high.toLocaleString("en-GB")}`;
  /** @type {Field[]} */
  const fields = [];
  if (parameters === "cutoffs") {
    const fits = (/** @type {string} */ part) => part === "k" || WHOLE.test(part);
    const asked = "Give whole numbers from 1, or k, such as 5, 10, k";
    fields.push({ name: "at", label: "Cut-offs", start: "k", allowed: asked, fits });
  } else if (parameters === "levels" || parameters === "numbers") {
    const label = parameters === "levels" || defaults.length > 4 ? "Levels" : "Weights";
    const asked = `${range}, such as ${defaults.slice(0, 4).join(", ")}`;
    const name = parameters === "levels" ? "at" : "numbers";
    fields.push({ name, label, start: defaults.join(", "), allowed: asked, fits: inRange });
  }
  for (const [name, option] of Object.entries(OPTIONS)) {
    const offered = options.includes(name) || (name === "p" && parameters === "pairs" && Boolean(start.p));
    if (offered) fields.push({ name, start: String(start[name] || ""), ...option });
  }
  return fields;
}

/**
 * The names of a row with these values: one for each cut-off or level, and each value of an option.
 * @param {MeasureRow} row
 * @param {Values} values
 * @returns {Spelled}
 */
export function namesOf(row, values) {
  const base = row.ir_name ?? row.name;
  /** @type {Record<string, string[]>} */
  const parts = {};
  for (const field of fieldsOf(row)) {
    const given = partsOf(values[field.name] ?? field.start);
    if (given.length === 0 || !given.every(field.fits)) return { names: null, wrong: field };
    parts[field.name] = [...new Set(given)];
  }
  const { at, numbers, ...options } = parts;
  if (numbers) {
    const standard = numbers.map(Number).join() === row.defaults.join();
    return { names: [standard ? base : `${row.name}.${partsOf(values.numbers ?? "").join(",")}`], wrong: null };
  }
  const ends = at?.map((part) => `@${part === "k" ? K : part}`) ?? [""];
  const names = combined(row, options).flatMap((inside) =>
    row.parameters === "pairs"
      ? [inside ? `${row.name}.${inside}` : base]
      : ends.map((end) => `${base}${inside && `(${inside})`}${end}`),
  );
  return { names, wrong: null };
}

/**
 * Every combination of the options' values; a value that counts anyway is left out unless it must be given.
 * @param {MeasureRow} row
 * @param {Record<string, string[]>} options
 */
function combined(row, options) {
  let all = [""];
  for (const [name, values] of Object.entries(options)) {
    all = all.flatMap((before) =>
      values.map((value) => {
        const needless = Number(value) === row.start[name] && !row.needs.includes(name);
        return [before, needless ? "" : `${name}=${value}`].filter(Boolean).join(",");
      }),
    );
  }
  return all;
}

/**
 * What a name says of this row; null if it is none that namesOf() gives for it.
 * @param {MeasureRow} row
 * @param {string} name
 * @returns {Values | null}
 */
export function valuesOf(row, name) {
  const base = row.ir_name ?? row.name;
  const start = [base, row.name].find((each) => name.startsWith(each));
  if (start === undefined) return null;
  const rest = name.slice(start.length);
  /** @type {Values} */
  const values = Object.fromEntries(fieldsOf(row).map((field) => [field.name, field.start]));
  if (row.parameters === "numbers" && rest.startsWith(".")) values.numbers = rest.slice(1).replaceAll(",", ", ");
  else if (row.parameters === "pairs" && rest.startsWith(".p=")) values.p = rest.slice(".p=".length);
  else {
    const [, inside = "", at = ""] = rest.match(/^(?:\(([^()]*)\))?(?:@(.*))?$/) ?? [];
    if (at) values.at = at === K ? "k" : at;
    for (const option of inside.split(",").filter(Boolean)) {
      const [left = "", right = ""] = option.split("=").map((part) => part.trim());
      values[left] = right;
    }
  }
  const spelled = namesOf(row, values);
  return spelled.names?.length === 1 && spelled.names[0] === name ? values : null;
}

/**
 * What a row's fields show for the names chosen, and which of the names are its own.
 * @param {MeasureRow} row
 * @param {string[]} names
 * @returns {{own: string[], values: Values}}
 */
export function rowOf(row, names) {
  const own = names.filter((name) => valuesOf(row, name));
  const all = own.map((name) => valuesOf(row, name) ?? {});
  const values = Object.fromEntries(
    fieldsOf(row).map(({ name, start }) => [name, [...new Set(all.map((each) => each[name]))].join(", ") || start]),
  );
  return { own, values };
}

/**
 * The names with those of one row replaced where the first of them stood, or added at the end.
 * @param {string[]} names
 * @param {string[]} own
 * @param {string[]} wanted
 */
export function withRow(names, own, wanted) {
  const at = names.findIndex((name) => own.includes(name));
  const kept = names.filter((name) => !own.includes(name) && !wanted.includes(name));
  const before = at < 0 ? kept.length : names.slice(0, at).filter((name) => kept.includes(name)).length;
  return kept.toSpliced(before, 0, ...wanted);
}

/**
 * Whether every word of what is searched for is in the row's names, label, help, family or source.
 * @param {MeasureRow} row
 * @param {string} wanted
 */
export function matches(row, wanted) {
  const text = [...row.spellings, row.label, row.mean_label, row.help, row.family, row.source].join(" ").toLowerCase();
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => text.includes(word) || text.includes(word.replace(/[@.(].*$|_[\d.,]+$/, "") || word));
}

/** @param {string} text */
function partsOf(text) {
  return text.split(/[\s,;]+/).filter(Boolean);
}
