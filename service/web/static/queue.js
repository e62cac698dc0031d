// Guesses that wait for their answer: they are sent one after another, in the order they were made.

// `send` settles a guess; `changed` is told whenever the queue has.
export function queueOf(send, changed) {
  const waiting = [];

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
    return waiting.length === 1 ? work() : null; // else the work goes on already
  }

  const clear = () => waiting.splice(1); // the first is on its way
  return { offer, clear, waiting };
}
