/** Says under the head of the page what a link, a session or kept work brought that still waits, or why it could not be opened. */

import { button, find, make, whenChanged } from "../dom.js";
import { isEmpty } from "../state.js";

/** @import { Store } from "../state.js" */
/** @import { Arrival, State } from "../types.js" */

const WHAT = { link: "link", session: "session", kept: "kept work" };

/** As many unknown fields as are named. */
const NAMED = 5;

/** @param {Store} store */
export function createNotice(store) {
  const place = make("div", "arrival");
  const alert = make("div", "arrival-problem");
  const status = make("div", "");
  alert.role = "alert";
  status.role = "status";
  place.append(alert, status);
  find(document, "header.top", HTMLElement).append(place);

  const dismiss = () => store.set({ arrival: null });
  const showCode = () => {
    const section = find(document, "#code", HTMLElement);
    const go = () => {
      section.scrollIntoView({ block: "nearest" });
      find(section, "#code-run", HTMLButtonElement).focus();
    };
    if (!section.hidden) return go();
    section.addEventListener("opened", go, { once: true });
    find(document, "#code-button", HTMLButtonElement).click();
  };

  place.hidden = alert.hidden = status.hidden = true;

  const draw = whenChanged((/** @type {string} */ problem, /** @type {string} */ said, /** @type {boolean} */ code) => {
    const close = () => button("Dismiss", dismiss);
    alert.replaceChildren(...(problem ? [make("p", "", problem), close()] : []));
    const lines = said.split("\n").filter(Boolean);
    const buttons = [
      ...(code ? [button("Show the code", showCode)] : []),
      ...(lines.length && !problem ? [close()] : []),
    ];
    alert.hidden = !problem;
    status.hidden = lines.length === 0;
    place.hidden = alert.hidden && status.hidden; // else the head has a gap for it
    status.replaceChildren(...lines.map((line) => make("p", "", line)), ...buttons);
  });

  return (/** @type {State} */ state) => {
    const { arrival } = state;
    const waits = Boolean(arrival?.code && state.code.ran === null && /\S/.test(state.code.text));
    draw(arrival?.problem ?? "", arrival ? pending(arrival, state, waits).join("\n") : "", waits);
  };
}

/**
 * What is still to be done, a line each.
 * @param {Arrival} arrival
 * @param {State} state
 * @param {boolean} waits
 */
function pending({ from, missing, packages, told }, state, waits) {
  const what = WHAT[from];
  const boxes = new Map([state.judgements, ...state.runs].map((box) => [box.id, box]));
  const inputs = missing.filter(({ id }) => boxes.get(id) && isEmpty(/** @type {any} */ (boxes.get(id))));
  const wheels = packages.filter((name) => !state.code.wheels.some(({ file }) => file.name === name));
  const more = told.length > NAMED ? ` and ${told.length - NAMED} more` : "";
  return [
    waits
      ? `Code came with the ${what} and has not run: scores are without its measures until you press Run the code.`
      : "",
    inputs.length ? `Left out of the ${what}, to be opened here: ${inputs.map(({ name }) => name).join(", ")}.` : "",
    wheels.length ? `Packages that the code may need, to be added under Own measures: ${wheels.join(", ")}.` : "",
    told.length
      ? `The ${what} was made by a newer Rankproof and holds what this page does not know, so it may look different here: ${told.slice(0, NAMED).join(", ")}${more}.`
      : "",
  ].filter(Boolean);
}
