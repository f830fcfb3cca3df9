"""What axe finds on a page."""

from axe_playwright_python.sync_playwright import Axe

FACES = {"light": 1440, "dark": 375}  # with the width of the window: a desk, a phone
_IS_DRAWN = """(face) => document.body.classList.contains("dark") === (face === "dark")
  && document.getAnimations().every((each) => each.playState !== "running"
    || each.effect.getComputedTiming().endTime === Infinity)"""


def findings(page):
    """Return what axe finds that is more than minor: rules, with the first elements."""
    return [
        (violation["id"], [node["target"] for node in violation["nodes"]][:5])
        for violation in Axe().run(page).response["violations"]
        if violation["impact"] != "minor"
    ]


def faults(page):
    """Return what axe finds in each face of the page, and where it is wider than the window."""
    found = {}
    for face, width in FACES.items():
        page.emulate_media(color_scheme=face)
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_function(_IS_DRAWN, arg=face)
        wide = page.evaluate("document.documentElement.scrollWidth")
        found[face] = [*findings(page), *(["scrolls sideways"] if wide > width else [])]
    return {face: each for face, each in found.items() if each}
