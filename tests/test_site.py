"""The documentation site, as a visitor without a network sees it."""

import subprocess
import sys
import threading
from collections import defaultdict
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

import pytest

import levmetrics

ROOT = Path(__file__).parents[1]
PHONE = {"width": 375, "height": 800}
TITLES = {
    "": "levmetrics",
    "ja/": "levmetrics（日本語） - levmetrics",
    "definitions/": "Definitions - levmetrics",
    "anls/": "ANLS - levmetrics",
    "reference/error_rates/": "Error rates and alignments - levmetrics",
    "benchmarks/": "Benchmarks - levmetrics",
    "cli/": "Command line - levmetrics",
}
pytest.importorskip("mkdocs")
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder


class Quiet(SimpleHTTPRequestHandler):
    """A server of files that writes no log."""

    def log_message(self, format, *args):
        """Say nothing."""


@pytest.fixture(scope="module")
def url(site):
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


@pytest.fixture
def visit(browser, url):
    """Open pages in a window, which may ask this site alone, and note what else they ask for."""
    opened, asked_elsewhere = [], []

    def watch(route):
        if route.request.url.startswith(url):
            route.continue_()
        else:
            asked_elsewhere.append(route.request.url)
            route.abort()

    def open_page(path, **settings):
        context = browser.new_context(**settings)
        opened.append(context)
        context.route("**/*", watch)
        page = context.new_page()
        page.goto(url + path)
        return page

    yield open_page
    for context in opened:
        context.close()
    assert asked_elsewhere == []


class Page(HTMLParser):
    """The anchors of a page, and all that it links to or loads."""

    def __init__(self, text):
        super().__init__()
        self.anchors, self.targets = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        own = dict(attrs)
        self.anchors |= {own[name] for name in ("id", "name") if own.get(name)}
        self.targets += [own[name] for name in ("href", "src") if own.get(name)]


@pytest.fixture(scope="module")
def pages(site):
    return {
        path.relative_to(site).as_posix(): Page(path.read_text(encoding="utf-8"))
        for path in site.rglob("*.html")
        if path.name != "404.html"  # which may stand for any address
    }


def test_every_link_and_anchor_of_the_site_is_there(site, pages):
    assert len(pages) > 30
    broken = defaultdict(list)
    for place, page in pages.items():
        for target in page.targets:
            address, anchor = urldefrag(urljoin(f"http://site/{place}", target))
            if urlsplit(address).netloc != "site":
                continue
            path = unquote(urlsplit(address).path).lstrip("/")
            path += "index.html" if not path or path.endswith("/") else ""
            anchors = pages[path].anchors if path in pages else {unquote(anchor)}
            if not (site / path).is_file() or (anchor and unquote(anchor) not in anchors):
                broken[place].append(target)
    assert broken == {}


def test_every_public_name_is_in_the_reference(pages):
    anchors = {
        anchor
        for place, page in pages.items()
        if place.startswith("reference/")
        for anchor in page.anchors
    }
    names = {f"levmetrics.{name}" for name in levmetrics.__all__ if name != "__version__"}
    assert names - anchors == set()


def test_no_role_of_sphinx_and_no_prompt_outside_of_code_is_left(site):
    for path in site.glob("reference/**/*.html"):
        text = path.read_text(encoding="utf-8")
        for role in (":func:", ":class:", ":meth:", ":attr:", ":mod:"):
            assert role not in text, path
        assert "<blockquote>" not in text, path  # what Markdown makes of a prompt
        assert "&lt;BLANKLINE&gt;" not in text, path


def test_pages_have_their_titles_fit_a_dark_phone_and_ask_nothing_of_another_host(visit, url):
    page = visit("", viewport=PHONE, color_scheme="dark")
    for path, title in TITLES.items():
        page.goto(url + path)
        page.wait_for_load_state("networkidle")
        assert page.title() == title
        assert page.locator("html").get_attribute("lang") == ("ja" if path == "ja/" else "en")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], path
        red, green, blue = page.evaluate(
            "getComputedStyle(document.body).backgroundColor"
            ".match(/[\\d.]+/g).slice(0, 3).map(Number)"
        )
        assert red + green + blue < 200, path  # dark, as the system prefers


@pytest.mark.parametrize(("words", "path"), [("ANLS", "anls/"), ("Interval", "significance/")])
def test_the_search_finds_a_page_by_its_words(visit, url, words, path):
    page = visit("")
    page.locator(".md-search__input").fill(words)
    page.locator(".md-search-result__item a").first.wait_for()
    found = page.locator(".md-search-result__item a").evaluate_all("all => all.map(a => a.href)")
    assert any(address.startswith(url + path) for address in found)


def test_what_is_copied_of_a_session_is_its_code(visit):
    page = visit("", permissions=["clipboard-read", "clipboard-write"])
    page.locator(".highlight:has(.gp) .md-code__button").first.click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("import levmetrics as lm\nrun = lm.score(")
    assert ">>>" not in copied
    assert "0.88" not in copied
