"""Results as HTML: the values that the page's templates are filled in with."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import count
from types import MappingProxyType
from typing import Any, TypeAlias

from levmetrics.alignment.edit_matrix import EditMatrix
from levmetrics.demo.language import Language, say
from levmetrics.demo.requests import Scored, installed_tokenizers
from levmetrics.errors import InputError
from levmetrics.rendering.html import render
from levmetrics.rendering.labels import ERRORS, HITS, SCORES, TESTS
from levmetrics.scores.error_rates import RATES
from levmetrics.tokenizers import get_tokenizer

# The tokens of one text, by the tokenizer's name.
TokensByTokenizer: TypeAlias = Mapping[str, Sequence[Hashable]]

_NO_TOKENS: TokensByTokenizer = MappingProxyType({})
_TOKENIZED_CHARACTERS = 500
_PLOT_CENTRE, _PLOT_REACH = 160, 150  # in the SVG's units
_REFUSALS = count(1)
CSS = render("page/style.css.j2")


def refusal(message: str, language: Language = "en") -> str:
    """Draw the message of an error, which stays until the visitor closes it.

    Args:
        message: what it says.
        language: the visitor's.

    """
    close = say(language, "close")
    return render("page/refusal.html.j2", message=message, close=close, number=next(_REFUSALS))


def notes(sentences: Sequence[str]) -> str:
    """Draw sentences on the uploaded files; an empty string if there are none."""
    return render("page/notes.html.j2", sentences=sentences) if sentences else ""


def headline(scored: Scored, predictions: str, references: str) -> str:
    """Draw the score in large type, with its interval, counts, sources and signature.

    Args:
        scored: what was scored.
        predictions: the source of the predictions, as a file's column.
        references: the source of the references.

    """
    result = scored.result
    counts = [(count, result[count.key]) for count in (HITS, *ERRORS) if count.key in result]
    return render(
        "page/headline.html.j2",
        score=SCORES[scored.score],
        value=float(result[scored.score]),
        ends=scored.interval,
        samples=len(scored.predictions),
        higher_is_better=scored.higher_is_better,
        predictions=predictions,
        references=references,
        rates=[
            (rate, result[name])
            for name, rate in RATES.items()
            if name in result and name != scored.score
        ],
        counts=counts if any(number for _, number in counts) else [],
        signature=scored.signature,
    )


def comparison(compared: Mapping[str, Any]) -> str:
    """Draw what ``compare_systems`` returns of two systems: scores, difference, p-values."""
    score = compared["score"]
    (pair,) = compared["pairs"]
    return render(
        "page/comparison.html.j2",
        score=SCORES[score],
        higher_is_better=compared["higher_is_better"],
        systems=[
            (name, system[score], system[f"{score}_interval"])
            for name, system in compared["systems"].items()
        ],
        difference=pair["difference"],
        difference_interval=pair["difference_interval"],
        probability_of_improvement=pair["probability_of_improvement"],
        plot=_plot(pair["difference"], pair["difference_interval"]),
        tests=[(name, pair[test]) for test, name in TESTS.items() if pair[test] is not None],
        signature=compared["signature"],
    )


def _plot(difference: float, interval: Sequence[float]) -> dict[str, float]:
    """Return the coordinates of a difference and its interval, and where the axis ends."""
    reach = 1.15 * max(abs(difference), *map(abs, interval)) or 1.0
    values = {"difference": difference, "low": interval[0], "high": interval[1]}
    xs = {name: _PLOT_CENTRE + _PLOT_REACH * value / reach for name, value in values.items()}
    return {**xs, "reach": reach}


def matrix(distances: EditMatrix) -> str:
    """Draw an edit matrix, which scrolls if it is wider than the page."""
    return render("page/scrolling.html.j2", drawing=distances.to_html())


def tokenizations(text: str, known: TokensByTokenizer = _NO_TOKENS) -> str:
    """Draw what every tokenizer makes of a text, or of its first 500 characters.

    Args:
        text: the text.
        known: its tokens by the tokenizers that have read it already.

    """
    shown = text[:_TOKENIZED_CHARACTERS]
    known = known if shown == text else _NO_TOKENS
    rows = [
        (name, *((known[name], "") if name in known else _tokenize(name, shown)))
        for name in installed_tokenizers()
    ]
    return render("page/tokenizations.html.j2", rows=rows)


def _tokenize(tokenizer: str, text: str) -> tuple[list[str], str]:
    """Return a tokenizer's tokens of a text, and a message if it fails."""
    try:
        return get_tokenizer(tokenizer)(text), ""
    except InputError as error:
        return [], str(error)


def pitfalls(rows: Sequence[tuple[str, float, str]]) -> str:
    """Draw what metrics say of one text, and why.

    Args:
        rows: metric, its value, and the reason.

    """
    return render("page/pitfalls.html.j2", rows=rows)
