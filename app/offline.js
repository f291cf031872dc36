/** Has the page's files kept on this device once it is at rest, and finds out when a newer version of them waits. */

import { isEmpty } from "./state.js";
import { createNotice } from "./widgets/update.js";

/** @import { Store } from "./state.js" */

/** Milliseconds: a service worker answers at once, or once a busy device lets it; one that has ended sends nothing. */
const LIMIT = 10_000;

/** Milliseconds between two looks for a newer version while the page stays open. */
const HOUR = 3_600_000;

/** @type {Promise<void> | null} */
let kept = null;

/**
 * Does nothing when asked again, and nothing where there is no such thing as a service worker: over http, for one.
 *
 * @param {Store} store
 */
export function keepOffline(store) {
  kept ??= keep(store).catch(() => {}); // the page works online, as it did before
  return kept;
}

/** @param {Store} store */
async function keep(store) {
  if (!navigator.serviceWorker) return;
  const registration = await navigator.serviceWorker.register(new URL("../sw.js", import.meta.url));
  const notice = createNotice({ hasWork: () => hasWork(store.get()), change: (worker) => change(worker) });

  const look = () => {
    const { waiting, installing, active } = registration;
    if (waiting && active) notice.offer(waiting);
    else if (active) notice.keeps();
    installing?.addEventListener("statechange", look);
  };
  registration.addEventListener("updatefound", look);
  look();
  await navigator.serviceWorker.ready;
  look();
  await claimed(registration).catch(() => {});
  setInterval(() => registration.update().catch(() => {}), HOUR);
}

/**
 * What a reload would lose: what stands in the boxes and is no example.
 * @param {import("./types.js").State} state
 */
function hasWork({ judgements, runs }) {
  return [judgements, ...runs].some((box) => !isEmpty(box) && !box.example);
}

/**
 * A page that was open before its files were kept has them from then on, if they are of its own build.
 * @param {ServiceWorkerRegistration} registration
 */
async function claimed({ active }) {
  if (active && !navigator.serviceWorker.controller) {
    await ask(active, { ask: "claim", build: document.documentElement.dataset.build });
  }
}

/**
 * Lets the newer version take over, which then shows itself; unless other pages of this one are open.
 *
 * @param {ServiceWorker} worker
 * @returns {Promise<boolean>} whether it will
 */
async function change(worker) {
  worker.addEventListener("statechange", () => worker.state === "activated" && location.reload());
  return (await ask(worker, { ask: "switch" })) === 0;
}

/**
 * @param {ServiceWorker} worker
 * @param {{ask: string, build?: string}} what
 * @returns {Promise<number>} how many other pages are open
 */
function ask(worker, what) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve, reject) => {
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(() => reject(new Error("the service worker did not answer")), LIMIT);
    worker.postMessage(what, [port2]);
  });
}
