"""Results as HTML, by the Jinja2 templates in this folder, which escape every text."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from levmetrics.rendering.labels import PALETTE, better, interval, p_value, percent
from levmetrics.rendering.text import legible, visible

if TYPE_CHECKING:
    from jinja2 import Environment


def render(template: str, **values: object) -> str:
    r"""Return a template filled in with values.

    Args:
        template: its path in the folder ``templates``.
        **values: by the names that the template has for them.

    >>> refusal = render("page/refusal.html.j2", message="no <b>\u202e", close="", number=1)
    >>> refusal.strip().partition("<button")[0]
    '<div class="lev-refusal" role="alert"><span>no &lt;b&gt;⟨202E⟩</span>'

    """
    return _environment().get_template(template).render(values)


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
    environment.filters.update(
        better=better,
        interval=interval,
        legible=legible,
        p_value=p_value,
        percent=percent,
        visible=visible,
    )
    environment.globals["palette"] = PALETTE
    return environment
