// Server-sent events, read from the body of a response.

// Yields each event as { name, data, id }, and a comment or a `retry` line, which have no name, as { retry }.
export async function* eventsIn(body) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (let rest = ""; ; ) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true })).split("\n\n");
    rest = blocks.pop();
    yield* blocks.map(eventOf);
  }
}

function eventOf(block) {
  const { event: name, data, id, retry } = Object.fromEntries(block.split("\n").map((line) => line.split(/: ?(.*)/s)));
  return { name, data: data && JSON.parse(data), id, retry: Number(retry) };
}
