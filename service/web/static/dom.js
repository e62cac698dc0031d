// Elements, written as they will nest.

const SVG = "http://www.w3.org/2000/svg";

export const el = (name, ...rest) => filled(document.createElement(name), ...rest);
export const svg = (name, ...rest) => filled(document.createElementNS(SVG, name), ...rest);

// Text for those who hear the page; it is not seen.
export const spoken = (text) => el("span", { class: "spoken" }, text);

// Text for those who see the page; it is not read out.
export const seen = (text, attributes = {}, ...children) =>
  el("span", { "aria-hidden": "true", ...attributes }, text, ...children);

// The next frame is drawn: what is built in parts lets others go on.
export const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

// Takes those who cannot see the page to a heading, and all to its beginning: in the next frame, for to focus needs the
// page laid out, and so it is laid out once.
export const beginAt = (heading) => requestAnimationFrame(() => {
  heading.focus({ preventScroll: true });
  scrollTo(0, 0);
});

// An attribute that is a function listens; one that is null or false is left out, and so is a
// child that is not there.
function filled(node, attributes = {}, ...children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value !== null && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => (child ?? false) !== false));
  return node;
}
