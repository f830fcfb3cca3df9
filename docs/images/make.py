"""Make the documentation's pictures of page and report, and a film: ``python -m docs.images.make``.

It needs the page's packages, Playwright and chromium, from a clone's root. What it makes goes to
this folder; look at it before it is committed.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

import levmetrics
from levmetrics.formats.examples import read_example
from levmetrics.web.page import launch
from tests.browser import ARGUMENTS, CHROMIUM

FOLDER = Path(__file__).parent
FILM = "page.webp"
FILM_BYTES = 2_000_000
# The fonts of a machine without a desktop are not those that a visitor sees.
_FONT = ".gradio-container { --font: 'Noto Sans CJK JP', system-ui, sans-serif; }"
_MARGIN = 24  # pixels around what is pictured
# An arrow that stands for the visitor's hand; pictures of a browser have none.
_POINTER = """() => {
  const pointer = document.createElement('div');
  pointer.id = 'pointer';
  pointer.style.cssText = 'position:fixed;z-index:9999;width:22px;height:22px;pointer-events:none;'
    + 'left:50vw;top:50vh;background:#211c24;border:0;filter:drop-shadow(0 0 2px #fff);'
    + 'clip-path:polygon(0 0, 0 82%, 24% 62%, 40% 100%, 56% 92%, 41% 56%, 70% 54%)';
  document.body.append(pointer);
}"""
_MOVE_POINTER = """([x, y]) => {
  Object.assign(document.querySelector('#pointer').style, {left: `${x}px`, top: `${y}px`});
}"""


@dataclass(frozen=True)
class Picture:
    """One picture of a result.

    Attributes:
        name: of the file.
        locale: the visitor's.
        face: ``"light"`` or ``"dark"``.
        example: the id of the button that loads the texts.
        first: the selector of what is at its top.
        last: the selector of what is at its bottom.

    """

    name: str
    locale: str
    face: str
    example: str = "#example_score_english"
    first: str = "#score_results"
    last: str = "#score_results section:has([data-filter^='edit:'])"


PICTURES = (
    Picture("page_light.png", "en-US", "light"),
    Picture("page_dark.png", "en-US", "dark"),
    Picture("page_japanese.png", "ja-JP", "light", "#example_score_japanese"),
)


@dataclass
class Film:
    """What a visitor sees, frame by frame.

    Attributes:
        page: the browser's.
        frames: pictures of the window.
        milliseconds: how long each of them is seen.

    """

    page: Page
    frames: list[Image.Image] = field(default_factory=list)
    milliseconds: list[int] = field(default_factory=list)

    def show(self, milliseconds: int) -> None:
        """Show the window as it is for a time."""
        self.frames.append(Image.open(BytesIO(self.page.screenshot())).convert("RGB"))
        self.milliseconds.append(milliseconds)

    def click(self, selector: str) -> None:
        """Go to a control and press it."""
        control = self.page.locator(selector).first
        control.scroll_into_view_if_needed()
        box = control.bounding_box()
        if box is None:
            raise ValueError(f"{selector} is not visible")
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        self.page.evaluate(_MOVE_POINTER, middle)
        self.show(700)
        control.click()

    def scroll_to(self, selector: str) -> None:
        """Scroll, in a few steps, until an element is at the window's top."""
        distance = self.page.locator(selector).first.evaluate(
            "element => element.getBoundingClientRect().top"
        )
        for _ in range(5):
            self.page.evaluate("pixels => window.scrollBy(0, pixels)", distance / 5 - 4)
            self.show(60)

    def save(self, path: Path) -> None:
        """Write the film as an animated WebP.

        Raises:
            ValueError: if it has grown too large for a page.

        """
        first, *others = self.frames
        first.save(
            path,
            save_all=True,
            append_images=others,
            duration=self.milliseconds,
            loop=0,
            quality=60,
            method=6,
        )
        if path.stat().st_size > FILM_BYTES:
            size = path.stat().st_size
            raise ValueError(f"{path.name} has {size:,} bytes; {FILM_BYTES:,} is most")


