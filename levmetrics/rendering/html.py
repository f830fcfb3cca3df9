"""Results as HTML, by the templates beside this file, which escape every text they are given."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from levmetrics.rendering.labels import PALETTE, better, interval, p_value, percent
from levmetrics.rendering.text import legible, visible

if TYPE_CHECKING:
    from jinja2 import Environment


def render(template: str, **values: object) -> str:
    r"""Fill in a template.

    Args:
        template: its name, from the folder ``templates`` on.
        **values: what it shows, under the names that it has for them.

    >>> render("page/refusal.html.j2", message="no <b>\u202e").strip()
    '<div class="lev-refusal" role="alert">no &lt;b&gt;⟨202E⟩</div>'

    """
    return _environment().get_template(template).render(values)


@cache
def _environment() -> Environment:
    # Loaded when the first HTML is asked for: a score needs none.
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
