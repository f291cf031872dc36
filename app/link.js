// One worker that scores: what it is started with, what it is asked and answers, and its end.

/** @import { From, Link, Parts, Said, Told } from "./types.js" */

const ROOT = new URL("../", import.meta.url);

/** The worker and what it imports: named one by one so that they load side by side, not one after the other. */
const CODE = [
  "pyodide/pyodide.asm.js",
  "pyodide/pyodide.js",
  "app/snapshot/format.js",
  "app/boot.js",
  "app/lockdown.js",
  "app/worker.js",
];

/** @returns {Link} a worker that loads its code and waits to be told to begin */
export function openLink() {
  /** @type {Worker | null} */
  let worker = null;
  /** @type {{id: number, hear: (progress: any) => void} & PromiseWithResolvers<string> | null} */
  let asked = null;
  let lastId = 0;
  /** @type {PromiseWithResolvers<From>} */
  const ready = Promise.withResolvers();
  ready.promise.catch(() => {}); // whoever waits for it hears of it
  /** @type {PromiseWithResolvers<void>} */
  const listening = Promise.withResolvers();

  /** @param {Said} said */
  const heard = (said) => {
    if (said.type === "listening") return listening.resolve();
    if (said.type === "ready") return ready.resolve(said.from);
    if (said.type === "failed" || said.type === "broken") return end(said.detail);
    if (said.type === "lacking") return link.onLacking();
    if (said.id !== asked?.id) return;
    if (said.type === "progress") return asked.hear(JSON.parse(said.text));
    const { resolve } = asked;
    asked = null;
    resolve(said.text);
  };

  /** @param {string} detail */
  const end = (detail) => {
    if (!worker) return;
    ready.reject(new Error(detail || "a file of the page could not be loaded"));
    close(named("WorkerDied", `The worker that scores ended unexpectedly: ${detail || "no reason given"}`));
    link.onEnd(detail);
  };

  const close = (reason = named("Stopped", "Stopped before the answer came")) => {
    if (worker) worker.onmessage = worker.onmessageerror = worker.onerror = null;
    worker?.terminate();
    worker = null;
    asked?.reject(reason);
    asked = null;
  };

  try {
    worker = openWorker(CODE, "rankproof");
    worker.onmessage = ({ data }) => heard(data);
    worker.onmessageerror = () => end("it sent a message that could not be read");
    worker.onerror = ({ message }) => end(message);
  } catch (error) {
    ready.reject(error);
  }

  /** @type {Link} */
  const link = {
    ready: ready.promise,
    begin: (parts) => handOver(parts, (told) => listening.promise.then(() => worker?.postMessage(told))),
    ask(request, files, hear) {
      const { promise, resolve, reject } = Promise.withResolvers();
      lastId += 1;
      asked = { id: lastId, hear, promise, resolve, reject };
      if (worker) worker.postMessage({ type: "call", id: lastId, request, files });
      else close();
      return promise;
    },
    close: () => close(),
    onLacking: () => {},
    onEnd: () => {},
  };
  return link;
}

/**
 * Gives a worker each part once it is here; what a part that is lost comes to is for the worker to say.
 *
 * @param {Parts} parts
 * @param {(told: Told) => void} post
 */
function handOver(parts, post) {
  for (const [name, part] of /** @type {[keyof Parts, Promise<any>][]} */ (Object.entries(parts))) {
    part.then(
      (value) => post({ type: "part", name, value }),
      ({ message }) => post({ type: "lost", name, detail: message }),
    );
  }
}

/**
 * A worker made from a URL does not inherit the page's Content-Security-Policy when that stands in a meta element; one
 * made from a blob does. So the worker is a blob that only imports the real one, and Pyodide's code beside it.
 *
 * It calls import(), since Firefox asks the network and not the service worker for what an import statement names here.
 *
 * @param {string[]} code  modules' paths
 * @param {string} name
 */
export function openWorker(code, name) {
  const urls = JSON.stringify(code.map((path) => new URL(path, ROOT).href));
  const source = `for (const url of ${urls}) import(url).catch((error) => setTimeout(() => { throw error; }));`;
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  return new Worker(url, { type: "module", name });
}

/**
 * @param {string} name
 * @param {string} message
 */
export function named(name, message) {
  return Object.assign(new Error(message), { name });
}
