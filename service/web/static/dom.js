// Builds elements: calls nest as the elements do.

const SVG = "http://www.w3.org/2000/svg";

export const el = (name, ...rest) => filled(document.createElement(name), ...rest);
export const svg = (name, ...rest) => filled(document.createElementNS(SVG, name), ...rest);

// Text for screen readers only.
export const spoken = (text) => el("span", { class: "spoken" }, text);

// Text that screen readers leave out.
export const silent = (text, attributes = {}, ...children) =>
  el("span", { "aria-hidden": "true", ...attributes }, text, ...children);

// Resolves after the next frame, so that a page that is built in parts stays responsive.
export const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

// Focuses a heading, for screen readers, and scrolls to the top. It waits for the next frame: focusing forces a layout,
// which that frame needs anyway.
export const beginAt = (heading) => requestAnimationFrame(() => {
  heading.focus({ preventScroll: true });
  scrollTo(0, 0);
});

// An attribute that is a function becomes a listener. Attributes that are null or false are left out, and so are
// children that are null, false or undefined.
function filled(node, attributes = {}, ...children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value !== null && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => (child ?? false) !== false));
  return node;
}
