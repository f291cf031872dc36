// Shares the scoring of large runs among several workers, slice by slice.

import { LARGE } from "./content.js";

/** @import { Attachment, Link } from "./types.js" */
/** @typedef {import("./engine.js").Request} Request */
/** @typedef {{input: string, done: number, total: number, rows: number, queries: number}} Progress */
/** @typedef {{run: any, key: string, place: [number, number] | null, size: number, progress: Progress | null}} Slice */
/** @typedef {{request: Request, files: Attachment[], workers: number}} Shared */
/** @typedef {{link: Link, free: Promise<void>, wanted: boolean}} Helper `free`: once it can be asked for a slice */
/** @typedef {{action: string, parts: File[]}} Scored the parts of a run */

/** A smaller file is scored as soon by one worker as others are there. */
const WORTH = 16e6;
/** Bytes of a slice: with small ones all workers end together, and a newer request waits for the shorter time. */
const [SMALLEST, LARGEST] = [2e6, 16e6];
const MOST_WORKERS = Math.min(navigator.hardwareConcurrency || 1, 4);
/** Milliseconds after which workers that have nothing to do are closed, since each holds its memory. */
const IDLE = 30_000;
/** Milliseconds that a worker works on made-up runs for the browser to compile its code for speed. */
const WARMING = 1_500;
/** Milliseconds between two reports of progress: each is drawn by the thread that the page answers with. */
const REPORT = 100;

/** @param {() => Link} openHelper a worker that has been told to begin */
export function createPool(openHelper) {
  /** @type {Helper[]} */
  let helpers = [];
  /** Of the runs that were scored last for each action. @type {Map<string, Scored>} */
  let known = new Map();
  let idle = 0;
  let warm = false;

  const close = () => {
    for (const { link } of helpers) link.close();
    helpers = [];
  };

  const closeOnceIdle = () => {
    clearTimeout(idle);
    idle = setTimeout(close, IDLE);
  };

  /** @param {Helper} helper */
  const drop = (helper) => {
    helper.link.close();
    helpers = helpers.filter((other) => other !== helper);
  };

  const open = () => {
    const link = openHelper();
    /** @type {Helper} */
    const helper = { link, free: link.ready.then(() => {}), wanted: false };
    helpers.push(helper);
    return helper;
  };

  /**
   * What browsers have compiled for speed serves all workers, so one is enough. The first million rows then take half
   * the time.
   *
   * @param {Helper} helper
   */
  const warmUp = async (helper) => {
    const end = performance.now() + WARMING;
    while (!helper.wanted && performance.now() < end) await helper.link.ask(WARM_UP, [], () => {});
    warm ||= !helper.wanted;
  };

  /** Called when a file is about to be opened: it may be a large one, and a person takes seconds to find it. */
  function prepare() {
    if (MOST_WORKERS < 2 || helpers.length) return;
    const helper = open();
    if (!warm) helper.free = helper.free.then(() => warmUp(helper));
    helper.free.catch(() => drop(helper));
    closeOnceIdle();
  }

  /**
   * The same request with the parts of its large runs, scored by `first` and by helpers. A run without its parts is
   * one that has to be read whole, or too small to be shared.
   *
   * @param {Request} request
   * @param {Attachment[]} files
   * @param {Link} first
   * @param {() => boolean} isWanted false once nobody waits for the answer
   * @param {(progress: Progress) => void} hear
   * @returns {Promise<Shared>}
   */
  async function share(request, files, first, isWanted, hear) {
    const runs = largeRuns(request, files).map((run) => ({ ...run, key: keyOf(request, run.run) }));
    const { action } = request;
    known = new Map([...known].filter(([key, of]) => of.action !== action || runs.some((run) => run.key === key)));
    const slices = cut(runs.filter(({ key }) => !known.has(key)));
    if (!slices.length || !isWanted()) return withParts(request, files, runs, known, 1);
    clearTimeout(idle);
    const total = slices.reduce((sum, { size }) => sum + size, 0);
    while (helpers.length < Math.min(MOST_WORKERS - 1, Math.floor(total / WORTH))) open();
    const report = paced(() => hear(sum(slices)));

    const waiting = [...slices];
    /** @type {Map<Slice, string | null>} */
    const made = new Map();
    /** Runs of which a slice could not be scored by itself. @type {Set<string>} */
    const whole = new Set();
    const workers = new Set();

    /** @param {Link} worker */
    const pull = async (worker) => {
      while (waiting.length && isWanted()) {
        const slice = /** @type {Slice} */ (waiting.shift());
        if (whole.has(slice.key)) continue;
        try {
          const text = await worker.ask(...asked(request, files, slice), (progress) => {
            slice.progress = progress;
            report();
          });
          workers.add(worker);
          if (isPart(text)) made.set(slice, text);
          else whole.add(slice.key);
          slice.progress = { rows: 0, queries: 0, ...slice.progress, input: "", done: slice.size, total: slice.size };
        } catch (problem) {
          waiting.unshift(slice);
          throw problem;
        }
      }
    };

    /** @type {Set<Promise<void>>} */
    const pulling = new Set();
    for (const helper of helpers) {
      helper.wanted = true;
      const join = () => void pulling.add(pull(helper.link).catch(() => drop(helper)));
      helper.free.then(join, () => drop(helper));
    }
    do {
      await pull(first);
      await Promise.all(pulling);
    } while (waiting.length && isWanted());
    if (made.size === slices.length) hear(sum(slices));
    closeOnceIdle();

    for (const { key } of runs) {
      const own = slices.filter((slice) => slice.key === key);
      if (!own.length || !own.every((slice) => made.has(slice))) continue;
      known.set(key, { action, parts: own.map((slice) => new File([made.get(slice) ?? ""], "part.json")) });
    }
    return withParts(request, files, runs, known, workers.size);
  }

  return { share, prepare, close };
}

