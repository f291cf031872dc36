/** Reads session files that are large, aside from the page. */

import { contentOf } from "./session.js";

addEventListener("message", async (/** @type {MessageEvent<File>} */ { data }) => {
  try {
    postMessage({ content: await contentOf(data) });
  } catch (problem) {
    const { message, hint } = /** @type {Error & {hint?: string}} */ (problem);
    postMessage({ message, hint });
  }
});

postMessage("listening"); // what is said before is heard by nobody
