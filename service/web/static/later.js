// What the page loads when it is needed, in one file.

export { confession } from "./confession.js";
export { watchScreen } from "./watch.js";
