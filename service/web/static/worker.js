// Keeps the packed page on the device: it opens without a network, and asks for nothing it has.
// `make page` says which FILES are loaded first; the service puts its version into the folder, so
// that a new one is noticed.

/* global FILES */
const PAGE = "./";
const FOLDER = "web/";
const at = (path) => new URL(path, self.registration.scope).href;

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(forget().then(() => self.clients.claim())));
self.addEventListener("message", ({ data }) => data === "take over" && self.skipWaiting());
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const [address] = request.url.split(/[?#]/);
  const isPage = request.mode === "navigate" && address === at(PAGE);
  if (isPage || address.startsWith(at(FOLDER))) event.respondWith(kept(request, address));
});

async function keep() {
  const cache = await caches.open(FOLDER);
  const first = self.registration.active ? "no-cache" : "force-cache"; // just loaded, if it is the first
  await cache.addAll([new Request(at(PAGE), { cache: first }), ...FILES.map((file) => at(FOLDER + file))]);
}

async function forget() {
  const others = (await caches.keys()).filter((name) => name !== FOLDER);
  await Promise.all(others.map((name) => caches.delete(name)));
}

async function kept(request, address) {
  const cache = await caches.open(FOLDER);
  const before = await cache.match(address);
  if (before) return before;
  const response = await fetch(request);
  if (response.ok) await cache.put(address, response.clone());
  return response;
}
