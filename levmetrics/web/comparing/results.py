"""What the Compare tab shows of systems that were compared: components, and their values."""

from __future__ import annotations

from typing import NamedTuple

import gradio as gr

from levmetrics.errors import InputError
from levmetrics.web.comparing import drawing
from levmetrics.web.comparing.compared import Compared, compare_of_visitor
from levmetrics.web.comparing.given import GivenSystems
from levmetrics.web.error_messages import with_errors_shown
from levmetrics.web.language import Language, label, say
from levmetrics.web.requests import Request
from levmetrics.web.results.scored import Progress
from levmetrics.web.results.state import LIFETIME
from levmetrics.web.showing import no_results, results_column


class ComparisonComponents(NamedTuple):
    """The components of a comparison, in the order of the values; see :class:`ComparisonValues`."""

    column: gr.Column
    state: gr.State
    summary: gr.HTML
    pair: gr.Dropdown
    samples: gr.HTML
    computed: gr.HTML


class ComparisonValues(NamedTuple):
    """The values of :class:`ComparisonComponents`, in their order.

    Attributes:
        column: makes the results visible.
        state: what was compared, from which other pairs are drawn later.
        summary: HTML of the verdict and the tables.
        pair: whose samples are shown; a choice if there are several pairs.
        samples: HTML of the samples in which the pair differs most.
        computed: HTML of the tests and the signature.

    """

    column: gr.Column
    state: Compared
    summary: str
    pair: gr.Dropdown
    samples: str
    computed: str


NO_COMPARISON = no_results(len(ComparisonValues._fields))


def lay_out_comparison(language: gr.Textbox) -> ComparisonComponents:
    """Lay out the results, hidden until there are some, and bind the choice of a pair.

    Args:
        language: the visitor's.

    """
    state = gr.State(None, time_to_live=LIFETIME)
    with results_column("comparison", "comparing_stale") as column:
        summary = gr.HTML(elem_id="verdict")
        # Other values are allowed, and refused by a message of ours: a server that has restarted
        # knows no visitor's pairs, and Gradio would refuse every one.
        pair = gr.Dropdown(
            [],
            label=label("comparing_choose_pair"),
            visible=False,
            allow_custom_value=True,
            elem_id="pair_of_systems",
        )
        samples = gr.HTML(elem_id="differing")
        computed = gr.HTML(elem_id="computed")
    results = ComparisonComponents(column, state, summary, pair, samples, computed)
    pair.input(
        with_errors_shown(_draw_pair),
        [language, results.state, results.pair],
        results.samples,
        api_visibility="private",
    )
    return results


def compare_texts(
    language: Language, request: Request, given: GivenSystems, progress: Progress
) -> ComparisonValues:
    """Compare systems, and return all that the tab shows of them.

    :func:`levmetrics.web.comparing.checks.check_sides` says beforehand which side is at fault.

    Args:
        language: the visitor's.
        request: what is asked for.
        given: the texts of two systems or more, by names that are fit to be shown.
        progress: is called before each step.

    Raises:
        InputError: for anything that cannot be compared.

    """
    compared = compare_of_visitor(language, request, given, progress)
    progress(0.8, say(language, "comparing_drawing"))
    choices = [(" / ".join(pair), str(number)) for number, pair in enumerate(compared.pairs)]
    return ComparisonValues(
        column=gr.Column(visible=True),
        state=compared,
        summary=drawing.summary(language, compared),
        pair=gr.Dropdown(choices, value="0", visible=len(choices) > 1),
        samples=drawing.differing(language, compared, compared.pairs[0]),
        computed=drawing.computed(language, compared),
    )


def _draw_pair(language: Language, compared: Compared | None, pair: str) -> str:
    """Draw the samples in which another pair differs most.

    Args:
        language: the visitor's.
        compared: the state; ``None`` when it has expired.
        pair: its number, from 0.

    Raises:
        InputError: if there is no such pair any more.

    """
    if compared is None or not pair.isdecimal() or int(pair) >= len(compared.pairs):
        raise InputError("page.comparison_expired")
    return drawing.differing(language, compared, compared.pairs[int(pair)])
