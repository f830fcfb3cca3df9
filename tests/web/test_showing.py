"""What a visitor sees while work goes on, and of controls that have the focus."""

from threading import Event

import pytest

from levmetrics.web import inside_tab
from tests.web.accessibility import faults, findings
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


@pytest.fixture
def go_on(monkeypatch):
    """Hold the work of the Look inside tab until this is set."""
    event, align = Event(), inside_tab.align
    monkeypatch.setattr(
        inside_tab, "align", lambda *texts, **given: event.wait(30) and align(*texts, **given)
    )
    yield event
    event.set()


def test_the_button_shows_that_work_goes_on_until_it_has_ended_or_is_refused(open_page, go_on):
    page = open_page()
    page.get_by_role("tab", name="Look inside").click()
    page.locator("#inside_reference textarea").fill("a" * 100_001)
    page.click("#align")
    said = page.locator("#inside_results .lev-refusal")
    said.wait_for()
    assert not page.locator("#align[aria-busy]").count()
    page.locator("#inside_reference textarea").fill("ab")
    page.click("#align")
    page.locator("#align[aria-busy=true]").wait_for()
    turning = "getComputedStyle(document.querySelector('#align'), '::before').animationName"
    assert page.evaluate(turning) == "lev-turn"
    assert not said.is_visible()
    assert findings(page) == []
    go_on.set()
    page.wait_for_selector("#inside_results table", timeout=60_000)  # all tokenizers are loaded
    page.locator("#align:not([aria-busy])").wait_for()
    page.locator("#inside_reference textarea").fill("who is there")
    page.get_by_text("Inputs changed: look inside again").wait_for()
    assert page.evaluate(COVERED) == []
    assert faults(page) == {}
    page.route("**/queue/join*", lambda route: route.fulfill(status=503, json={"detail": "busy"}))
    page.click("#align")
    page.get_by_text("currently busy").wait_for()
    page.locator("#align:not([aria-busy])").wait_for()
    page.wait_for_timeout(500)
    assert page.locator("#inside_results.lev-stale").count()  # what is shown is of other texts
    page.unroute("**/queue/join*")
    page.click("#align")
    page.wait_for_function("!document.querySelector('#inside_results.lev-stale')")


@pytest.mark.parametrize(("locale", "word"), [("ja-JP", "完了"), ("en-US", "Done")])
def test_screen_readers_are_told_in_words_that_work_is_done(open_page, locale, word):
    page = open_page(locale)
    page.evaluate("""window.said = new Set(); new MutationObserver(() => {
      for (const each of document.querySelectorAll("[role=status]")) said.add(each.textContent);
    }).observe(document.body, { childList: true, subtree: true, characterData: true })""")
    load(page, "english")
    score(page)
    page.wait_for_function("word => [...said].some(text => text.trim() === word)", arg=word)
    assert "common." not in page.evaluate("[...said].join()")


def test_everyone_can_use_a_grey_result_and_a_refusal(open_page):
    page = open_page()
    load(page, "english")
    score(page)
    fill(page, "score_references", "who is there")
    page.locator("#score_results.lev-stale").wait_for()
    assert findings(page) == []
    assert "1 in the references" in refusal(page)
    assert not page.locator("#score[aria-busy]").count()
    assert faults(page) == {}


def test_the_focus_is_seen_whole_and_settings_offer_nothing_that_the_page_has_not(open_page):
    page = open_page()
    page.locator(".label-wrap").first.click()  # the settings, where the boxes to tick are
    page.keyboard.press("Tab")  # what has the focus by a script shows it after a key, not a click
    for control in ("#score_references textarea", "label:has(input[type=checkbox])", ".label-wrap"):
        element = page.locator(control).first
        (element.locator("input") if "label:" in control else element).focus()
        assert element.evaluate(CUT) <= 0, control
    page.locator("footer").get_by_role("button", name="Settings").click()
    page.get_by_role("heading", name="Display Theme").wait_for()
    for name in ("Progressive Web App", "Screen Studio", "Start Recording"):
        assert not page.get_by_text(name).first.is_visible(), name
