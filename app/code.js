/** Measures in the user's own Python code: what the page remembers of them, and the pure updates of that. */

/** @import { Attachment, Code, CodeReport, State } from "./types.js" */

/** Seconds after which code is stopped, unless the reader says otherwise. */
const LIMIT = 10;

/** @returns {Code} */
export function initialCode() {
  return {
    text: "",
    ran: null,
    revision: 0,
    wheels: [],
    limit: LIMIT,
    running: false,
    stopped: "",
    report: null,
    check: null,
  };
}

/**
 * @param {State} state
 * @param {Partial<Code>} part
 * @returns {State}
 */
export function withCode(state, part) {
  return { ...state, code: { ...state.code, ...part } };
}

/**
 * The text as it is from now on the code whose measures are scored; none where it is blank.
 * @param {State} state
 * @returns {State}
 */
export function withRunOfCode(state) {
  const { text, revision } = state.code;
  if (!/\S/.test(text)) return withoutCode(state);
  return withCode(state, { ran: text, revision: revision + 1, stopped: "", report: null });
}

/**
 * The code's measures are scored no more; its text stays.
 * @param {State} state
 * @returns {State}
 */
export function withoutCode(state) {
  return withCode(state, { ran: null, stopped: "", report: null });
}

/**
 * The code had to be stopped: it waits for the next Run, and the scores are asked for without it.
 * @param {State} state
 * @param {Exclude<Code["stopped"], "">} why
 * @returns {State}
 */
export function withStoppedCode(state, why) {
  return withCode(state, { stopped: why, report: null });
}

/**
 * @param {State} state
 * @param {CodeReport | undefined} report
 * @returns {State}
 */
export function withReport(state, report) {
  return report && report.revision === state.code.revision ? withCode(state, { report }) : state;
}

/**
 * Wheels beside those that are there; one of the same name takes the other's place.
 * @param {State} state
 * @param {File[]} files
 * @returns {State}
 */
export function withWheels(state, files) {
  const counter = state.counter + files.length;
  const fresh = files.map((file, index) => ({ id: `wheel-${state.counter + 1 + index}`, file }));
  const kept = state.code.wheels.filter(({ file }) => !files.some(({ name }) => name === file.name));
  return { ...withCode(state, { wheels: [...kept, ...fresh] }), counter };
}

/**
 * @param {State} state
 * @param {string} id
 * @returns {State}
 */
export function withoutWheel(state, id) {
  return withCode(state, { wheels: state.code.wheels.filter((wheel) => wheel.id !== id) });
}

/**
 * The code as Python takes it, while there is some to run; its wheels are added to the files.
 * @param {Code} code
 * @param {Attachment[]} files
 */
export function codeInput({ ran, revision, stopped, wheels }, files) {
  if (ran === null || stopped) return null;
  return { text: ran, revision, wheels: wheelInputs(wheels, files) };
}

/**
 * @param {Code["wheels"]} wheels
 * @param {Attachment[]} files
 */
export function wheelInputs(wheels, files) {
  return wheels.map(({ id, file }) => {
    const path = `/wheels/${id}/${file.name.replace(/[/\0]/g, "_")}`;
    files.push({ path, file });
    return { id, name: file.name, path };
  });
}
