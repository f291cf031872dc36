/** Parts of the page that are loaded once the state wants them, so that the first scores do not wait for them. */

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
