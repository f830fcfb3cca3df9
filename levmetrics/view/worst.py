"""The part of a view with the samples: what a script draws, and the worst ones as they stand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from html import escape
from typing import NamedTuple

from levmetrics.alignment.explanation import UnexplainedError
from levmetrics.rendering.text import legible, script_language, shortened
from levmetrics.view.language import Language, say, words_of
from levmetrics.view.part import Part
from levmetrics.view.samples import Draw, drawn_in
from levmetrics.view.systems import Systems

_LANGUAGE_SAMPLES = 100
_MOST_CHARACTERS = 4_000  # of an alignment as text


class _Drawn(NamedTuple):
    """How one system's sample was compared: the system, the score, and the alignment as HTML."""

    system: str
    score: str
    markup: str


def samples_part(language: Language, systems: Systems, worst: int, draw: Draw | None) -> Part:
    """Return the place of the samples, with the worst ones that have an error.

    Args:
        language: the language.
        systems: the scored systems.
        worst: how many samples stand in it.
        draw: draws an alignment as HTML; ``None``: as it draws itself.

    """
    draw = draw or drawn_in(words_of(systems.metric, language))
    chosen = systems.worst_with_errors(worst)
    shown = [
        (
            legible(systems.ids[sample]),
            [_drawn(language, systems, name, sample, draw) for name in systems.runs],
        )
        for sample in chosen
    ]
    references = systems.first.request.texts()[1][:_LANGUAGE_SAMPLES] if shown else []
    return Part(
        "samples",
        say(language, "samples_caption"),
        texts=[text for sample in chosen for text in _texts(systems, sample)],
        drawn={
            "worst": shown,
            "script": script_language(map(str, references)),
            "said": say(language, "worst_samples", number=len(shown)),
        },
        is_detail=True,
    )


def _texts(systems: Systems, sample: int) -> Iterator[tuple[str, str]]:
    """Yield each system's alignment of a sample as text, with a title."""
    several = len(systems.runs) > 1
    for name, run in systems.runs.items():
        with suppress(UnexplainedError):
            named = [str(systems.ids[sample]), *([name] if several else [])]
            score = systems.label.write(float(run.sample_scores()[sample]))
            drawn = str(run.alignment(sample))
            yield f"{', '.join(named)}: {score}", shortened(drawn, _MOST_CHARACTERS)


def _drawn(language: Language, systems: Systems, name: str, sample: int, draw: Draw) -> _Drawn:
    run = systems.runs[name]
    score = systems.label.write(float(run.sample_scores()[sample]))
    try:
        markup = draw(run, sample, run.alignment(sample))
    except UnexplainedError as why:
        markup = f"<p>{escape(why.sentence(language))}</p>"
    return _Drawn(legible(name) if len(systems.runs) > 1 else "", score, markup)
