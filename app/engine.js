// The page's side of the worker that scores: calls, newest wins; stop, restart, and what state it is in.

import { fetchParts } from "./parts.js";

/** @typedef {import("./worker.js").Told} Told */
/** @typedef {import("./worker.js").Said} Said */
/** @typedef {import("./worker.js").Attached} Attached */
/**
 * @typedef {object} Status
 * @property {"loading" | "ready" | "busy" | "failed"} state
 * @property {string} message
 * @property {string} [detail]
 * @property {"snapshot" | "files"} [from] what Python was started from, once it is
 */
/** @typedef {{input?: string, stage?: "resampling", done: number, total: number | null}} Progress */
/** @typedef {{ok?: any, error?: any}} Answer what rankproof.bridge.handle says */
/**
 * @typedef {object} Call
 * @property {number} id
 * @property {string} action
 * @property {string} request
 * @property {Attached[]} files
 * @property {(answer: Answer) => void} resolve
 * @property {(reason: Error) => void} reject
 * @property {boolean} superseded whether its caller was told that a newer call took its place
 */
/** @typedef {{worker: Worker | null, ready: Promise<Status["from"]>}} Link a worker, and whether it will ever answer */

/**
 * Calls of one action are one channel: a newer call takes the place of the older one, whether that waits or runs (it
 * then finishes unheard). Calls of different actions wait for each other and are answered in turn.
 *
 * @param {{onStatus: (status: Status) => void, onProgress: (progress: Progress) => void}} listeners
 */
export function createEngine({ onStatus, onProgress }) {
  /** @type {Link} */
  let link;
  /** @type {Call | null} */
  let running = null;
  /** @type {Call[]} */
  let waiting = [];
  let state = "loading";
  let lastId = 0;
  let mayRestart = true; // once for each worker that has answered something
  /** @type {Status["from"]} */
  let startedFrom;

  /** @param {Status} status */
  const tell = (status) => {
    state = status.state;
    onStatus(status);
  };

  const start = () => {
    const mine = spare ?? openLink();
    spare = null;
    link = mine;
    tell({ state: "loading", message: "Loading Python" });
    parts ??= fetchParts(ROOT);
    /** @param {Error} error */
    const failed = ({ message }) => link === mine && fail("Python could not be started", message);
    handOver(mine, parts).catch(failed);
    mine.ready.then((from) => link === mine && serve(mine, from), failed);
  };

  /**
   * @param {Link} mine
   * @param {Status["from"]} from
   */
  const serve = ({ worker }, from) => {
    if (!worker) return;
    startedFrom = from;
    worker.onmessage = ({ data }) => hear(data);
    worker.onmessageerror = () => died("it sent a message that could not be read");
    worker.onerror = (event) => died(event.message);
    next();
  };

  const next = () => {
    running = waiting.shift() ?? null;
    if (!running) return tell({ state: "ready", message: "Ready", from: startedFrom });
    const { id, request, files } = running;
    post(link, { type: "call", id, request, files });
    tell({ state: "busy", message: "Scoring", from: startedFrom });
  };

  /** @param {Said} said */
  const hear = (said) => {
    if (said.type === "broken") return died(said.detail);
    if (!running || !("id" in said) || said.id !== running.id) return;
    const content = parse(said.text);
    if (said.type === "answer") {
      mayRestart = true;
      if (content) running.resolve(content);
      else running.reject(named("BadAnswer", "The worker that scores answered with something that is not JSON"));
      next();
      spare ??= openSpare();
    } else if (content && !running.superseded) {
      onProgress(content);
    }
  };

  /** @param {string} detail */
  const died = (detail) => {
    close(link);
    running?.reject(named("WorkerDied", `The worker that scores ended unexpectedly: ${detail || "no reason given"}`));
    running = null;
    if (!mayRestart) return fail("The worker that scores ended twice running", detail);
    mayRestart = false;
    start();
  };

  /**
   * @param {string} message
   * @param {string} detail
   */
  const fail = (message, detail) => {
    close(link);
    parts = null;
    tell({ state: "failed", message, detail });
  };

  /**
   * @param {{action: string} & Record<string, unknown>} request
   * @param {Attached[]} files every file that the request names by its path
   * @returns {Promise<Answer>}
   */
  const call = (request, files = []) => {
    const { action } = request;
    for (const older of [running, ...waiting]) {
      if (older?.action === action && !older.superseded) supersede(older);
    }
    waiting = waiting.filter((older) => !older.superseded);
    return new Promise((resolve, reject) => {
      lastId += 1;
      const text = JSON.stringify(request);
      waiting.push({ id: lastId, action, request: text, files, resolve, reject, superseded: false });
      if (state === "ready") next();
    });
  };

  /** Ends whatever is running and forgets what waits; the next call is answered by a new worker. */
  const stop = () => {
    const stopped = [...(running ? [running] : []), ...waiting];
    running = null;
    waiting = [];
    close(link);
    start();
    for (const { reject } of stopped) reject(named("Stopped", "Stopped before the answer came"));
  };

  /** Tries again after a failed start; the calls that wait are then answered. */
  const retry = () => {
    if (state !== "failed") return;
    mayRestart = true;
    start();
  };

  start();
  return { call, stop, retry };
}

