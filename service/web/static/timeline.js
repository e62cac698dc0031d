// Motions, each at a time after a common beginning. A tap ends them all; there are none for a player who wants no movement.
// What they show is in the page from the start, so a screen reader does not wait for them.

import { EASE, isStill } from "./motion.js";

export function timeline() {
  const beginning = performance.now();
  const running = new Set();
  let isOver = false;
  const now = () => performance.now() - beginning;

  // Starts a motion of a node `time` milliseconds after the beginning; null if there is none.
  function at(time, node, frames, duration, options = {}) {
    if (isOver || isStill()) return null;
    const motion = node.animate(frames, { delay: time - now(), duration, easing: EASE, fill: "backwards", ...options });
    running.add(motion);
    motion.finished.then(() => running.delete(motion), () => running.delete(motion));
    return motion;
  }

  const appear = (time, node, duration = 120) => at(time, node, { opacity: [0, 1] }, duration);
  const isMoving = () => running.size > 0;
  const holds = (node) => [...running].some(({ effect }) => effect.target.contains(node));

  function skip() {
    isOver = true;
    for (const motion of running) motion.finish();
  }

  // A tap or a key ends the motions and does nothing else, except a tap on a button that does not move. Input in the first
  // `early` milliseconds was meant for something else and is ignored, and so is input as soon after such a tap.
  function guard(signal, early = 0) {
    let deaf = early;
    const swallow = (event) => {
      event.preventDefault();
      event.stopPropagation();
    };
    const tap = (event) => {
      const isPressed = !holds(event.target) && event.target.closest("a, button, input, summary");
      if (now() < deaf) return swallow(event);
      if (!isMoving() || isPressed) return null;
      skip();
      deaf = now() + early;
      return swallow(event);
    };
    const press = (event) => {
      if (event.key === "Tab" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (now() < deaf) swallow(event);
      else if (isMoving()) {
        skip();
        swallow(event);
      }
    };
    document.addEventListener("click", tap, { capture: true, signal });
    document.addEventListener("keydown", press, { capture: true, signal });
  }

  return { at, appear, skip, guard, now, isMoving };
}

// The transform that moves a node to the place of another and makes it as large.
export function way(node, place) {
  const [from, to] = [node, place].map((each) => each.getBoundingClientRect());
  const middle = ({ left, width }) => left + width / 2;
  const [x, y] = [middle(to) - middle(from), to.top + to.height / 2 - from.top - from.height / 2];
  return `translate(${x}px, ${y}px) scale(${to.height / from.height})`;
}
