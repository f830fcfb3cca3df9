"""Pages in a report: both texts side by side, reordered blocks, and outlined regions."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from levmetrics.alignment.confusions import TokenConfusions
from levmetrics.alignment.operations import COUNT_OF_KIND, best_operations
from levmetrics.error_rates.error_rate_metric import ErrorRateMetric
from levmetrics.errors import InputError, without_controls
from levmetrics.formats.pages.page import Page, Segment
from levmetrics.lazy import pc
from levmetrics.pages.order import reordered
from levmetrics.pages.page_metrics import OrderMetric
from levmetrics.pointers import check_is_fetched
from levmetrics.rendering.html import render
from levmetrics.rendering.labels import percent
from levmetrics.run import Run
from levmetrics.tokenizers.plain import CharTokenizer, GraphemeTokenizer

_COLOURS = 6  # block colours in the style sheet
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


class Part(NamedTuple):
    r"""A run of characters with the same style.

    Attributes:
        letter: the kind of error, ``"S"``, ``"D"`` or ``"I"``; empty if they are right.
        text: the characters.

    >>> Part("", "a b\n").shown, Part("D", "a \n").shown
    ('a b\n', 'a␣↵\n')

    """

    letter: str
    text: str

    @property
    def shown(self) -> str:
        """The text without control characters, and with visible white space in errors."""
        ends = "↵\n" if self.letter else "\n"
        text = self.text.replace(" ", "␣") if self.letter else self.text
        return ends.join(map(without_controls, text.split("\n")))


@dataclass(frozen=True)
class _Side:
    """A block of a text: its number, if blocks were reordered, and its parts."""

    number: int | None
    parts: list[Part]

    @property
    def colour(self) -> int:
        """The number of its colour."""
        return (self.number or 0) % _COLOURS


class _Pair(NamedTuple):
    """The start and end of a block in the prediction and in the reference."""

    pred: tuple[int, int]
    target: tuple[int, int]


@dataclass(frozen=True)
class Images:
    """The images of pages in a folder; ``None``: no images."""

    folder: Path | None = None

    def uri(self, page: Page) -> str | None:
        """Return the image of a page as a data URI; ``None`` for a page without image.

        Raises:
            InputError: if the file is missing, too large, or not an image that browsers can draw.

        """
        if self.folder is None or page.image is None:
            return None
        path = self._path(self.folder, page.image.replace("\\", "/"))
        if not path.is_file():
            raise InputError("report.no_image", file=path.name, folder=str(self.folder))
        if path.stat().st_size > _MOST_IMAGE_BYTES:
            raise InputError("report.large_image", file=path.name, most=_MOST_IMAGE_BYTES // 10**6)
        data = path.read_bytes()
        check_is_fetched(path.name, data)
        kind = next((name for name, start in _IMAGES.items() if start.match(data)), None)
        if kind is None:
            raise InputError("report.image_kind", file=path.name)
        return f"data:{kind};base64,{b64encode(data).decode()}"

    def _path(self, folder: Path, name: str) -> Path:
        """Return the path of an image in the folder, by the page's path or only by its name."""
        within = folder / name
        is_inside = not name.startswith("/") and ".." not in Path(name).parts
        return within if is_inside and within.is_file() else folder / Path(name).name


def shows_pages(run: Run) -> bool:
    """Whether a run's samples are pages: characters are counted, and texts have line feeds."""
    if type(run.metric) not in (OrderMetric, ErrorRateMetric) or run.request[0].holds_tokens():
        return False
    if not isinstance(run.metric.tokenizer, (CharTokenizer, GraphemeTokenizer)):
        return False
    _, references = run.request[0].texts()
    return bool(pc.any(pc.match_substring(references.texts, "\n")).as_py())


def page_view(run: Run, sample: int, page: Page | None, images: Images) -> str:
    """Return a page as HTML: both texts with their differences, and the outlined regions.

    Args:
        run: a run of pages.
        sample: the index of the page, from 0.
        page: the regions of the page; ``None``: unknown.
        images: the images beneath the regions.

    """
    pred, target = _texts(run, sample)
    better = reordered(target, pred) if isinstance(run.metric, OrderMetric) else None
    pairs = [_Pair((0, len(pred)), (0, len(target)))]
    if better is not None:
        pairs = [
            _Pair((start, end), (target_start, target_end))
            for start, end, target_start, target_end in better.blocks
        ]
    sides = [_compared(run, pred[slice(*pair.pred)], target[slice(*pair.target)]) for pair in pairs]
    by_target = sorted(range(len(pairs)), key=lambda index: pairs[index].target)
    numbers = {index: number for number, index in enumerate(by_target, start=1)}
    moved = better is not None
    ours = [(pairs[i].target, _Side(numbers[i] if moved else None, sides[i][0])) for i in by_target]
    theirs = [
        (pair.pred, _Side(numbers[i] if moved else None, sides[i][1]))
        for i, pair in enumerate(pairs)
    ]
    left, right = [*_between(target, ours, "D")], [*_between(pred, theirs, "I")]
    return render(
        "report/page_view.html.j2",
        left=left,
        right=right,
        moved=moved,
        order=100 * float(run.measured.rates()["order"][sample]) if moved else 0,
        outline=None if page is None else _outline(page, run, left, images),
    )


