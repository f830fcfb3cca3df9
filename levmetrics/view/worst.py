"""The part of a view with the samples: what a script draws, and the worst ones as they stand."""

from __future__ import annotations

from html import escape
from typing import NamedTuple

from levmetrics.alignment.explanation import UnexplainedError
from levmetrics.rendering.text import legible, script_language
from levmetrics.view.language import Language, say, words_of
from levmetrics.view.part import Part
from levmetrics.view.samples import Draw, drawn_in
from levmetrics.view.systems import Systems

_LANGUAGE_SAMPLES = 100


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
        (legible(systems.ids[sample]), [_drawn(language, systems, name, sample, draw) for name in systems.runs])
        for sample in chosen
    ]
    references = systems.first.request.texts()[1][:_LANGUAGE_SAMPLES] if shown else []
    return Part(
        "samples",
        say(language, "samples_caption"),
        sentences=[say(language, "worst_samples", number=len(shown))] if shown else [],
        drawn={"worst": shown, "script": script_language(map(str, references))},
        is_detail=True,
    )


def _drawn(language: Language, systems: Systems, name: str, sample: int, draw: Draw) -> _Drawn:
    run = systems.runs[name]
    score = systems.label.write(float(run.sample_scores()[sample]))
    try:
        markup = draw(run, sample, run.alignment(sample))
    except UnexplainedError as why:
        markup = f"<p>{escape(why.sentence(language))}</p>"
    return _Drawn(legible(name) if len(systems.runs) > 1 else "", score, markup)
