/** What the foot of the page says of its files: that they are kept on this device, or that a newer version waits. */

import { button, find, say } from "../dom.js";

/**
 * @param {object} of
 * @param {() => boolean} of.hasWork whether a reload would lose something
 * @param {(worker: ServiceWorker) => Promise<boolean>} of.change lets the newer version take over; whether it will
 */
export function createNotice({ hasWork, change }) {
  const place = find(document, ".kept", HTMLElement);
  const text = find(place, ".kept-text", HTMLElement);
  const buttons = find(place, ".kept-buttons", HTMLElement);
  /** @type {ServiceWorker | null} */
  let offered = null;

  /**
   * @param {string} words
   * @param {Record<string, () => void>} choices
   */
  function show(words, choices = {}) {
    const held = buttons.contains(document.activeElement);
    place.classList.toggle("is-offer", Object.keys(choices).length > 0);
    text.ariaLive = offered ? "polite" : "off"; // that all is as ever is nobody's news
    say(text, words);
    buttons.replaceChildren(...Object.entries(choices).map(([name, press]) => button(name, press)));
    if (held) buttons.querySelector("button")?.focus();
  }

  const later = () => show("The new version starts when Rankproof is next opened.");

  async function reload() {
    if (!offered) return;
    const others = "Rankproof is open in another tab as well. Close it there, and this one can change.";
    try {
      if (await change(offered)) show("Changing to the new version.");
      else show(others, { "Try again": reload, "Not now": later });
    } catch {
      show("The new version did not answer.", { "Try again": reload, "Not now": later });
    }
  }

  function sure() {
    if (!hasWork()) return reload();
    show("What you have put in will be gone.", { "Reload all the same": reload, "Not now": later });
  }

  return {
    /** @param {ServiceWorker} worker that waits */
    offer(worker) {
      if (offered === worker) return;
      offered = worker;
      show("A new version is ready.", { "Reload into it": sure, "Not now": later });
    },
    keeps() {
      if (!offered) show("Works offline.");
    },
  };
}
