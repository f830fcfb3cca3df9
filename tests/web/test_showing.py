"""What a visitor sees while work goes on, and of controls that have the focus."""

from contextlib import contextmanager
from threading import Event

import pytest

from levmetrics.web import inside_drawing
from tests.web.accessibility import findings
from tests.web.visitor import fill, load, refusal, score

pytestmark = pytest.mark.slow

# How much of the ring around an element lies outside of what cuts it off on its left and right.
CUT = """async (element) => {
  await new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)));
  const style = getComputedStyle(element);
  const reach = parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset);
  const own = element.getBoundingClientRect();
  let cut = style.outlineStyle === "none" ? Infinity : 0;
  for (let box = element.parentElement; box; box = box.parentElement) {
    if (getComputedStyle(box).overflowX === "visible") continue;
    const edge = box.getBoundingClientRect();
    cut = Math.max(cut, edge.left - (own.left - reach), own.right + reach - edge.right);
  }
  return cut;
}"""

# What Gradio lays over that on which work goes on: where it is seen though none does.
COVERED = """[...document.querySelectorAll("[data-testid=status-tracker]")]
  .filter((cover) => cover.checkVisibility({ opacityProperty: true }))
  .map((cover) => cover.parentElement.id)"""


@contextmanager
def held(monkeypatch):
    """Hold the work of the Look inside tab until the block ends."""
    go_on = Event()
    draw = inside_drawing.alignment

    def alignment(*arguments):
        go_on.wait(30)
        return draw(*arguments)

    monkeypatch.setattr(inside_drawing, "alignment", alignment)
    try:
        yield
    finally:
        go_on.set()


@pytest.mark.parametrize(("dark", "width"), [(False, 1440), (True, 375)], ids=["light", "dark"])
def test_the_button_shows_from_the_first_press_on_that_work_goes_on(
    open_as_another, monkeypatch, dark, width
):
    page = open_as_another(
        color_scheme="dark" if dark else "light", viewport={"width": width, "height": 900}
    )
    page.get_by_role("tab", name="Look inside").click()
    assert findings(page) == []
    page.locator("#inside_reference textarea").fill("a" * 10_001)
    page.click("#align")
    said = page.locator("#inside_refusal .lev-refusal")
    said.wait_for()
    assert not page.locator("#align[aria-busy]").count()
    assert findings(page) == []
    page.click("#example_pair")
    page.wait_for_function("document.querySelector('#inside_prediction textarea').value")
    with held(monkeypatch):
        page.click("#align")
        page.locator("#align[aria-busy=true]").wait_for()
        turning = "getComputedStyle(document.querySelector('#align'), '::before').animationName"
        assert page.evaluate(turning) == "lev-turn"
        assert not said.is_visible()
        assert findings(page) == []
    page.wait_for_selector("#tokens table")
    page.locator("#align:not([aria-busy])").wait_for()
    page.locator("#inside_reference textarea").fill("who is there")
    page.get_by_text("Inputs changed: look inside again").wait_for()
    assert page.evaluate(COVERED) == []
    assert findings(page) == []


def test_the_button_is_ready_again_when_the_server_refuses(open_page):
    page = open_page()
    page.get_by_role("tab", name="Look inside").click()
    page.click("#example_pair")
    page.wait_for_function("document.querySelector('#inside_prediction textarea').value")
    page.route("**/queue/join*", lambda route: route.fulfill(status=503, json={"detail": "busy"}))
    page.click("#align")
    page.get_by_text("currently busy").wait_for()
    page.locator("#align:not([aria-busy])").wait_for()
    page.unroute("**/queue/join*")
    page.click("#align")
    page.wait_for_selector("#tokens table")


@pytest.mark.parametrize(("locale", "word"), [("en-US", "Done"), ("ja-JP", "完了")])
def test_screen_readers_are_told_in_words_that_work_is_done(open_as_another, locale, word):
    page = open_as_another(locale=locale)
    page.evaluate("""window.said = new Set(); new MutationObserver(() => {
      for (const each of document.querySelectorAll("[role=status]")) said.add(each.textContent);
    }).observe(document.body, { childList: true, subtree: true, characterData: true })""")
    load(page, "english")
    score(page)
    page.wait_for_function("word => [...said].some(text => text.trim() === word)", arg=word)
    assert not [each for each in page.evaluate("[...said]") if "common." in each]


def test_settings_offer_nothing_that_the_page_has_not(open_page):
    page = open_page()
    page.locator("footer").get_by_role("button", name="Settings").click()
    page.get_by_role("heading", name="Display Theme").wait_for()
    for name in ("Progressive Web App", "Screen Studio", "Start Recording"):
        assert not page.get_by_text(name).first.is_visible(), name


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_above_minor_in_a_grey_result_and_a_refusal(open_as_another, dark):
    page = open_as_another(color_scheme="dark" if dark else "light")
    load(page, "english")
    score(page)
    fill(page, "score_references", "who is there")
    page.locator("#score_results.lev-stale").wait_for()
    assert findings(page) == []
    assert "the references 1 line" in refusal(page)
    assert not page.locator("#score[aria-busy]").count()
    assert findings(page) == []


def test_the_ring_of_the_focus_is_seen_whole(open_page):
    page = open_page()
    page.locator(".label-wrap").first.click()  # the settings, where the boxes to tick are
    page.keyboard.press("Tab")  # what has the focus by a script shows it after a key, not a click
    for control in ("#score_references textarea", "label:has(input[type=checkbox])", ".label-wrap"):
        element = page.locator(control).first
        (element.locator("input") if "label:" in control else element).focus()
        assert element.evaluate(CUT) <= 0, control
