/** Opens, steers and closes the sheet with the working behind a score, and gives the focus back to that score. */

import { createAsking } from "./asking.js";
import { focusOn, move } from "./keys.js";
import { createSheet } from "./sheet.js";

/** @import { Store } from "../state.js" */
/** @import { Actions, Attachment, ProofPlace, Request, State } from "../types.js" */

/** What follows a measure's name where it has a cut-off. */
const CUTOFF = /@(\d+)$/;

/**
 * @param {Store} store
 * @param {Actions} actions
 * @param {(request: Request, files: Attachment[]) => Promise<{ok?: any, error?: any}>} call
 */
export function createProof(store, actions, call) {
  const asking = createAsking(store, call);
  const sheet = createSheet({
    go: (query) => {
      const { proving } = store.get();
      if (proving) put({ ...proving, query, label: query === null ? proving.meanLabel : proving.queryLabel });
      sheet.title.focus({ preventScroll: true });
    },
    close: () => sheet.dialog.close(),
    stop: actions.stop,
    again: asking.again,
    move,
  });
  /** Finds the score that was chosen, in a table that may have been drawn anew. */
  let opener = () => /** @type {HTMLButtonElement | null} */ (null);

  let showing = 0;
  /** What had the focus before the sheet. @type {Element | null} */
  let before = null;

  sheet.dialog.addEventListener("close", () => {
    if (showing || sheet.dialog.open) return; // a dialog tells of its end a frame later: another score was chosen since
    put(null);
    const at = document.activeElement;
    const score = opener();
    // Unless the reader has gone on meanwhile: a dialog gives the focus back to what had it, in Safari not what was pressed.
    const isGiven = !at || at === document.body || at === before || sheet.dialog.contains(at);
    if (score && isGiven) focusOn(score);
  });

  /** @param {ProofPlace | null} proving */
  function put(proving) {
    store.set({ proving });
  }

  /** Once Python has been asked: to lay a dialog over a large page takes as long as the answer. */
  function show() {
    showing = 0;
    if (!sheet.dialog.open) {
      before = document.activeElement;
      sheet.dialog.showModal();
    }
    sheet.title.focus({ preventScroll: true });
  }

  store.subscribe((state) => {
    asking.watch(state);
    sheet.render(state);
  });

  return {
    move,
    /** @param {HTMLButtonElement} score */
    open(score) {
      const place = placeOf(score, store.get());
      if (!place) return;
      opener = finderOf(score);
      put(place);
      clearTimeout(showing);
      showing = setTimeout(show);
    },
  };
}

/**
 * Which number a button shows: a run's mean, or a query of the chosen run.
 * @param {HTMLButtonElement} score
 * @param {State} state
 * @returns {ProofPlace | null}
 */
function placeOf(score, { scores, chosen }) {
  const row = score.closest("tr");
  const measure = scores?.measures[Number(score.value)];
  if (!row || !measure) return null;
  const isMean = row.id.startsWith("mean-");
  const { name, label, mean_label: meanLabel, whole, own } = measure;
  return {
    run: isMean ? row.id.slice("mean-".length) : chosen,
    query: isMean ? null : (row.cells[0]?.textContent ?? ""),
    measure: name,
    label: isMean ? meanLabel : label,
    meanLabel,
    queryLabel: label,
    whole,
    own: own !== undefined,
    k: Number(CUTOFF.exec(label)?.[1]) || null,
  };
}

/**
 * @param {HTMLButtonElement} score
 * @returns {() => HTMLButtonElement | null}
 */
function finderOf(score) {
  const body = score.closest("tbody");
  const row = score.closest("tr");
  const same = row?.id ? `#${row.id}` : `[aria-rowindex="${row?.ariaRowIndex}"]`;
  const selector = `tr${same} .score[value="${score.value}"]`;
  return () => body?.querySelector(selector) ?? body?.querySelector(".score") ?? null;
}
