// The worker of an older page: it answers with what it has kept.
addEventListener("install", (event) =>
  event.waitUntil(
    caches
      .open(`hangman ${registration.scope} web/before/`)
      .then((cache) => cache.addAll(["./", "web/before/page.js"]))));
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) =>
  event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request))));
