/** Watches how long the user's own code runs, and stops it when that is too long. */

/** @import { Progress } from "./types.js" */

/**
 * Python says when it begins and ends to run such code. The limit holds for whatever the worker does, also for a call
 * whose answer nobody waits for any more, since all others wait for its end.
 *
 * @param {{seconds: () => number, stop: () => void, onChange: (running: boolean) => void}} how
 */
export function createLimit({ seconds, stop, onChange }) {
  let timer = 0;
  let running = false;
  let over = false;

  /** @param {boolean} now */
  function set(now) {
    clearTimeout(timer);
    if (now !== running) onChange(now);
    running = now;
    if (!now) return;
    timer = setTimeout(() => {
      over = true;
      stop();
    }, seconds() * 1000);
  }

  return {
    /** @param {Progress} progress @returns {progress is {stage: "code", running: boolean}} */
    hear(progress) {
      if (!("stage" in progress) || progress.stage !== "code") return false;
      set(progress.running);
      return true;
    },
    /** The worker has ended or begun something else. */
    rest() {
      set(false);
      over = false;
    },
    /** The worker is gone: what it was doing is still to be asked for. */
    gone() {
      clearTimeout(timer);
      onChange(false);
    },
    /** Whether the user's code was running when the worker went, and for too long. */
    state: () => (over ? "limit" : running ? "running" : ""),
  };
}
