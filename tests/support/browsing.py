"""A real browser without a window, and the people who use it."""

import json
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import (
    Browser,
    FloatRect,
    Locator,
    Page,
    Request,
    Route,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.support.programs import program
from tests.support.waiting import PATIENCE, wait_until

expect.set_options(timeout=1000 * PATIENCE)

# The first cannot open windows: with it, tests of the page take a sixth less time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
ALONE = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
)  # fmt: skip
RARE_FIRST = "qjxzkvwyfbghmpcudltnsroiae"
PLAY = re.compile("^Play")
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 320, "height": 640}
MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}
USUAL: dict[str, Any] = {
    "color_scheme": "light",
    "contrast": "no-preference",
    "forced_colors": "none",
    "reduced_motion": "reduce",
}
CHEAT = "/new?length=8&words=en&dealer=largest-family"  # its words never have a rare letter
CLAIMS = CHEATED, WAS_FAIR, SKIPPED = "It cheated", "It was fair", "Just show me"
MEANT_FOR_LETTERS = 550  # milliseconds: half a second and a little more
# A storage state would need a page of its own, which takes half a second for each person.
TAUGHT = """
if (location.protocol.startsWith("http") && !localStorage.getItem("evil-hangman"))
  localStorage.setItem("evil-hangman", JSON.stringify({ taught: true }));
"""
REMEMBERED = "Object.assign({}, ...Object.values(localStorage).map((entry) => JSON.parse(entry)))"
REMEMBER = """
all => {
  const { results, ...others } = JSON.parse(all);
  localStorage.clear();
  localStorage["evil-hangman"] = JSON.stringify(others);
  if (results) localStorage["evil-hangman results"] = JSON.stringify({ results });
  dispatchEvent(new StorageEvent("storage")); // as if another tab had done it
}
"""
QUESTION = """
() => {
  const { innerText: text } = document.querySelector("main");
  return text.includes("Was it cheating?") && [text, document.querySelectorAll("button").length];
}
"""
# axe spends nearly all its time on the contrast of texts. So it measures each look only once: the
# kind, state, font and colours of a text and of everything around it.
EACH_LOOK_ONCE = """
() => {
  const names = ["color", "backgroundColor", "backgroundImage", "opacity", "font"];
  const lookOf = (node) => {
    if (!node || axe.looks.has(node)) return axe.looks.get(node);
    const style = getComputedStyle(node);
    const own = [node.localName, node.getAttribute("class"), ...Object.values(node.dataset)];
    const all = [lookOf(node.parentElement), ...own, ...names.map((name) => style[name])];
    axe.looks.set(node, all.join());
    return axe.looks.get(node);
  };
  const good = new Set();
  const rule = axe._audit.rules.find(({ id }) => id === "color-contrast");
  const check = axe._audit.checks["color-contrast"];
  const [{ matches }, { evaluate }] = [rule, check];
  rule.matches = (node, ...rest) => !good.has(lookOf(node)) && matches(node, ...rest);
  check.evaluate = function (node, ...rest) {
    const answer = good.has(lookOf(node)) || evaluate.call(this, node, ...rest);
    if (answer) good.add(lookOf(node)); // not if it cannot be measured here: something may cover it
    return answer;
  };
}
"""
OF_LIGHTHOUSE = "label-content-name-mismatch"  # a rule that axe skips by default
# Only the violations: the list of what passes is a hundred times as long.
VIOLATIONS = """
async ([part, options]) => {
  axe.looks = new Map();
  const ends = ({ effect }) => Number.isFinite(effect.getComputedTiming().endTime);
  const motions = document.getAnimations().filter(ends); // what fades in is pale until then
  await Promise.allSettled(motions.map(({ finished }) => finished));
  return (await axe.run(part, { ...options, resultTypes: ["violations"] })).violations;
}
"""


@contextmanager
def browsing() -> Iterator[Browser]:
    """Run a browser until the end of the block; it connects to nothing by itself."""
    on_a_mac = os.path.exists(MAC)
    executable = MAC if on_a_mac else program("chromium-headless-shell, or Google Chrome", *NAMES)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=ALONE)
        yield browser
        browser.close()


def box(part: Locator) -> FloatRect:
    """Where a part of the page is."""
    found = part.bounding_box()
    assert found
    return found


def bottom(part: Locator) -> float:
    return box(part)["y"] + box(part)["height"]


