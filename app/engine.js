// The page's side of the workers that score: calls, newest wins; stop, restart, and what state it is in.

import { LARGE } from "./content.js";
import { named, openLink } from "./link.js";
import { fetchParts } from "./parts.js";

/** @import { Attachment, EngineStatus, From, Link, Parts, Progress } from "./types.js" */
/** @typedef {ReturnType<typeof import("./pool.js").createPool>} Pool */
/** @typedef {{action: string} & Record<string, any>} Request */
/** @typedef {{ok?: any, error?: any}} Answer what rankproof.bridge.handle says */
/**
 * @typedef {object} Call
 * @property {Request} request
 * @property {Attachment[]} files
 * @property {(answer: Answer) => void} resolve
 * @property {(reason: Error) => void} reject
 * @property {boolean} superseded whether its caller was told that a newer call took its place
 */

/**
 * Calls of one action are one channel: a newer call takes the place of the older one, whether that waits or runs (it
 * then finishes unheard). Calls of different actions wait for each other and are answered in turn.
 *
 * @param {{onStatus: (status: EngineStatus) => void, onProgress: (progress: Progress) => void}} listeners
 */
export function createEngine({ onStatus, onProgress }) {
  /** @type {Link} */
  let link;
  /** @type {Call | null} */
  let running = null;
  /** @type {Call[]} */
  let waiting = [];
  let state = "loading";
  let workers = 1;
  let mayRestart = true; // once for each worker that has answered something
  /** @type {From | undefined} */
  let startedFrom;

  /** @param {EngineStatus} status */
  const tell = (status) => {
    state = status.state;
    onStatus(status);
  };

  const start = () => {
    const mine = first ?? begun(takeLink());
    first = null;
    link = mine;
    tell({ state: "loading", message: "Loading Python" });
    /** @param {Error} error */
    const failed = ({ message }) => link === mine && fail("Python could not be started", message);
    mine.ready.then((from) => link === mine && serve(mine, from), failed);
  };

  /**
   * @param {Link} mine
   * @param {From} from
   */
  const serve = (mine, from) => {
    startedFrom = from;
    mine.onEnd = died;
    next();
  };

  const next = () => {
    running = waiting.shift() ?? null;
    if (!running) return tell({ state: "ready", message: "Ready", from: startedFrom, workers });
    tell({ state: "busy", message: "Scoring", from: startedFrom });
    answer(running, link).catch(() => {}); // whoever ended the worker has told its caller
  };

  /**
   * @param {Call} call
   * @param {Link} mine
   */
  const answer = async (call, mine) => {
    /** @param {Progress} progress */
    const hear = (progress) => running === call && (isCode(progress) || !call.superseded) && onProgress(progress);
    const shared = await share(call, mine, hear);
    if (call.superseded && running === call) return next();
    const text = await mine.ask(JSON.stringify(shared.request), shared.files, hear);
    if (running !== call) return;
    workers = shared.workers;
    mayRestart = true;
    const content = parse(text);
    if (content) call.resolve(content);
    else call.reject(named("BadAnswer", "The worker that scores answered with something that is not JSON"));
    next();
    keepSpare();
  };

  /**
   * @param {Call} call
   * @param {Link} mine
   * @param {(progress: Progress) => void} hear
   * @returns {Promise<import("./pool.js").Shared>}
   */
  const share = async (call, mine, hear) => {
    const { request, files } = call;
    const alone = { request, files, workers: 1 };
    if (!files.some(({ file }) => file.size >= LARGE)) return alone;
    const others = await takePool().catch(() => null); // without it, one worker does all
    return others ? others.share(request, files, mine, () => running === call && !call.superseded, hear) : alone;
  };

  /** @param {string} detail */
  const died = (detail) => {
    running?.reject(named("WorkerDied", `The worker that scores ended unexpectedly: ${detail || "no reason given"}`));
    running = null;
    closePool();
    if (!mayRestart) return fail("The worker that scores ended twice running", detail);
    mayRestart = false;
    start();
  };

  /**
   * @param {string} message
   * @param {string} detail
   */
  const fail = (message, detail) => {
    link.close();
    parts = null;
    tell({ state: "failed", message, detail });
  };

  /** Loaded for the first file that may be large. @type {Promise<Pool> | null} */
  let pool = null;

  const takePool = () => {
    pool ??= import("./pool.js").then(({ createPool }) => createPool(openHelper));
    pool.catch(() => {
      pool = null;
    });
    return pool;
  };

  const openHelper = () => {
    const helper = begun(takeLink());
    helper.ready.then(keepSpare, () => {});
    return helper;
  };

  const closePool = () =>
    void pool?.then(
      (opened) => opened.close(),
      () => {},
    );

  /**
   * @param {Request} request
   * @param {Attachment[]} files every file that the request names by its path
   * @returns {Promise<Answer>}
   */
  const call = (request, files = []) => {
    for (const older of [running, ...waiting]) {
      if (older?.request.action === request.action && !older.superseded) supersede(older);
    }
    waiting = waiting.filter((older) => !older.superseded);
    return new Promise((resolve, reject) => {
      waiting.push({ request, files, resolve, reject, superseded: false });
      if (state === "ready") next();
    });
  };

  /** Ends whatever is running and forgets what waits; the next call is answered by a new worker. */
  const stop = () => {
    const stopped = [...(running ? [running] : []), ...waiting];
    running = null;
    waiting = [];
    link.close();
    closePool();
    start();
    for (const { reject } of stopped) reject(named("Stopped", "Stopped before the answer came"));
  };

  /** A file is about to be opened; while Python starts, all that there is works on that. */
  const prepare = () => {
    if (state === "ready" || state === "busy")
      takePool().then(
        (opened) => opened.prepare(),
        () => {},
      );
  };

  /** Tries again after a failed start; the calls that wait are then answered. */
  const retry = () => {
    if (state !== "failed") return;
    mayRestart = true;
    start();
  };

  start();
  return { call, stop, retry, prepare };
}

/** @param {Progress} progress */
function isCode(progress) {
  return "stage" in progress && progress.stage === "code";
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
 * Gives a worker what it starts from, and again what it could not have.
 *
 * @param {Link} link
 */
function begun(link) {
  parts ??= fetchParts(ROOT);
  link.onLacking = () => {
    parts = null;
    begun(link);
  };
  link.begin(parts);
  return link;
}

function takeLink() {
  const taken = spare ?? openLink();
  spare = null;
  return taken;
}

/**
 * Sees that there is a worker that has loaded its code and waits to be told to begin, for when the present one is
 * stopped: what follows then takes a fifth of a second, and asks nothing of the host.
 */
function keepSpare() {
  if (spare) return;
  const mine = openLink();
  mine.ready.catch(() => {
    if (spare === mine) spare = null;
  });
  spare = mine;
}

const ROOT = new URL("../", import.meta.url);

/** @type {Parts | null} */
let parts = null;
/** @type {Link | null} */
let spare = null;
// Python takes the longest to load, so it is on its way before the page has drawn anything.
/** @type {Link | null} */
let first = begun(openLink());
