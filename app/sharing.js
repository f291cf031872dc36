/** Links, session files and kept work: what opens them, and follows what is shown, is loaded where it is wanted. */

import { isArriving } from "./arriving.js";
import { find } from "./dom.js";

/** @import { Store } from "./state.js" */
/** @import { Actions, State } from "./types.js" */

/** Milliseconds after a change, once scores are there, before it is followed. */
const PAUSE = 400;

/**
 * @param {Store} store
 * @param {Actions} actions
 * @param {State} start  before anything had changed
 */
export function createSharing(store, actions, start) {
  /** @type {Promise<ReturnType<typeof import("./share/share.js").createShare>> | null} */
  let loading = null;
  let timer = 0;
  const before = partsOf(start);

  async function begin() {
    const share = (await import("./share/share.js")).createShare(store, actions);
    await share.restore();
    return share;
  }

  /** Loads it once; after a failure, which is told where somebody waits for it, once more. @param {string} [what] */
  async function load(what) {
    try {
      loading ??= begin();
      return await loading;
    } catch {
      loading = null;
      timer = 0;
      if (what) actions.tell(`${what} could not be loaded: check the connection and try again.`);
      return null;
    }
  }

  const button = find(document, "#share", HTMLButtonElement);
  button.disabled = false;
  button.addEventListener("click", async () => {
    (await load("Share"))?.open();
  });
  addEventListener("hashchange", () => loading || load("What opens the link"));
  if (isArriving()) load("What opens links and kept work");

  return (/** @type {State} */ state) => {
    if (loading || timer || !["ready", "failed"].includes(state.engine.state)) return;
    if (partsOf(state).some((part, index) => part !== before[index])) timer = setTimeout(load, PAUSE);
  };
}

/** @param {State} state */
function partsOf({ settings, measures, compare, judgements, runs, arrival }) {
  return [settings, measures, compare, judgements, runs, arrival];
}
