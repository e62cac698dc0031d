// Makes a group of buttons a single stop of the Tab key. From there, the arrow keys go to the next button on the screen.
// Returns a function to call when buttons have been disabled: the stop of a group without the focus is one that works.

export function roving(group) {
  let stop = null;
  const all = () => [...group.querySelectorAll("button")].filter((button) => button.offsetParent);
  const settle = (current) => {
    stop = current;
    for (const button of group.querySelectorAll("button")) button.tabIndex = button === current ? 0 : -1;
  };
  const isDead = (button) => button.ariaDisabled === "true";
  const beside = (here, step) => all()[all().indexOf(here) + step];
  const forth = group.dir === "rtl" ? -1 : 1; // to the right
  const go = {
    ArrowLeft: (here) => beside(here, -forth),
    ArrowRight: (here) => beside(here, forth),
    ArrowUp: (here) => nextLine(all(), here, -1) ?? beside(here, -1),
    ArrowDown: (here) => nextLine(all(), here, 1) ?? beside(here, 1),
    Home: () => all()[0],
    End: () => all().at(-1),
  };
  settle(group.querySelector("button"));
  group.addEventListener("focusin", ({ target }) => settle(target));
  group.addEventListener("keydown", (event) => {
    const next = go[event.key]?.(event.target);
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
  return () => {
    if (!isDead(stop) || group.contains(document.activeElement)) return;
    settle([...group.querySelectorAll("button")].find((button) => !isDead(button)) ?? stop);
  };
}

// The nearest button of the line above (-1) or below (1).
function nextLine(buttons, here, direction) {
  const middle = ({ left, width }) => left + width / 2;
  const from = here.getBoundingClientRect();
  const away = (button) => {
    const box = button.getBoundingClientRect();
    return 100 * Math.abs(box.top - from.top) + Math.abs(middle(box) - middle(from));
  };
  return buttons
    .filter((button) => direction * (button.getBoundingClientRect().top - from.top) > 1)
    .sort((a, b) => away(a) - away(b))[0];
}
