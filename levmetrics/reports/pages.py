"""Regions of pages and their images, beside how the texts were compared."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from levmetrics.alignment.explanation import Alignment, Words
from levmetrics.core.run import Run
from levmetrics.errors import InputError
from levmetrics.formats.pages.page import Page, Segment
from levmetrics.rendering.html import render
from levmetrics.rendering.labels import percent
from levmetrics.system.pointers import check_is_fetched

_MOST_IMAGE_BYTES = 5_000_000
# The first bytes of image files that browsers can draw.
_IMAGES = {
    "image/png": re.compile(rb"\x89PNG\r\n\x1a\n"),
    "image/jpeg": re.compile(rb"\xff\xd8\xff"),
    "image/gif": re.compile(rb"GIF8[79]a"),
    "image/webp": re.compile(rb"RIFF....WEBP", re.DOTALL),
}
# The highest CER of a region in each class but the last.
_CLASSES = (0.0, 0.02, 0.1, 0.3)


def beside_page(
    alignment: Alignment, run: Run, page: Page | None, folder: Path | None, words: Words
) -> str:
    """Return how a page was compared as HTML for a report, beside the outlines of its regions.

    Args:
        alignment: the alignment of the page.
        run: its run.
        page: the regions of the page; ``None``: the alignment has none.
        folder: the folder of the images beneath the regions; ``None``: no images.
        words: all labels, in the language of the report.

    Raises:
        InputError: if the image is missing, too large, or not one that browsers can draw.

    """
    compared = alignment.markup(words)
    regions = [each for each in page.regions if each.polygon] if page else []
    if page is None or not regions:
        return compared
    corners = [corner for region in regions for corner in region.polygon]
    width, height = page.size or (max(x for x, _ in corners), max(y for _, y in corners))
    rates = _rates_of_regions(page, run.metric.normalizer, alignment.reference_parts())
    outline = {
        "width": width,
        "height": height,
        "image": None if folder is None or page.image is None else _image(folder, page.image),
        "areas": [_area(region, rates.get(region.id)) for region in regions],
    }
    return render("report/outline.html.j2", compared=compared, outline=outline, words=words)


def _image(folder: Path, name: str) -> str:
    """Return an image as a data URI; it is found by the page's path, or only by its name."""
    name = name.replace("\\", "/")
    path = folder / name
    if name.startswith("/") or ".." in Path(name).parts or not path.is_file():
        path = folder / path.name
    if not path.is_file():
        raise InputError("report.no_image", file=path.name, folder=str(folder))
    if path.stat().st_size > _MOST_IMAGE_BYTES:
        raise InputError("report.large_image", file=path.name, most=_MOST_IMAGE_BYTES // 10**6)
    data = path.read_bytes()
    check_is_fetched(path.name, data)
    kind = next((name for name, start in _IMAGES.items() if start.match(data)), None)
    if kind is None:
        raise InputError("report.image_kind", file=path.name)
    return f"data:{kind};base64,{b64encode(data).decode()}"


class _Area(NamedTuple):
    """An outlined region: its corners, its CER class from 0, and its title."""

    points: str
    level: int | None
    title: str


def _area(region: Segment, rate: float | None) -> _Area:
    points = " ".join(f"{x:g},{y:g}" for x, y in region.polygon)
    if rate is None:
        return _Area(points, None, region.id)
    level = sum(rate > most for most in _CLASSES)
    return _Area(points, level, f"{region.id}: CER {percent(rate)}")


def _rates_of_regions(
    page: Page, normalize: Callable[[str], str], reference: Sequence[tuple[str, bool]]
) -> dict[str, float]:
    """Return the CER of each region by its id, from the errors that have a place in the reference.

    Insertions have none and are not counted. The result is empty if the reference is not the text
    of the page, or if a normalizer changes texts across regions.

    Args:
        page: the page.
        normalize: the normalizer of texts.
        reference: the text of the reference in parts, each with whether it is wrong.

    """
    texts = [normalize(region.text) for region in page.regions]
    if "\n".join(texts) != "".join(text for text, _ in reference):
        return {}
    wrong = [is_wrong for text, is_wrong in reference for _ in text]
    rates, start = {}, 0
    for region, text in zip(page.regions, texts, strict=True):
        rates[region.id] = sum(wrong[start : start + len(text)]) / max(len(text), 1)
        start += len(text) + 1
    return rates
