// A queue of guesses, which are sent one after another.

// `send` resolves when a guess has its answer; `changed` is called after every change of the queue.
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
    if (waiting.length === 1) working = work(); // with more guesses, the loop is running already
  }

  const clear = () => waiting.splice(1); // the first is on its way
  const idle = () => working; // resolves when nothing waits any more
  return { offer, clear, idle, waiting };
}
