// A game of a page that another server has served, at the service `api`.
async (api) => {
  const headers = { "Content-Type": "application/json" };
  const send = (path, body, more) =>
    fetch(path, {
      method: "POST",
      cache: "force-cache", // with If-Match, Chromium forgets the permission otherwise
      headers: { ...headers, "Idempotency-Key": crypto.randomUUID(), ...more },
      body: JSON.stringify(body),
    });
  const started = await send(`${api}/games`, { length: 8, max_misses: 4 });
  const game = new URL(started.headers.get("Location"), api).href;
  let dealer = null;
  let etag = started.headers.get("ETag");
  const kinds = [];
  for (const letter of "eetaoinshrdlu") {
    const answer = await send(`${game}/guesses`, { letter }, { "If-Match": etag });
    const told = await answer.json();
    if (told.code) kinds.push(told.code);
    etag = answer.headers.get("ETag") ?? etag;
    dealer = told.dealer;
    if (told.status === "lost") break;
  }
  const deleted = await fetch(game, { method: "DELETE", headers: { "If-Match": etag } });
  return { kinds, dealer, deleted: deleted.status };
}
