// One stop of the Tab key for a group of buttons: the arrow keys go on from there.

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function roving(group) {
  const buttons = () => [...group.querySelectorAll("button")];
  const settle = (current) => {
    for (const button of buttons()) button.tabIndex = button === current ? 0 : -1;
  };
  settle(buttons()[0]);
  group.addEventListener("focusin", ({ target }) => settle(target));
  group.addEventListener("keydown", (event) => {
    const all = buttons();
    const next = { Home: 0, End: all.length - 1 }[event.key] ?? all.indexOf(event.target) + STEPS[event.key];
    if (!all[next]) return;
    event.preventDefault();
    all[next].focus();
  });
}
