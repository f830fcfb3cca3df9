"""How results come to a visitor's notice: shown where they are, and greyed once inputs change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import gradio as gr
from gradio.events import Dependency

_GREY = "() => {{ document.getElementById('{results}')?.classList.add('lev-stale'); }}"
# The page draws the new values after this is called.
_SHOW = """() => {{ setTimeout(() => {{
  const results = document.getElementById('{results}');
  results?.classList.remove('lev-stale');
  const shown = results?.checkVisibility() ? results.querySelector('h2[tabindex]') : null;
  const refusals = [...document.querySelectorAll('.lev-refusal')];
  const heading = shown ?? refusals.find((refusal) => refusal.checkVisibility());
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({{preventScroll: true}});
  heading?.scrollIntoView({{block: 'center'}});
}}, 150); }}"""


def grey_when_changed(inputs: Iterable[Any], results: str) -> None:
    """Grey results as soon as one of their inputs changes.

    Args:
        inputs: components.
        results: the element id of the column of results.

    """
    changes = [component.change for component in inputs]
    gr.on(changes, None, js=_GREY.format(results=results), api_visibility="private")


def show_afterwards(event: Dependency, results: str) -> None:
    """Scroll to the heading of results and focus it, or the first refusal if there are none.

    Args:
        event: after which there are results.
        results: the element id of their column.

    """
    event.then(None, js=_SHOW.format(results=results), api_visibility="private")
