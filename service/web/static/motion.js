// A single motion. Nothing moves for a player who wants no movement.

export const EASE = "cubic-bezier(.2,.8,.2,1)";

export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Starts a motion; null if there is none.
export const move = (node, frames, duration, options = {}) =>
  isStill() ? null : node.animate(frames, { duration, easing: EASE, fill: "backwards", ...options });
