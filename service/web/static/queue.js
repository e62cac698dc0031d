// Guesses that wait for their answer: they are sent one after another, in the order they were made.

// `send` settles a guess; `changed` is told whenever the queue has.
export function queueOf(send, changed) {
  const waiting = [];
  let working = Promise.resolve();

  async function work() {
    while (waiting.length) {
      await send(waiting[0]);
      waiting.shift();
      changed();
    }
  }

  function offer(guess) {
    waiting.push(guess);
    changed();
    if (waiting.length === 1) working = work(); // else the work goes on already
  }

  const clear = () => waiting.splice(1); // the first is on its way
  const idle = () => working; // settled when nothing waits any more
  return { offer, clear, idle, waiting };
}
