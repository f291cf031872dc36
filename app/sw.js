/**
 * Keeps the page's files on the reader's device, so that the page opens without a network.
 *
 * build.py puts this file at the root of the page, with the list of its files in it. A service worker is not bound by the
 * policy in index.html, so it asks for nothing but the files of that list at the page's own address, and answers nothing
 * else: any other request goes the way it would go without it, the page's policy first. A version takes over when no page
 * of an older one is open, or when the reader asks for it; never by itself.
 */

/**
 * Which build this is, and the SHA-256 of each of its files in hexadecimal digits.
 * @type {{build: string, files: Record<string, string>}}
 */
const { build, files } = { build: "", files: {} };

/** @type {any} the types of pages know no service worker */
const worker = globalThis;
const SCOPE = new URL(worker.registration.scope);
/** All pages of a host share its caches, and several of them may be copies of this one. */
const OURS = `rankproof ${SCOPE.pathname} `;
const CACHE = `${OURS}${build}`;
const PAGE = "index.html";
/** Says of a kept file what it was checked against. */
const CHECKED = "X-Rankproof-SHA256";

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(fill()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(forgetOthers()));
worker.addEventListener("message", (/** @type {any} */ event) => event.waitUntil(hear(event)));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const name = nameOf(event.request);
  if (name) event.respondWith(answer(event, name));
});

/**
 * The file of the list that a request is for.
 *
 * @param {Request} request
 * @returns {string | null}
 */
function nameOf({ method, mode, url }) {
  const { origin, pathname, search } = new URL(url);
  if (method !== "GET" || origin !== SCOPE.origin || !pathname.startsWith(SCOPE.pathname)) return null;
  if (search && mode !== "navigate") return null;
  const name = pathname.slice(SCOPE.pathname.length) || PAGE;
  return Object.hasOwn(files, name) ? name : null;
}

/**
 * The kept file; should the browser have lost it, the host's, and what is lost is kept anew.
 *
 * @param {any} event
 * @param {string} name
 * @returns {Promise<Response>}
 */
async function answer(event, name) {
  const kept = await caches.match(addressOf(name), { cacheName: CACHE });
  if (kept) return kept;
  if (name === PAGE) event.waitUntil(fill().catch(() => {})); // the page is shown all the same
  return fetch(event.request);
}

/** Hosts that answer for a folder with its index.html may send whoever asks for that file itself to the folder. */
function addressOf(/** @type {string} */ name) {
  return new URL(name === PAGE ? "./" : name, SCOPE).href;
}

/** Keeps every file of the list, or fails; what an older version has is not asked for again. */
async function fill() {
  const cache = await caches.open(CACHE);
  const older = await Promise.all((await others()).map((name) => caches.open(name)));
  const work = Object.entries(files).map(async ([name, sha256]) => {
    const address = addressOf(name);
    if (await cache.match(address)) return; // from a try that failed later on
    await cache.put(address, (await keptBefore(older, address, sha256)) ?? (await fetched(address, sha256)));
  });
  await Promise.all(work);
}

/**
 * @param {Cache[]} older
 * @param {string} address
 * @param {string} sha256
 */
async function keptBefore(older, address, sha256) {
  for (const cache of older) {
    const kept = await cache.match(address);
    if (kept?.headers.get(CHECKED) === sha256) return kept;
  }
  return null;
}

/**
 * A file with the content that the list says: as the browser happens to have it, or else from the host. Only the very
 * content counts, so that a host that is half updated, or changes what it sends, mixes no versions.
 *
 * @param {string} address
 * @param {string} sha256
 * @returns {Promise<Response>}
 */
async function fetched(address, sha256) {
  for (const cache of /** @type {const} */ (["force-cache", "reload"])) {
    const response = await fetch(address, { cache, mode: "same-origin", priority: "low" });
    const content = response.ok ? await response.arrayBuffer() : new ArrayBuffer(0);
    if ((await hashOf(content)) === sha256) return checked(response, content, sha256);
  }
  throw new Error(`${address} is not the file that belongs to build ${build}`);
}

/** @param {ArrayBuffer} content */
async function hashOf(content) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * With the host's headers, its policies among them, but for those on how the content travelled.
 *
 * @param {Response} response
 * @param {ArrayBuffer} content
 * @param {string} sha256
 */
function checked(response, content, sha256) {
  const headers = new Headers(response.headers);
  for (const name of ["Content-Encoding", "Content-Length", "Vary"]) headers.delete(name);
  headers.set(CHECKED, sha256);
  return new Response(content, { headers });
}

async function forgetOthers() {
  await Promise.all((await others()).map((name) => caches.delete(name)));
}

/** The caches of this page's other versions. */
async function others() {
  return (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
}

/**
 * What a page asks for, which happens only if no other page is open: a page whose files would from then on be those of
 * another version could break. Answers with how many are.
 *
 * `claim`: a page of this very build, which opened before its files were kept, has them from here on; `switch`: this
 * version takes over.
 *
 * @param {{data: {ask: string, build: string}, source: any, ports: MessagePort[]}} event
 */
async function hear({ data, source, ports }) {
  const open = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const many = open.filter((/** @type {any} */ { id, url }) => id !== source.id && isPage(url)).length;
  if (many === 0 && data.ask === "claim" && data.build === build) await worker.clients.claim();
  if (many === 0 && data.ask === "switch") await worker.skipWaiting();
  ports[0]?.postMessage(many);
}

/** @param {string} address */
function isPage(address) {
  const { origin, pathname } = new URL(address);
  return origin === SCOPE.origin && [SCOPE.pathname, SCOPE.pathname + PAGE].includes(pathname);
}
