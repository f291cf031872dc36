/** Parts of the page that are loaded once the state wants them, so that the first scores do not wait for them. */

/** Milliseconds after the first scores before what stands beside them is loaded. */
const AFTERWARDS = 400;

/** @returns {Promise<void>} fulfilled once the first scores have had a moment for themselves */
export function afterwards() {
  return new Promise((resolve) => setTimeout(resolve, AFTERWARDS));
}

/**
 * Shows nothing until the state wants it, then loads what shows it, and gives that every state from then on.
 * @template S
 * @param {(state: S) => boolean} wanted
 * @param {() => Promise<(state: S) => void>} load
 * @param {() => void} lost  told once that it could not be loaded: browsers do not try a module again
 * @returns {(state: S) => void}
 */
export function later(wanted, load, lost) {
  /** @type {((state: S) => void) | null} */
  let render = null;
  let loading = false;
  /** @type {S} */
  let shown;

  return (state) => {
    shown = state;
    if (render) return render(state);
    if (loading || !wanted(state)) return;
    loading = true;
    load().then((loaded) => {
      render = loaded;
      render(shown);
    }, lost);
  };
}
