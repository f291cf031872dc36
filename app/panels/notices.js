/** How each input was read, under its box, and what went wrong outside the inputs. */

import { find, make, say, whenChanged } from "../dom.js";
import { sentence } from "../format.js";
import { chosenRun, isEmpty } from "../state.js";

/** @import { Actions, Box, Note, Reading, RunScores, State } from "../types.js" */

const EMPTY = "JSON, CSV, TSV, JSON Lines or TREC text, plain or gzipped. Help shows one of each.";

/**
 * @param {HTMLElement} root
 * @param {Actions} _actions
 */
export function mount(root, _actions) {
  const fault = find(root, ".fault", HTMLElement);
  const judgements = find(root, "#read-judgements", HTMLElement);
  const results = find(root, "#read-results", HTMLElement);
  const drawJudgements = whenChanged(draw.bind(null, judgements));
  const drawResults = whenChanged(draw.bind(null, results));
  const resized = new ResizeObserver((entries) => {
    for (const { target } of entries) reachable(target);
  });
  resized.observe(judgements);
  resized.observe(results);

  return (/** @type {State} */ state) => {
    const run = chosenRun(state);
    const known = state.older !== "error" && !state.readings[run.id]?.error;
    const scored = known ? state.scores?.runs.find(({ id }) => id === run.id) : undefined;
    const lacking = (/** @type {Box} */ box) =>
      isEmpty(box) ? "empty" : state.engine.state === "loading" ? "waiting" : "";
    drawJudgements(state.readings.judgements, undefined, lacking(state.judgements));
    drawResults(state.readings[run.id], scored, lacking(run));
    const wrong = inWords(state);
    fault.hidden = !wrong;
    say(fault, wrong);
  };
}

/**
 * What went wrong outside the inputs and the settings, in words.
 * @param {State} state
 */
function inWords({ engine, fault }) {
  if (engine.state === "failed")
    return [engine.message, engine.detail, "What you put in is kept"].map(sentence).join(" ");
  if (!fault || fault.kind === "setting") return "";
  return ["The scores could not be worked out:", fault.message, fault.hint].map(sentence).join(" ").trim();
}

/**
 * @param {HTMLElement} place
 * @param {Reading | undefined} reading
 * @param {RunScores | undefined} scored
 * @param {"" | "empty" | "waiting"} lacking
 */
function draw(place, reading, scored, lacking) {
  const [readAs, ...notes] = reading?.notes ?? [];
  const lines = [];
  if (reading?.error) lines.push(make("p", "read-none", "Not read, because of the error above."));
  else if (readAs) lines.push(make("p", "read-as", mark("✓"), readAs.text));
  else if (lacking === "empty") lines.push(make("p", "read-none", EMPTY));
  else if (lacking === "waiting") lines.push(make("p", "read-none", "Will be read as soon as Python has started."));
  if (scored) lines.push(make("p", "counted", scored.sentence));
  lines.push(...[...notes, ...maybeRight(reading), ...(scored?.notes ?? [])].map(noteLine));
  place.replaceChildren(...lines);
  reachable(place);
}

/**
 * Notes that have to be scrolled can be reached with the keyboard.
 * @param {Element} place
 */
function reachable(place) {
  if (place.scrollHeight > place.clientHeight) place.setAttribute("tabindex", "0");
  else place.removeAttribute("tabindex");
}

/**
 * What is worth a look and may well be right, as notes.
 * @param {Reading | undefined} reading
 */
function maybeRight(reading) {
  const found = reading?.diagnoses?.filter(({ level }) => level === "info") ?? [];
  return found.map(({ level, text, effect, mend }) => ({
    level,
    text: `${text} ${effect} To mend it: ${sentence(mend)}`,
  }));
}

/** @param {Pick<Note, "level" | "text">} note */
function noteLine({ level, text }) {
  if (level !== "warning") return make("p", "note", text);
  return make("p", "note warning", mark("!"), make("strong", "", "Warning: "), text);
}

/** @param {string} sign */
function mark(sign) {
  const span = make("span", "mark", sign);
  span.ariaHidden = "true";
  return span;
}