def take(browser: Browser, url: str, picture: Picture, folder: Path) -> Path:
    """Take a picture of the page at an address, and return its path."""
    # A window as high as the page: Gradio lays tables out anew when a window grows for a picture.
    with _visit(browser, url, picture.locale, picture.face, width=1200, height=4000) as page:
        _score(page, picture.example)
        top, bottom = (page.locator(selector) for selector in (picture.first, picture.last))
        start, end = top.bounding_box(), bottom.bounding_box()
        if start is None or end is None:
            raise ValueError(f"{picture.first} or {picture.last} is not visible")
        shot = page.screenshot(
            clip={
                "x": start["x"] - _MARGIN,
                "y": start["y"],
                "width": start["width"] + 2 * _MARGIN,
                "height": end["y"] + end["height"] - start["y"] + _MARGIN,
            },
        )
    path = folder / picture.name
    Image.open(BytesIO(shot)).convert("RGB").save(path, optimize=True)
    return path


def take_report(browser: Browser, face: Literal["light", "dark"], folder: Path) -> Path:
    """Take a picture of the top of the tutorial's report, and return its path."""
    speech = read_example("speech_en")
    systems = {name: speech.systems[f"{name}_beams"] for name in ("wide", "narrow")}
    path = folder / f"report_{face}.png"
    with TemporaryDirectory() as temporary:
        report = Path(temporary, "report.html")
        levmetrics.compare(systems, speech.references, "wer").report(report)
        page = browser.new_page(viewport={"width": 1000, "height": 1230}, color_scheme=face)
        page.goto(report.as_uri())
        shot = page.screenshot()
        page.close()
    Image.open(BytesIO(shot)).convert("RGB").save(path, optimize=True)
    return path


def record(browser: Browser, url: str, folder: Path) -> Path:
    """Record about 20 seconds of a visit: an example, its score, a sample, a comparison."""
    with _visit(browser, url, "en-US", "light", width=960, height=640) as page:
        page.evaluate(_POINTER)
        film = Film(page)
        film.show(1500)
        film.click("#example_score_english")
        page.wait_for_function("document.querySelector('#score_references textarea').value")
        film.show(1200)
        film.click("#score")
        page.wait_for_selector("#score_results .lev-score")
        page.wait_for_timeout(1000)
        film.scroll_to("#score_results")
        film.show(3500)
        film.scroll_to("#score_results section:has([data-filter^='edit:'])")
        film.click("#score_results [data-filter^='edit:'] .lev-filter >> nth=0")
        film.show(1500)
        film.click("#score_results .lev-opener >> nth=0")
        page.wait_for_timeout(1500)
        film.scroll_to("#score_results [data-explorer]")
        film.show(2500)
        page.evaluate("window.scrollTo(0, 0)")
        film.click("[role=tab] >> nth=1")
        page.wait_for_timeout(500)
        film.click("#example_compare_english")
        page.wait_for_timeout(1500)
        film.click("#compare")
        page.wait_for_selector("#compare_results table")
        page.wait_for_timeout(500)
        film.scroll_to("#compare_results")
        film.show(3500)
    path = folder / FILM
    film.save(path)
    return path


@contextmanager
def _visit(
    browser: Browser, url: str, locale: str, face: str, *, width: int, height: int
) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": width, "height": height},
        locale=locale,
        color_scheme="dark" if face == "dark" else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(url)
    page.add_style_tag(content=_FONT)
    page.wait_for_selector("#score")
    page.wait_for_timeout(1000)
    yield page
    context.close()


def _score(page: Page, example: str) -> None:
    page.click(example)
    page.wait_for_function("document.querySelector('#score_references textarea').value")
    page.click("#score")
    page.wait_for_selector("#score_results .lev-score")
    page.wait_for_timeout(2000)
    page.mouse.move(0, 0)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def main() -> None:
    """Serve the page, and take its pictures, those of the report, and the film."""
    port = _free_port()
    served = launch(port=port, block=False)
    url = f"http://127.0.0.1:{port}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        made = [take(browser, url, picture, FOLDER) for picture in PICTURES]
        made += [take_report(browser, face, FOLDER) for face in ("light", "dark")]
        made.append(record(browser, url, FOLDER))
        browser.close()
    served.close()
    for path in made:
        print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
