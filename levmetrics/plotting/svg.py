"""Figures as SVG, for pages of HTML."""

from __future__ import annotations

import hashlib
import io
import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree  # nosec B405

from levmetrics.extras import needed_by
from levmetrics.plotting.figures import INK

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_NAMESPACES = {"": "http://www.w3.org/2000/svg", "xlink": "http://www.w3.org/1999/xlink"}
# Characters that XML 1.0 has not (section 2.2).
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def figure_svg(figure: Figure) -> str:
    """Return a figure as SVG for an HTML page: the same figure gives the same text.

    Text stays text. Ids are those of no other figure, and the colour of text and axes is that of
    the page's text, so that a dark page can show it.

    Args:
        figure: of the functions above, or any other one.

    Raises:
        ImportError: without matplotlib.

    >>> from levmetrics.plotting import plot_rates
    >>> from levmetrics.scoring import score
    >>> figure_svg(plot_rates(score(["a x"], ["a b"]))).startswith("<svg ")
    True

    """
    with needed_by("a plot", "plot"):
        from matplotlib import rc_context
    file = io.StringIO()
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "levmetrics"}):
        no_metadata = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        figure.savefig(file, format="svg", transparent=True, metadata=no_metadata)
    digest = hashlib.sha256(file.getvalue().encode()).hexdigest()[:12]
    return _inlined(file.getvalue(), f"plot-{digest}", _title(figure))


def _title(figure: Figure) -> str:
    return figure.axes[0].get_title(loc="left") if figure.axes else ""


def _inlined(svg: str, prefix: str, title: str) -> str:
    """Return SVG as an element of an HTML page.

    Args:
        svg: a document of matplotlib's.
        prefix: of all ids.
        title: what it shows, for screen readers.

    """
    for name, namespace in _NAMESPACES.items():
        ElementTree.register_namespace(name, namespace)
    # It is safe because matplotlib wrote it.
    root = ElementTree.fromstring(_NO_XML.sub("\ufffd", svg))  # nosec B314
    for element in root.iter():
        for key, value in element.items():
            element.set(key, _inlined_value(key, value, prefix))
        if element.tag.endswith("}style"):
            element.text = f"#{prefix} {(element.text or '').strip()}"
    root.attrib.update({"id": prefix, "role": "img", "aria-label": title})
    return ElementTree.tostring(root, encoding="unicode")


def _inlined_value(key: str, value: str, prefix: str) -> str:
    """Return the value of an attribute, with the prefix in ids, and in the page's colour."""
    if key == "id":
        return f"{prefix}-{value}"
    if key.endswith("href"):
        return value.replace("#", f"#{prefix}-")
    if key in ("style", "clip-path"):
        linked = value.replace("url(#", f"url(#{prefix}-").replace(INK, "currentColor")
        return re.sub(r"(font-family: [^;]+)", r"\1, sans-serif", linked)
    return value