def _texts(run: Run, sample: int) -> tuple[str, str]:
    """Return the normalized prediction and the normalized reference that counted."""
    reader, system = run.request
    preds, target = reader.texts(run.metric.normalizer)
    start = sample if target.offsets is None else int(target.offsets[sample])
    chosen = start + int(run.chosen_references()[sample])
    return preds[system].texts[sample].as_py(), target.texts[chosen].as_py()


def _compared(run: Run, pred: str, target: str) -> tuple[list[Part], list[Part]]:
    """Return the parts of a block in the reference and in the prediction."""
    tokenize = run.metric.tokenizer
    parts: tuple[list[Part], list[Part]] = ([], [])
    for operation in best_operations(tokenize(pred), tokenize(target), run.metric.costs):
        letter = COUNT_OF_KIND[operation.kind].letter
        for side, tokens in zip(parts, (operation.target, operation.pred), strict=True):
            if tokens:
                side.append(Part(letter, "".join(map(str, tokens))))
    return parts


def _between(
    text: str, blocks: Sequence[tuple[tuple[int, int], _Side]], letter: str
) -> Iterator[_Side]:
    """Yield the blocks and the text between them.

    Args:
        text: the text.
        blocks: the blocks with their places, in the order of the text.
        letter: the kind of error of the text between blocks, except white space.

    """
    end = 0
    for (start, stop), side in blocks:
        if text[end:start]:
            between = text[end:start]
            yield _Side(None, [Part(letter if between.strip() else "", between)])
        yield side
        end = max(end, stop)
    if text[end:]:
        yield _Side(None, [Part(letter if text[end:].strip() else "", text[end:])])


class _Area(NamedTuple):
    """An outlined region: its corners, its CER class from 0, and its title."""

    points: str
    level: int | None
    title: str


def _outline(
    page: Page, run: Run, left: Sequence[_Side], images: Images
) -> Mapping[str, Any] | None:
    """Return the outline of a page's regions; ``None`` if the page has no coordinates."""
    regions = [region for region in page.regions if region.polygon]
    if not regions:
        return None
    corners = [corner for region in regions for corner in region.polygon]
    width, height = page.size or (max(x for x, _ in corners), max(y for _, y in corners))
    rates = _rates_of_regions(page, run, left)
    return {
        "width": width,
        "height": height,
        "image": images.uri(page),
        "areas": [_area(region, rates.get(region.id)) for region in regions],
    }


def _area(region: Segment, rate: float | None) -> _Area:
    points = " ".join(f"{x:g},{y:g}" for x, y in region.polygon)
    if rate is None:
        return _Area(points, None, region.id)
    level = sum(rate > most for most in _CLASSES)
    return _Area(points, level, f"{region.id}: CER {percent(rate)}")


def _rates_of_regions(page: Page, run: Run, left: Sequence[_Side]) -> dict[str, float]:
    """Return the CER of each region by its id, from the errors that have a place in the reference.

    Insertions have none and are not counted. The result is empty if the reference is not the text
    of the page, or if a normalizer changes texts across regions.
    """
    normalize = run.metric.normalizer
    texts = [normalize(region.text) for region in page.regions]
    target = "".join(part.text for side in left for part in side.parts)
    if "\n".join(texts) != target:
        return {}
    wrong = [
        bool(part.letter) for side in left for part in side.parts for _ in range(len(part.text))
    ]
    rates, start = {}, 0
    for region, text in zip(page.regions, texts, strict=True):
        rates[region.id] = sum(wrong[start : start + len(text)]) / max(len(text), 1)
        start += len(text) + 1
    return rates


def with_code_points(confusions: TokenConfusions) -> TokenConfusions:
    """Return confusions with code points added to non-ASCII tokens of one character.

    >>> with_code_points(TokenConfusions((("ſ", "f", 2),), (), ())).substitutions
    (('ſ⟨17F⟩', 'f', 2),)
    """
    kinds: list[Any] = [
        tuple((*map(_with_code_points, tokens), count) for *tokens, count in edits)
        for edits in vars(confusions).values()
    ]
    return TokenConfusions(*kinds)


def _with_code_points(token: object) -> object:
    text = str(token)
    if len(text) > 4 or text.isascii():
        return token
    return text + "".join(f"⟨{ord(character):02X}⟩" for character in text)
