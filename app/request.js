/** From state to what is sent to Python: requests, and the files that go with them. */

import { toValues } from "./choices.js";
import { codeInput } from "./code.js";
import { namesAt } from "./measures.js";
import { isEmpty } from "./state.js";

/** @import { Attachment, Box, Input, Request, State } from "./types.js" */

/**
 * @param {State} state
 * @returns {{request: Request, files: Attachment[]}}
 */
export function scoreRequest(state) {
  /** @type {Attachment[]} */
  const files = [];
  const request = {
    action: "score",
    judgements: toInput(state.judgements, files),
    runs: state.runs.map((run) => toInput(run, files)),
    settings: toValues(state.settings),
    measures: namesAt(state.measures, state.settings.k),
    code: codeInput(state.code, files),
  };
  return { request, files };
}

/**
 * @param {Box} box
 * @param {Attachment[]} files
 * @returns {Input | null}
 */
export function toInput(box, files) {
  const { id, revision, name, text, file } = box;
  const mends = box.mends.length ? { mends: box.mends } : {};
  if (file) {
    const path = `/inputs/${id}-${revision}/${name.replace(/[/\0]/g, "_") || "file"}`;
    files.push({ path, file });
    return { id, revision, name, path, ...mends };
  }
  return isEmpty(box) ? null : { id, revision, name, text, ...mends };
}
