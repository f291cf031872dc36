/** Table rows of which only those in view exist, so that a million scroll like ten. */

import { make } from "../dom.js";

/** Rows drawn above and below those in view. */
const SPARE = 8;

/**
 * Pixels of height that every browser can lay out, zoomed in or not; the most that Firefox can is 17.9 million of the
 * screen. A longer table is as high as this, and scrolls faster for it.
 */
const HIGHEST = 4e6;

/**
 * @param {HTMLElement} scroller
 * @param {HTMLTableSectionElement} body
 * @param {(row: HTMLTableRowElement, index: number) => void} draw  fills a row for an index, from 0
 * @param {() => void} [drawn]  is told when other rows are in view
 */
export function createRows(scroller, body, draw, drawn) {
  const above = spacer();
  const below = spacer();
  /** The rows drawn, by index. @type {Map<number, HTMLTableRowElement>} */
  let rows = new Map();
  let total = 0;
  let height = 32;
  let first = 0;
  let last = 0;
  body.replaceChildren(above.row, below.row);

  /** @param {boolean} redraw */
  function update(redraw) {
    const view = scroller.clientHeight;
    const whole = total * height;
    const high = Math.min(whole, HIGHEST);
    const top = scroller.scrollTop - body.offsetTop;
    // Where the view would begin if all rows had their height.
    const place = high < whole && top > 0 ? (top / (high - view)) * (whole - view) : top;
    const from = Math.max(0, Math.floor(place / height) - SPARE);
    const to = Math.min(total, Math.ceil((place + body.offsetTop + view) / height) + SPARE);
    const start = Math.min(from, Math.max(0, to - 1));
    if (!redraw && start === first && to === last && high === whole) return;
    first = start;
    last = to;
    // Rows that stay in view stay as they are; those that leave it are filled anew where others come into view.
    const spare = [...rows].filter(([index]) => index < first || index >= last).map(([, row]) => row);
    // The focus stays in the table where what had it leaves the view.
    if (spare.some((row) => row.contains(document.activeElement))) scroller.focus({ preventScroll: true });
    for (const row of spare) row.remove();
    const kept = rows;
    rows = new Map();
    let before = above.row.nextSibling;
    for (let index = first; index < last; index++) {
      const known = kept.get(index);
      const row = known ?? spare.pop() ?? make("tr");
      rows.set(index, row);
      if (!known || redraw) {
        row.ariaRowIndex = String(index + 2);
        draw(row, index);
      }
      if (row === before) before = row.nextSibling;
      else body.insertBefore(row, before);
    }
    const lead = Math.max(0, top + first * height - place);
    above.set(lead);
    below.set(Math.max(0, high - lead - (last - first) * height));
    drawn?.();
  }

  scroller.addEventListener("scroll", () => update(false), { passive: true });
  new ResizeObserver(() => update(false)).observe(scroller);

  return {
    /** Shows this many rows, all drawn anew. @param {number} count */
    show(count) {
      total = count;
      update(true);
      const measured = rows.get(first)?.getBoundingClientRect().height ?? 0;
      if (measured && Math.abs(measured - height) > 0.01) {
        height = measured;
        update(true);
      }
    },
    toTop() {
      scroller.scrollTop = 0;
    },
  };
}

function spacer() {
  const cell = make("td");
  const row = make("tr", "spacer", cell);
  row.ariaHidden = "true";
  row.hidden = true;
  return {
    row,
    /** @param {number} height */
    set(height) {
      row.hidden = height === 0;
      cell.style.height = `${height}px`;
    },
  };
}
