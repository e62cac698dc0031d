/* What Swagger UI lacks for people who use a screen reader or the keyboard. */

const inSection = (label) => (Original, { React }) => (properties) =>
  React.createElement("section", { "aria-label": label }, React.createElement(Original, properties));

/** Puts everything into a landmark, and removes the links inside buttons. */
export const landmarks = ({ React }) => ({
  wrapComponents: {
    InfoContainer: inSection("About"),
    AuthorizeBtnContainer: inSection("Key"),
    FilterContainer: inSection("Filter the calls"),
    DeepLink: () => ({ text }) => React.createElement("span", null, text),
  },
});

const NAMES = [
  [".close-modal", "Close"],
  [".operation-filter-input", "Filter"],
  [".examples-select-element", "Example"],
  ["textarea", "Body of the request"],
  ["select", "Kind of content"],
];

function nameOf(field) {
  const parameter = field.closest("[data-param-name]");
  return parameter?.dataset.paramName ?? NAMES.find(([selector]) => field.matches(selector))?.[1];
}

function nameFields(page) {
  for (const field of page.querySelectorAll(".close-modal, input, select, textarea"))
    if (nameOf(field)) field.setAttribute("aria-label", nameOf(field));
  for (const table of page.querySelectorAll("table[role=region]")) table.removeAttribute("role");
  for (const code of page.querySelectorAll(".opblock-body pre")) code.tabIndex = 0;
}

export function keepNamed(page) {
  new MutationObserver(() => nameFields(page)).observe(page, { childList: true, subtree: true });
}