class Person:
    """Somebody who plays on the page at `url`, and whatever the browser complained about."""

    def __init__(self, browser: Browser, url: str, *, is_new: bool = False, **context: Any) -> None:
        """If `is_new`, the page teaches how to play first. Nothing moves and no service worker
        answers, unless `context` allows it."""
        self.url = url
        usual = {**USUAL, "viewport": DESKTOP, "locale": "en", "service_workers": "block"}
        self.context = browser.new_context(**{**usual, **context})
        if not is_new:
            self.context.add_init_script(TAUGHT)
        self.context.set_default_timeout(1000 * PATIENCE)
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.requests: list[Request] = []
        self.context.on("request", lambda request: self.requests.append(request))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._hear)

    def _hear(self, message: Any) -> None:
        # Chromium reports every answer that is not a success; the page has said it better.
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self.complaints.append(message.text)

    def comes_again(self) -> None:
        """Forget everything for the next test, in a browser that has the page in its cache."""
        self.page.unroute_all(behavior="ignoreErrors")
        self.context.set_offline(False)
        for other in self.context.pages:
            if other != self.page:
                other.close()
        self.page.goto(f"{self.url}/livez")
        self.page.evaluate("localStorage.clear()")
        self.page.mouse.move(0, 0)
        self.complaints, self.requests = [], []

    def looks(self, viewport: ViewportSize, **media: Any) -> None:
        """Set the size of the window, and what the device prefers."""
        self.page.set_viewport_size(viewport)
        self.page.emulate_media(media="null", **{**USUAL, **media})

    @property
    def status(self) -> Locator:
        return self.page.locator("p.status")

    @property
    def trouble(self) -> Locator:
        """The line that says why an answer has not come yet."""
        return self.page.locator("p.trouble")

    @property
    def heading(self) -> Locator:
        return self.page.locator("h1:not([inert] *)")

    @property
    def used(self) -> Locator:
        """The keys of letters that were guessed."""
        return self.page.locator(".keys :is([data-state=hit], [data-state=miss])")

    @property
    def device(self) -> dict[str, Any]:
        """Everything that this device has stored."""
        everything: dict[str, Any] = self.page.evaluate(REMEMBERED)
        return everything

    def remembers(self, **values: Any) -> None:
        """Store other values on this device."""
        everything = json.dumps({**self.device, **values})
        self.page.evaluate(REMEMBER, everything)

    @property
    def game_id(self) -> str:
        return self.page.url.partition("#")[2]

    def opens(self, game: str = "") -> None:
        """Open a screen and wait: if only the `#` part changes, the old one stays for a moment."""
        self.leaves_no_sheet()
        address = f"{self.url}/{game and '#' + game}"
        if address != self.page.url:
            self.page.evaluate("document.querySelector('h1')?.setAttribute('data-old', '')")
        self.page.goto(address)
        expect(self.page.locator("h1:not([data-old])")).to_be_visible()

    def leaves_no_sheet(self) -> None:
        """Wait until a sheet that was closed has left the history, which takes a moment."""
        # A closed sheet stays in the document until it begins to go back in the history.
        gone = "document.querySelector('dialog')?.open ?? history.state === null"
        wait_until(lambda: self.page.evaluate(gone), "the sheet is left behind")

    def escapes(self) -> None:
        """Close a sheet and wait: until it has left the history, it would close the next one."""
        self.page.keyboard.press("Escape")
        self.leaves_no_sheet()

    def reloads(self) -> None:
        self.leaves_no_sheet()  # going back would cancel the reload
        self.page.reload()

    def chooses(self, **labels: str) -> None:
        """Choose from lists, by label: `Length="5 letters"` (how the entry begins)."""
        if self.page.locator("details").first.get_attribute("open") is None:
            self.page.locator("summary").first.click()
        for label, entry in labels.items():
            name = label.replace("_", " ")
            select = self.page.get_by_role("combobox", name=name, exact=True)
            whole = select.locator("option", has_text=entry).first.text_content()
            select.select_option(label=whole)

    def plays(self) -> None:
        """Press Play, whatever is chosen, and wait for the keys."""
        self.page.get_by_role("button", name=PLAY).last.click()
        expect(self.page.locator(".keys")).to_be_visible()

    def starts(self, link: str = "", **labels: str) -> None:
        """Start a game from a link, or from the first screen with the choices of these labels."""
        self.opens(link)
        if labels:
            self.chooses(**labels)
        self.plays()

    def presses(self, button: str) -> None:
        self.page.get_by_role("button", name=button, exact=True).click()

    def follows(self, link: str) -> None:
        self.page.get_by_role("link", name=link, exact=True).click()

    def goes_home(self) -> None:
        self.page.locator("header a.brand").click()

    def copies(self, button: str) -> str:
        """Press a button; return what it copies."""
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.presses(button)
        expect(self.page.get_by_text("Copied")).to_be_visible()
        return str(self.page.evaluate("navigator.clipboard.readText()"))

    def types(self, letters: str) -> None:
        self.page.keyboard.type(letters)

    def guesses(self, letters: str) -> None:
        """Type letters that nobody has guessed, and wait for the answers."""
        before = self.used.count()
        self.types(letters)
        expect(self.used).to_have_count(before + len(letters))

    def ends(self, claim: str = SKIPPED) -> None:
        """Guess letters, the rare ones first, until the game is over; say whether it cheated."""
        self.types(RARE_FIRST)
        self.claims(claim)

    def sees_the_end(self, game: str, claim: str = SKIPPED) -> None:
        """Open a game that was played elsewhere, and see its end."""
        self.opens(game)
        self.claims(claim)

    def claims(self, claim: str = SKIPPED) -> None:
        """Answer the question whether it was cheating, if the page asks it, and end all motions."""
        expect(self.page.locator(":is(.question, .confession)").first).to_be_visible()
        if self.page.locator(".question").count():
            self.rests()
            self.page.locator(".question button").nth(CLAIMS.index(claim)).click()
        expect(self.page.locator(".confession")).to_be_visible()
        self.rests()

    def unfolds(self) -> None:
        """Open the confession, and wait until its ladder is there."""
        self.page.locator(".confession > summary").click()
        expect(self.page.locator(".ladder > .open-sheet")).to_be_visible()  # the last step

    def is_refused(self, path: str | re.Pattern[str], status: int, **problem: Any) -> None:
        """Refuse the next request like `path` for a second, with this problem."""
        refusal: Any = {"status": status, "headers": {"Retry-After": "1"}, "json": problem}
        self.page.route(path, lambda route: route.fulfill(**refusal), times=1)

    def rests(self) -> None:
        """End all motions, as soon as the page no longer takes a key for a letter."""
        self.page.wait_for_timeout(MEANT_FOR_LETTERS)
        self.page.keyboard.press("Escape")

    def holds_motions(self) -> None:
        """Stop the motions of this page from now on, until they are skipped."""
        inspector = self.context.new_cdp_session(self.page)
        inspector.send("Animation.enable")
        inspector.send("Animation.setPlaybackRate", {"playbackRate": 0})

    def moving(self, part: str = "document") -> int:
        """How many motions of the document, or of an element, are not over."""
        return int(self.page.evaluate(f"{part}.getAnimations({{ subtree: true }}).length"))

    def talks(self) -> tuple[str, int]:
        """The text and the number of buttons that watchers see while they discuss the end; then end
        that time. The clock of the page must have been installed before it was opened."""
        text, buttons = self.page.wait_for_function(QUESTION).json_value()
        self.page.clock.fast_forward(10_000)
        return text, buttons

    def findings_of_axe(
        self, part: str = "html", without: Sequence[str] = (), only: Sequence[str] = ()
    ) -> list[str]:
        """What axe-core finds wrong with the screen or a part of it, by all rules or only some."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(f"() => {{ {AXE_SCRIPT} }}")
            self.page.evaluate(EACH_LOOK_ONCE)
        rules = {OF_LIGHTHOUSE: {"enabled": True}, **{rule: {"enabled": False} for rule in without}}
        options = {"runOnly": only} if only else {"rules": rules}
        violations = self.page.evaluate(VIOLATIONS, [part, options])
        wrong = [(each["id"], node) for each in violations for node in each["nodes"]]
        return [f"{rule}: {node['html'][:120]}" for rule, node in wrong]


@contextmanager
def no_answers(person: Person, path: str) -> Iterator[None]:
    """Hold the answers to requests like `path` until the end of the block."""
    held: list[Route] = []
    is_over: list[bool] = []

    def hold(route: Route) -> None:
        if is_over:
            route.continue_()
        else:
            held.append(route)

    person.page.route(path, hold)
    yield
    is_over.append(True)
    for route in held:
        route.continue_()
