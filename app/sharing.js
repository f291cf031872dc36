/** Links, session files and kept work: loaded before the first scores only where there is something to be opened. */

import { find } from "./dom.js";

/** @import { Store } from "./state.js" */
/** @import { Actions, State } from "./types.js" */

/** Milliseconds after a change, once scores are there, before it is followed. */
const PAUSE = 400;

/**
 * @param {Store} store
 * @param {Actions} actions
 */
export function createSharing(store, actions) {
  /** @type {Promise<ReturnType<typeof import("./share/share.js").createShare> | null> | null} */
  let loading = null;
  let timer = 0;
  const start = partsOf(store.get());

  function load() {
    loading ??= import("./share/share.js").then(
      async ({ createShare }) => {
        const share = createShare(store, actions);
        await share.restore();
        return share;
      },
      () => {
        loading = null;
        timer = 0;
        return null;
      },
    );
    return loading;
  }

  async function open() {
    const share = await load();
    if (share) share.open();
    else actions.tell("Share could not be loaded: check the connection and try again.");
  }

  find(document, "#share", HTMLButtonElement).addEventListener("click", open);
  if (location.hash || isKeeping()) load().then((share) => share ?? actions.tell("The link could not be opened."));
  else addEventListener("hashchange", load, { once: true });

  return (/** @type {State} */ state) => {
    if (loading || timer || state.engine.state !== "ready") return;
    if (partsOf(state).some((part, index) => part !== start[index])) timer = setTimeout(load, PAUSE);
  };
}

/** As in share/kept.js. */
function isKeeping() {
  try {
    return localStorage.getItem("rankproof-kept") !== null;
  } catch {
    return false;
  }
}

/** @param {State} state */
function partsOf({ settings, measures, compare, judgements, runs, arrival }) {
  return [settings, measures, compare, judgements, runs, arrival];
}
