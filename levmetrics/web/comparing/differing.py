"""The samples in which two systems differ most, with both alignments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from levmetrics.alignment.alignment import Alignment
from levmetrics.arrays import FloatArray
from levmetrics.formats.kinds.lines import SEPARATOR
from levmetrics.run import Run
from levmetrics.web.comparing.compared import Compared

_MAX_SAMPLES = 10
_MAX_TOKENS = 4_000  # of all alignments together, which a browser draws in a second


class SystemSample(NamedTuple):
    """What one system made of a sample.

    Attributes:
        name: of the system.
        text: its prediction.
        score: of the sample.
        alignment: with the reference that counted; ``None`` if it is too long to be drawn.

    """

    name: str
    text: str
    score: float
    alignment: Alignment | None


class DifferingSample(NamedTuple):
    """A sample in which two systems differ.

    Attributes:
        number: of the sample, from 1.
        reference: that counted; both, if the systems were scored by different ones.
        systems: what each of them made of it.

    """

    number: int
    reference: str
    systems: Sequence[SystemSample]


class Differing(NamedTuple):
    """How two systems differ, sample by sample.

    Attributes:
        pair: the names of both.
        samples: in which they differ most, the largest difference of the scores first.
        differing: in how many samples their scores differ.
        better: in how many samples each of them is the better one.
        of: how many samples there are.

    """

    pair: tuple[str, str]
    samples: Sequence[DifferingSample]
    differing: int
    better: tuple[int, int]
    of: int


def differing_samples(compared: Compared, pair: tuple[str, str]) -> Differing:
    """Find the samples in which two systems differ most.

    Args:
        compared: the systems.
        pair: the names of two of them.

    """
    first, second = (compared.systems.runs[name].sample_scores() for name in pair)
    gains = np.round(second - first, 12)  # in further digits, equal differences may differ
    differing = int(np.count_nonzero(gains))
    order = np.argsort(-np.abs(gains), kind="stable")[: min(_MAX_SAMPLES, differing)]
    lower, higher = int((gains < 0).sum()), int((gains > 0).sum())
    higher_is_better = compared.systems.metric.higher_is_better
    return Differing(
        pair=pair,
        samples=_samples(compared, pair, (first, second), order.tolist()),
        differing=differing,
        better=(lower, higher) if higher_is_better else (higher, lower),
        of=len(gains),
    )


def _samples(
    compared: Compared,
    pair: tuple[str, str],
    scores: tuple[FloatArray, FloatArray],
    indices: Sequence[int],
) -> list[DifferingSample]:
    """Return the samples of these indices, with alignments as long as there is room."""
    references = [_chosen_references(compared, name, indices) for name in pair]
    runs, places = _aligned_runs(compared, pair, indices, references)
    room = _MAX_TOKENS
    samples = []
    for number, (index, place) in enumerate(zip(indices, places, strict=True)):
        tokens = sum(len(side) for run in runs for side in run.token_pairs.sample(place))
        fits = tokens <= room
        room -= tokens if fits else 0
        of_systems = [
            SystemSample(
                name,
                compared.predictions[name][index],
                float(of_system[index]),
                run.alignment(place) if fits else None,
            )
            for name, of_system, run in zip(pair, scores, runs, strict=True)
        ]
        compared_with = dict.fromkeys(of_system[number] for of_system in references)
        samples.append(DifferingSample(index + 1, SEPARATOR.join(compared_with), of_systems))
    return samples


def _aligned_runs(
    compared: Compared,
    pair: tuple[str, str],
    indices: Sequence[int],
    references: Sequence[Sequence[str]],
) -> tuple[list[Run], Sequence[int]]:
    """Return the runs whose tokens are aligned, and the places of the samples in them.

    Nested values have no tokens: their texts are aligned, by characters.
    """
    if not compared.systems.metric.nested:
        return [compared.systems.runs[name] for name in pair], indices
    metric = compared.request.of_texts().chosen()
    texts = [[compared.predictions[name][index] for index in indices] for name in pair]
    runs = (Run.of(metric, *each) for each in zip(texts, references, strict=True))
    return [*runs], range(len(indices))


def _chosen_references(compared: Compared, name: str, indices: Sequence[int]) -> list[str]:
    """Return the references by which samples of a system were scored."""
    chosen = compared.systems.runs[name].chosen_references()
    texts = [compared.given.references[index] for index in indices]
    return [
        text if isinstance(text, str) else text[int(chosen[index])]
        for index, text in zip(indices, texts, strict=True)
    ]
