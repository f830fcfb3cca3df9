"""Results as HTML, from the Jinja2 templates in this folder, which escape every text."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from levmetrics.lazy import re
from levmetrics.rendering.labels import PALETTE, interval, p_value, percent
from levmetrics.rendering.text import legible, visible

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

_PERCENTAGE = re.compile(r"[\d.,]+ %")


def render(template: str, **values: object) -> str:
    """Return a template filled in with values.

    Args:
        template: its path in the folder ``templates``.
        **values: the values, by their names in the template.

    >>> print(render("view/view.html.j2", language="en", parts=["<p>drawn</p>"]))
    <div class="lev-view" lang="en">
    <p>drawn</p>
    </div>
    >>> render("key.html.j2", key={"S": "a < b"}).count("&lt;")
    1

    """
    return _environment().get_template(template).render(values)


def styled(*parts: str, language: str = "en") -> str:
    """Return the parts of a view, or tables, with the style that a notebook lacks.

    Args:
        *parts: their HTML.
        language: the language of their words.

    """
    from levmetrics.rendering.colours import DARK, LIGHT

    return render("view/notebook.html.j2", parts=parts, language=language, light=LIGHT, dark=DARK)


def figures(sentence: str) -> Markup:
    """Return a sentence as HTML in which no line break separates a number from its unit.

    Args:
        sentence: the text of the sentence, which is escaped.

    >>> print(figures("a < 20.96 %"))
    a &lt; <span class="lev-figure">20.96 %</span>

    """
    from markupsafe import Markup, escape

    html = _PERCENTAGE.sub(r'<span class="lev-figure">\g<0></span>', str(escape(sentence)))
    return Markup(html)  # noqa: S704


@cache
def _environment() -> Environment:
    # Imported at the first call: a score needs no HTML.
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("levmetrics.rendering"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    for each in (figures, interval, legible, p_value, percent, visible):
        environment.filters[each.__name__] = each
    environment.globals["palette"] = PALETTE
    return environment
