"""The part of a view with the samples: what a script draws, and the worst ones as they stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from levmetrics.alignment.explanation import UnexplainedError
from levmetrics.inputs.arrays import FloatArray
from levmetrics.rendering.text import legible, script_language, shortened
from levmetrics.view.language import Language, say, words_of
from levmetrics.view.part import Part, Sample
from levmetrics.view.samples import Draw, drawn_in
from levmetrics.view.systems import Systems

_LANGUAGE_SAMPLES = 100
_MOST_CHARACTERS, _MOST_MARKUP = 4_000, 100_000  # of an alignment as text, and as HTML


class _Compared(NamedTuple):
    """How one system's sample was compared.

    Attributes:
        system: the name of the system; empty for a single one.
        score: the score.
        markup: the alignment as HTML, or the sentence that says why there is none.
        text: the alignment as text; empty without one.
        why: the sentence that says why there is none.

    """

    system: str
    score: str
    markup: str
    text: str
    why: str = ""


def samples_part(language: Language, systems: Systems, worst: int, draw: Draw | None) -> Part:
    """Return the place of the samples, with the worst ones that have an error.

    Args:
        language: the language.
        systems: the scored systems.
        worst: how many samples stand in it.
        draw: draws an alignment as HTML; ``None``: as it draws itself.

    """
    draw = draw or drawn_in(words_of(systems.metric, language))
    scores = [run.sample_scores() for run in systems.runs.values()]
    shown = [
        (legible(systems.ids[sample]), [*_compared(language, systems, scores, sample, draw)])
        for sample in systems.worst_with_errors(worst)
    ]
    references = systems.first.request.texts()[1][:_LANGUAGE_SAMPLES] if shown else []
    one = "_one" if len(shown) == 1 else ""
    return Part(
        "samples",
        say(language, "samples_caption"),
        sentences=[say(language, f"worst_samples{one}", number=len(shown))] if shown else [],
        samples=[
            Sample(f"{', '.join(filter(None, [name, one.system]))}: {one.score}", one.text, one.why)
            for name, compared in shown
            for one in compared
        ],
        drawn={
            "worst": shown,
            "script": script_language(map(str, references)),
        },
        is_detail=True,
    )


def _compared(
    language: Language, systems: Systems, scores: Sequence[FloatArray], sample: int, draw: Draw
) -> Iterator[_Compared]:
    for (name, run), of_run in zip(systems.runs.items(), scores, strict=True):
        named = legible(name) if len(systems.runs) > 1 else ""
        score = systems.label.write(float(of_run[sample]))
        try:
            alignment = run.alignment(sample)
        except UnexplainedError as why:
            said = why.sentence(language)
            yield _Compared(named, score, f"<p>{escape(said)}</p>", "", said)
        else:
            text = shortened(str(alignment), _MOST_CHARACTERS)
            markup = draw(run, sample, alignment)
            if len(markup) > _MOST_MARKUP:
                markup = f"<p>{escape(say(language, 'explorer_left_out'))}</p>"
            yield _Compared(named, score, markup, text)