/** @param {Call} call */
function supersede(call) {
  call.superseded = true;
  call.reject(named("Superseded", "A newer call took the place of this one"));
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string} message
 */
function named(name, message) {
  return Object.assign(new Error(message), { name });
}

/** @param {Link} link */
function close({ worker }) {
  if (!worker) return;
  worker.onmessage = worker.onmessageerror = worker.onerror = null;
  worker.terminate();
}

/**
 * @param {Link} link
 * @param {Told} told
 */
function post({ worker }, told) {
  worker?.postMessage(told);
}

/**
 * Gives a worker what it starts from. What can come later may fail without harm, so that only the worker hears of it.
 *
 * @param {Link} link
 * @param {import("./parts.js").Parts} parts
 */
async function handOver(link, { core, rest }) {
  post(link, { type: "start", core: await core });
  rest.then(
    (rest) => post(link, { type: "rest", rest }),
    ({ message }) => post(link, { type: "lost", detail: message }),
  );
}

/**
 * A worker made from a URL does not inherit the page's Content-Security-Policy when that stands in a meta element; one
 * made from a blob does. So the worker is a blob that only imports the real one, and Pyodide's code beside it.
 *
 * @returns {Link}
 */
function openLink() {
  const modules = ["pyodide/pyodide.asm.js", "pyodide/pyodide.js", ...CODE.map((name) => `app/${name}`)];
  const source = modules.map((name) => `import ${JSON.stringify(new URL(name, ROOT).href)};`).join("\n");
  try {
    const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const worker = new Worker(url, { type: "module", name: "rankproof" });
    return { worker, ready: firstWord(worker) };
  } catch (error) {
    const ready = Promise.reject(error);
    ready.catch(() => {});
    return { worker: null, ready };
  }
}

/**
 * A worker that loads its code and waits to be told to start, for when the present one is stopped: what follows then
 * takes a fifth of a second, and asks nothing of the host.
 */
function openSpare() {
  const link = openLink();
  link.ready.catch(() => {
    if (spare === link) spare = null;
  });
  return link;
}

/**
 * @param {Worker} worker
 * @returns {Link["ready"]}
 */
function firstWord(worker) {
  /** @type {Link["ready"]} */
  const ready = new Promise((resolve, reject) => {
    worker.onmessage = (/** @type {MessageEvent<Said>} */ { data }) => {
      if (data.type === "ready") resolve(data.from);
      if (data.type === "failed") reject(new Error(data.detail));
    };
    worker.onerror = ({ message }) => reject(new Error(message || "a file of the page could not be loaded"));
  });
  ready.catch(() => {});
  return ready;
}

const ROOT = new URL("../", import.meta.url);

/** The modules of the worker, named one by one so that they load side by side and not one after the other. */
const CODE = ["snapshot/format.js", "boot.js", "lockdown.js", "worker.js"];

// Python takes the longest to load, so what it needs is on its way before the page has drawn anything.
/** @type {import("./parts.js").Parts | null} */
let parts = fetchParts(ROOT);
/** @type {Link | null} */
let spare = openLink();
