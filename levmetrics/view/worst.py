"""The part of a view with the samples: what a script draws, and the worst ones as they stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from levmetrics.alignment.explanation import UnexplainedError
from levmetrics.rendering.text import legible
from levmetrics.view.language import Language, say, words_of
from levmetrics.view.part import Part, Sample
from levmetrics.view.samples import Draw, drawn_in, references_language
from levmetrics.view.systems import Systems

_MOST_MARKUP = 100_000  # characters of an alignment as HTML


def samples_part(language: Language, systems: Systems, worst: int, draw: Draw | None) -> Part:
    """Return the place of the samples, with the worst ones that have an error.

    Args:
        language: the language.
        systems: the scored systems.
        worst: how many samples stand in it.
        draw: draws an alignment as HTML; ``None``: as it draws itself.

    """
    draw = draw or drawn_in(words_of(systems.metric, language))
    shown = systems.worst_with_errors(worst)
    one = "_one" if len(shown) == 1 else ""
    return Part(
        "samples",
        say(language, "samples_caption"),
        sentences=[say(language, f"worst_samples{one}", number=len(shown))] if shown else [],
        samples=[*_compared(language, systems, shown, draw)],
        drawn={"script": references_language(systems.runs)},
        is_detail=True,
    )


def _compared(
    language: Language, systems: Systems, samples: Sequence[int], draw: Draw
) -> Iterator[Sample]:
    """Yield how each sample was compared in each system."""
    scores = {name: run.sample_scores() for name, run in systems.runs.items()}
    for sample, (name, run) in product(samples, systems.runs.items()):
        named = [systems.ids[sample], *([name] if len(systems.runs) > 1 else [])]
        score = systems.label.write(float(scores[name][sample]))
        title = f"{', '.join(map(legible, named))}: {score}"
        try:
            alignment = run.alignment(sample)
        except UnexplainedError as why:
            yield Sample(title, why=why.sentence(language))
            continue
        text, markup = str(alignment), draw(run, sample, alignment)
        if len(markup) > _MOST_MARKUP:
            yield Sample(title, text, why=say(language, "explorer_left_out"))
        else:
            yield Sample(title, text, markup)
