// A proxy that behaves as bad networks do: it cuts, delays, answers with its own page, and dies.

import { once } from "node:events";
import { createServer, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";

const LOGIN = "<!doctype html><title>Welcome</title><h1>Welcome to the hotel. Please log in.</h1>";
const LATE = 2500; // milliseconds, longer than the client waits
const AWAY = 700; // milliseconds that the proxy is dead

// How often each fault happens, of 100 requests.
const FAULTS = [
  ["cut before the service has the request", 6, ({ socket }) => socket.destroy()],
  ["cut after the service has done it", 8, async ({ socket, passOn }) => (await passOn(), socket.destroy())],
  ["cut in the middle of the response", 6, async ({ socket, response, passOn }) => {
    const { status, headers, body } = await passOn();
    response.writeHead(status, headers);
    response.write(body.subarray(0, body.length / 2), () => socket.destroy());
  }],
  ["login page instead of the request", 6, ({ response }) => html(response, 200)],
  ["error page of a proxy, though it was done", 5, async ({ response, passOn }) => (await passOn(), html(response, 502))],
  ["response too late", 4, async ({ answer, passOn }) => {
    const passed = await passOn();
    await pause(LATE);
    answer(passed);
  }],
  ["no response at all", 3, () => {}],
  ["death of the proxy", 2, async ({ passOn, die }) => (await Promise.race([passOn(), pause(20)]), die())],
];

function html(response, status) {
  response.writeHead(status, { "Content-Type": "text/html", "Access-Control-Allow-Origin": "*" });
  response.end(LOGIN);
}

// Returns the address of the proxy, how often each fault has happened, the ids of all games that were started, the number of requests for
// each idempotency key, and a function that ends it.
export async function faultyNetwork(service) {
  const [happened, started, keys] = [{}, new Set(), new Map()];
  const sockets = new Set();
  const server = createServer(async (asked, response) => {
    const body = await buffer(asked).catch(() => Buffer.alloc(0));
    const passOn = () => passed(service, asked, body, started, keys);
    const answer = ({ status, headers, body: text }) => response.writeHead(status, headers).end(text);
    const fault = asked.method === "OPTIONS" ? null : drawn();
    try {
      if (!fault) return answer(await passOn());
      const [name, , act] = fault;
      happened[name] = (happened[name] ?? 0) + 1;
      await act({ socket: asked.socket, response, passOn, answer, die });
    } catch {
      asked.socket.destroy();
    }
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();

  async function die() {
    if (!server.listening) return;
    server.close();
    for (const socket of sockets) socket.destroy();
    await pause(AWAY);
    server.listen(port, "127.0.0.1");
  }

  const stop = () => (server.close(), server.closeAllConnections());
  return { url: `http://127.0.0.1:${port}`, happened, started, keys, stop };
}

function drawn() {
  let number = 100 * Math.random();
  return FAULTS.find(([, share]) => (number -= share) < 0);
}

async function passed(service, { method, url, headers }, body, started, keys) {
  const key = headers["idempotency-key"];
  if (key) keys.set(key, (keys.get(key) ?? 0) + 1);
  const sent = request(service + url, { method, headers: { ...headers, connection: "close" } });
  sent.end(body);
  const [response] = await once(sent, "response");
  const text = await buffer(response);
  if (method === "POST" && url === "/games" && response.statusCode === 201) started.add(JSON.parse(text).id);
  const { connection, "transfer-encoding": chunks, ...rest } = response.headers;
  return { status: response.statusCode, headers: rest, body: text };
}
