"""Figures in one style: colour-blind safe colours, and fonts for every script."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from levmetrics.core.metric import Metric
from levmetrics.errors import InputError
from levmetrics.inputs.arguments import type_phrase
from levmetrics.rendering.labels import PALETTE
from levmetrics.system.extras import needed_by

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap
    from matplotlib.figure import Figure

# As in levmetrics.mplstyle.
INK, GREY = "#24292f", "#6e7781"
_WIDTH, _HEIGHT = 8.0, 4.2  # inches
_UNITS = {
    **dict.fromkeys(("char", "grapheme"), "characters"),
    **dict.fromkeys(("whitespace", "mecab", "sudachi", "kiwi", "jieba"), "words"),
}


@contextmanager
def styled_axes(title: str, height: float = _HEIGHT) -> Iterator[tuple[Figure, Axes]]:
    """Return a figure with one axes in the common style."""
    with needed_by("a plot", "plot"):
        from matplotlib import rc_context, rcParams
        from matplotlib.figure import Figure
        from matplotlib.font_manager import get_font_names
    installed = {*get_font_names()}  # matplotlib warns of missing fonts
    with rc_context(fname=Path(__file__).with_name("levmetrics.mplstyle")):
        rcParams["font.family"] = [font for font in rcParams["font.family"] if font in installed]
        figure = Figure(figsize=(_WIDTH, height), layout="constrained")
        axes = figure.add_subplot()
        axes.set_title(title)
        yield figure, axes
        figure.draw_without_rendering()  # creates the ticks, which take their style when created
        figure.set_layout_engine(None)  # otherwise each drawing would move the axes slightly


def write_note(axes: Axes, what: str) -> None:
    """Write the reason why there is nothing to draw."""
    axes.text(0.5, 0.5, what, ha="center", va="center", transform=axes.transAxes)
    axes.set_xticks([])


def shades() -> Colormap:
    """Return a colour map from transparent to full colour, which also fits a dark page."""
    from matplotlib.colors import LinearSegmentedColormap, to_rgba

    ends = [to_rgba(PALETTE["blue"], alpha) for alpha in (0.25, 1)]
    return LinearSegmentedColormap.from_list("levmetrics", ends)


def token_unit(metric: Metric[Any]) -> str:
    """Return the display name of the tokens.

    >>> from levmetrics.core.names import get_metric
    >>> token_unit(get_metric("cer", options={}))
    'characters'
    """
    tokenizer = re.split(r"\W", repr(metric.settings.get("tokenizer")))[0]
    return _UNITS.get(tokenizer, "tokens")


def grouped(number: float) -> str:
    """Format a whole number with digit groups.

    >>> grouped(12345)
    '12,345'
    """
    return f"{number:,.0f}"


# Characters that XML 1.0 does not allow (section 2.2).
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def figure_svg(figure: Figure) -> str:
    """Return a figure as SVG for an HTML page; the same figure gives the same text.

    Text stays text. Ids are unique to the figure. Text and axes have the colour of the page's text,
    so the figure fits a dark page.

    Args:
        figure: any matplotlib figure.

    Raises:
        InputError: if it is not a figure.
        ImportError: without matplotlib.

    >>> from levmetrics.plotting import plot_rates
    >>> from levmetrics.core.scoring import score
    >>> figure_svg(plot_rates(score(["a x"], ["a b"]))).startswith("<svg ")
    True

    """
    with needed_by("a plot", "plot"):
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    if not isinstance(figure, Figure):
        raise InputError("plot.no_figure", given=type_phrase(figure))
    file = io.StringIO()
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "levmetrics"}):
        no_metadata = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        figure.savefig(file, format="svg", transparent=True, metadata=no_metadata)
    svg = file.getvalue()
    prefix = f"plot-{hashlib.sha256(svg.encode()).hexdigest()[:12]}"
    ElementTree.register_namespace("", "http://www.w3.org/2000/svg")
    ElementTree.register_namespace("xlink", "http://www.w3.org/1999/xlink")
    # Safe, because matplotlib wrote it.
    root = ElementTree.fromstring(_NO_XML.sub("\ufffd", svg))  # noqa: S314
    for element in root.iter():
        for key, value in element.items():
            element.set(key, _inlined_value(key, value, prefix))
        if element.tag.endswith("}style"):
            element.text = f"#{prefix} {(element.text or '').strip()}"
    title = figure.axes[0].get_title(loc="left") if figure.axes else ""  # for screen readers
    root.attrib.update({"id": prefix, "role": "img", "aria-label": title})
    return ElementTree.tostring(root, encoding="unicode")


def _inlined_value(key: str, value: str, prefix: str) -> str:
    """Return the value of an attribute with prefixed ids and the page's colour."""
    if key == "id":
        return f"{prefix}-{value}"
    if key.endswith("href"):
        return value.replace("#", f"#{prefix}-")
    if key in ("style", "clip-path"):
        linked = value.replace("url(#", f"url(#{prefix}-").replace(INK, "currentColor")
        return re.sub(r"(font-family: [^;]+)", r"\1, sans-serif", linked)
    return value