const WARM_UP = JSON.stringify({ action: "warm_up" });

/** @param {() => void} report */
function paced(report) {
  let last = 0;
  return () => {
    const now = performance.now();
    if (now - last < REPORT) return;
    last = now;
    report();
  };
}

/**
 * @param {Request} request
 * @param {Attachment[]} files
 * @returns {{run: any, size: number}[]} the runs that are worth to be shared
 */
function largeRuns({ action, judgements, runs, code }, files) {
  // Measures of the user's own run in one worker, which alone is watched and stopped.
  if (!["score", "compare"].includes(action) || !judgements || code) return [];
  const found = [];
  for (const run of runs) {
    const size = files.find(({ path }) => path === run?.path)?.file.size ?? 0;
    if (size >= LARGE) found.push({ run, size });
  }
  return found.reduce((sum, { size }) => sum + size, 0) < WORTH ? [] : found;
}

/**
 * What the scores of a run follow from.
 *
 * @param {Request} request
 * @param {any} run
 */
function keyOf({ runs: _, ...request }, run) {
  return JSON.stringify([request, run]);
}

/**
 * A gzipped file cannot be cut, but beside others it is a slice of its own.
 *
 * @param {{run: any, key: string, size: number}[]} runs
 * @returns {Slice[]}
 */
function cut(runs) {
  /** @type {Slice[]} */
  const slices = [];
  for (const { run, key, size } of runs) {
    if (run.path.endsWith(".gz")) {
      if (runs.length > 1) slices.push({ run, key, place: null, size, progress: null });
      continue;
    }
    for (const [start, end] of places(size)) {
      slices.push({ run, key, place: [start, end], size: end - start, progress: null });
    }
  }
  return slices;
}

/**
 * Large places first, so that they are few; small ones last, so that no worker waits long for another.
 *
 * @param {number} size
 * @returns {[number, number][]}
 */
function places(size) {
  /** @type {[number, number][]} */
  const found = [];
  for (let start = 0; start < size; ) {
    const step = Math.round(Math.min(Math.max((size - start) / (2 * MOST_WORKERS), SMALLEST), LARGEST));
    const end = size - start < 1.5 * step ? size : start + step;
    found.push([start, end]);
    start = end;
  }
  return found;
}

/**
 * @param {Request} request
 * @param {Attachment[]} files
 * @param {Slice} slice
 * @returns {[string, Attachment[]]}
 */
function asked({ runs: _, action, ...request }, files, { run, place }) {
  const needed = files.filter(({ path }) => path === run.path || path === request.judgements.path);
  return [JSON.stringify({ ...request, action: "part", of: action, run, place }), needed];
}

/** @param {string} text an answer, which is not parsed here since it may be long */
function isPart(text) {
  return text.startsWith('{"ok": {');
}

/** @param {Slice[]} slices */
function sum(slices) {
  const runs = new Set(slices.map(({ run }) => run.id));
  const all = { input: runs.size === 1 ? slices[0]?.run.id : "", done: 0, total: 0, rows: 0, queries: 0 };
  for (const { size, progress } of slices) {
    all.total += size;
    all.done += progress ? (progress.done / progress.total) * size : 0;
    all.rows += progress?.rows ?? 0;
    all.queries += progress?.queries ?? 0;
  }
  return all;
}

/**
 * @param {Request} request
 * @param {Attachment[]} files
 * @param {{run: any, key: string}[]} runs
 * @param {Map<string, Scored>} known
 * @param {number} workers
 * @returns {Shared}
 */
function withParts(request, files, runs, known, workers) {
  const more = [...files];
  const changed = new Map();
  for (const { run, key } of runs) {
    const parts = known.get(key)?.parts.map((file, index) => ({ path: `/parts/${run.id}/${index}.json`, file }));
    if (!parts) continue;
    more.push(...parts);
    changed.set(run, { ...run, parts: parts.map(({ path }) => path) });
  }
  if (!changed.size) return { request, files, workers };
  const all = request.runs.map((/** @type {any} */ run) => changed.get(run) ?? run);
  return { request: { ...request, runs: all }, files: more, workers };
}
