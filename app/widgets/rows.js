/** Table rows of which only those in view exist, so that 100,000 scroll like ten. */

import { make } from "../dom.js";

/** Rows drawn above and below those in view. */
const SPARE = 8;

/**
 * @param {HTMLElement} scroller
 * @param {HTMLTableSectionElement} body
 * @param {(row: HTMLTableRowElement, index: number) => void} draw  fills a row for an index, from 0
 */
export function createRows(scroller, body, draw) {
  const above = spacer();
  const below = spacer();
  /** @type {HTMLTableRowElement[]} */
  const rows = [];
  let total = 0;
  let height = 32;
  let first = 0;
  let last = 0;
  body.replaceChildren(above.row, below.row);

  /** @param {boolean} redraw */
  function update(redraw) {
    const head = body.offsetTop;
    const from = Math.max(0, Math.floor((scroller.scrollTop - head) / height) - SPARE);
    const to = Math.min(total, Math.ceil((scroller.scrollTop + scroller.clientHeight) / height) + SPARE);
    const start = Math.min(from, Math.max(0, to - 1));
    if (!redraw && start === first && to === last) return;
    first = start;
    last = to;
    const needed = last - first;
    while (rows.length < needed) rows.push(make("tr"));
    for (const extra of rows.slice(needed)) extra.remove();
    for (let n = 0; n < needed; n++) {
      const row = /** @type {HTMLTableRowElement} */ (rows[n]);
      row.ariaRowIndex = String(first + n + 2);
      draw(row, first + n);
      if (!row.isConnected) body.insertBefore(row, below.row);
    }
    above.set(first * height);
    below.set((total - last) * height);
  }

  scroller.addEventListener("scroll", () => update(false), { passive: true });
  new ResizeObserver(() => update(false)).observe(scroller);

  return {
    /** Shows this many rows, all drawn anew. @param {number} count */
    show(count) {
      total = count;
      update(true);
      const measured = rows[0]?.isConnected ? rows[0].getBoundingClientRect().height : 0;
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
