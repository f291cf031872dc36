/** Moves among the scores of a table by arrow keys, of which one is where the Tab key stops. */

/** @typedef {{row: number, column: number}} Step */

/** Rows that Page Up and Page Down move by. */
const PAGE = 8;

/** @type {Record<string, Step>} */
const STEPS = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  PageUp: { row: -PAGE, column: 0 },
  PageDown: { row: PAGE, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
  Home: { row: 0, column: Number.NEGATIVE_INFINITY },
  End: { row: 0, column: Number.POSITIVE_INFINITY },
};

/**
 * @param {HTMLButtonElement} from
 * @param {string} key
 * @param {boolean} far  to the first or last row of all
 */
export async function move(from, key, far) {
  const body = from.closest("tbody");
  const step = STEPS[key];
  if (!body || !step) return;
  if (far && (key === "Home" || key === "End")) await scrollTo(body, key === "Home");
  const rows = scored(body);
  const row = rows.find((one) => one.contains(from)) ?? rows[0];
  if (!row) return;
  const columns = scoresIn(row);
  const at = Math.max(0, columns.indexOf(from));
  const last = rows.length - 1;
  const down = far && key === "Home" ? -last : far && key === "End" ? last : far ? 0 : step.row;
  const target = rows[clamp(rows.indexOf(row) + down, last)];
  const across = target ? scoresIn(target) : [];
  focusOn(across[clamp(at + (far ? 0 : step.column), across.length - 1)]);
}

/**
 * Focuses a score, where the Tab key then stops.
 * @param {HTMLButtonElement | undefined} score
 */
export function focusOn(score) {
  if (!score) return;
  for (const other of score.closest("tbody")?.querySelectorAll('.score[tabindex="0"]') ?? []) {
    other.setAttribute("tabindex", "-1");
  }
  score.tabIndex = 0;
  score.focus();
}

/** @param {HTMLTableSectionElement} body */
function scored(body) {
  return [...body.rows].filter((row) => row.querySelector(".score"));
}

/** @param {HTMLTableRowElement} row */
function scoresIn(row) {
  return /** @type {HTMLButtonElement[]} */ ([...row.querySelectorAll(".score")]);
}

/**
 * Scrolls to the start or the end, and waits until the rows there are drawn.
 * @param {HTMLElement} body
 * @param {boolean} start
 */
async function scrollTo(body, start) {
  const scroller = body.closest(".scroller");
  if (!scroller) return;
  scroller.scrollTop = start ? 0 : scroller.scrollHeight;
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}

/** @param {number} place @param {number} last */
function clamp(place, last) {
  return Math.min(Math.max(place, 0), last);
}
