// The service worker: stores the packed page on the device, so that it opens without a network and loads no file
// twice. The service puts the version into the name of the folder, so that browsers notice a new version of this file.

const PAGE = "./";
const FOLDER = "web/";
const at = (path) => new URL(path, self.registration.scope).href;
// All apps of an origin share its caches, so the names of ours begin with our own address.
const OURS = `hangman ${at(PAGE)} `;
const CACHE = OURS + FOLDER;

const LOADED_FIRST = /"(web\/[^"]+\.(?:js|css|svg))"/g; // in the page
const LANGUAGE = /texts\.(\w+)\.js/; // of the texts in the page
const loadedLater = (code) => ["lazy.js", "confession.css", `lazy_texts.${code}.js`].map((name) => FOLDER + name);
const PATIENCE = 1000; // milliseconds that a page has to answer

self.addEventListener("install", (event) => event.waitUntil(fill().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const [address] = request.url.split(/[?#]/);
  const isPage = request.mode === "navigate" && address === at(PAGE);
  if (isPage || address.startsWith(at(FOLDER))) event.respondWith(cached(request, address));
});

async function fill() {
  const cache = await caches.open(CACHE);
  const mode = self.registration.active ? "no-cache" : "force-cache"; // before the first worker, the page was just loaded
  const page = new Request(at(PAGE), { cache: mode, headers: { Accept: "text/html" } }); // at this address there is JSON, too
  await cache.add(page);
  const html = await (await cache.match(page, { ignoreVary: true })).text();
  const first = [...html.matchAll(LOADED_FIRST)].map(([, path]) => path);
  await cache.addAll([...first, ...loadedLater(LANGUAGE.exec(html)[1])].map(at));
}

// Deletes the caches of other versions and loads their pages again, which may not understand this service any more.
async function takeOver() {
  const others = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
  await self.clients.claim();
  if (!others.length) return; // the first worker has the version of its page
  const pages = await self.clients.matchAll({ type: "window" });
  await Promise.all(pages.map(async (page) => {
    if ((await folderOf(page)) !== at(FOLDER)) page.navigate(page.url); // not awaited: the page comes only when this worker is active
  }));
}

// The folder that a page has its files from; null if the page is too old to answer.
function folderOf(page) {
  const { port1, port2 } = new MessageChannel();
  page.postMessage("folder", [port2]);
  return new Promise((answered) => {
    port1.onmessage = ({ data }) => answered(data);
    setTimeout(answered, PATIENCE, null);
  });
}

async function cached(request, address) {
  const cache = await caches.open(CACHE);
  const stored = await cache.match(address, { ignoreVary: true }); // nothing but the page is stored at its address
  if (stored) return stored;
  const response = await fetch(request);
  if (response.ok) await cache.put(address, response.clone());
  return response;
}
