// Keeps the packed page on the device: it opens without a network, and asks for nothing it has.
// `make page` says which FILES are loaded first; the service puts its version into the folder, so
// that a new one is noticed.

/* global FILES */
const PAGE = "./";
const FOLDER = "web/";
const at = (path) => new URL(path, self.registration.scope).href;
// All apps of an origin share its caches, so the names of ours begin with our own address.
const OURS = `hangman ${at(PAGE)} `;
const CACHE = OURS + FOLDER;

const ANSWER = 1000; // milliseconds

self.addEventListener("install", (event) => event.waitUntil(keep().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const [address] = request.url.split(/[?#]/);
  const isPage = request.mode === "navigate" && address === at(PAGE);
  if (isPage || address.startsWith(at(FOLDER))) event.respondWith(kept(request, address));
});

async function keep() {
  const cache = await caches.open(CACHE);
  const first = self.registration.active ? "no-cache" : "force-cache"; // just loaded, if it is the first
  await cache.addAll([new Request(at(PAGE), { cache: first }), ...FILES.map((file) => at(FOLDER + file))]);
}

// A page of another version may not understand the service any more: it is loaded again.
async function takeOver() {
  const others = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
  await self.clients.claim();
  if (!others.length) return; // the first worker is of the page that asked for it
  const pages = await self.clients.matchAll({ type: "window" });
  await Promise.all(pages.map(async (page) => {
    if ((await folderOf(page)) !== at(FOLDER)) page.navigate(page.url); // it is answered only when we are active
  }));
}

// Where a page has its files from; null if it is too old to say.
function folderOf(page) {
  const { port1, port2 } = new MessageChannel();
  page.postMessage("folder", [port2]);
  return new Promise((answered) => {
    port1.onmessage = ({ data }) => answered(data);
    setTimeout(answered, ANSWER, null);
  });
}

async function kept(request, address) {
  const cache = await caches.open(CACHE);
  const before = await cache.match(address);
  if (before) return before;
  const response = await fetch(request);
  if (response.ok) await cache.put(address, response.clone());
  return response;
}
