"""Metrics of who spoke when: diarization error rate and Jaccard error rate of sessions.

:mod:`levmetrics.meetings.diarization` has the definitions. If the reference of a session, or of a
whole corpus, has no scored speaker time, the quotient is undefined. Then the error rate is 0
without errors and 1 with errors (all false alarms), as in pyannote.metrics and dscore; md-eval
leaves out a session that the reference lacks.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, TypeVar, get_args

import numpy as np
import numpy.typing as npt

from levmetrics.core.count_metric import CountMetric, RateReduction
from levmetrics.core.metric import Measure, SideInput, Sums
from levmetrics.core.sample_kind import SampleKind
from levmetrics.core.score_metric import ScoreMetric
from levmetrics.edits.reader import SampleReader
from levmetrics.errors import InputError, Place, few, quoted, unknown_name
from levmetrics.inputs.arguments import is_number
from levmetrics.inputs.arrays import FloatArray, IntArray
from levmetrics.meetings.diarization import (
    Definition,
    DiarizationErrors,
    Event,
    Span,
    Turn,
    diarization_errors,
    jaccard_errors,
)
from levmetrics.meetings.presentation import Turns
from levmetrics.meetings.sample_kind import TURNS
from levmetrics.meetings.transcript import Transcript, paired_transcripts
from levmetrics.signature import fingerprint
from levmetrics.sums.error_counts import SampleCounts
from levmetrics.sums.sample_statistics import SampleStatistics, quotient
from levmetrics.sums.similarity import SampleScores
from levmetrics.system.work import steps

if TYPE_CHECKING:
    from levmetrics.core.run import Run

T = TypeVar("T")

MapLike: TypeAlias = Mapping[str, Iterable[Sequence[float]]]
"""The evaluated parts of each session, by its id: starts and ends in seconds."""

_TIMES = DiarizationErrors._fields
_SECOND = 1_000_000  # microseconds
_FARTHEST = 2**51 / _SECOND  # seconds, some 71 years: see _microseconds

# ---------------------------------------------------------------------------------------------
# Times in microseconds
# ---------------------------------------------------------------------------------------------


def _microseconds(seconds: FloatArray, place: str) -> IntArray:
    """Round times to the nearest whole microsecond.

    A time with six decimals gives its exact number, and 0.1 + 0.2 gives 300,000: up to 2**51, the
    float and its product are each off by less than a quarter of a microsecond.

    Raises:
        InputError: for times beyond this limit.

    >>> _microseconds(np.array([0.1 + 0.2, 1.000001]), "references[0]")
    array([ 300000, 1000001])

    """
    is_far = np.abs(seconds) > _FARTHEST
    if is_far.any():
        raise InputError("diarization.far", place=place, given=float(seconds[is_far][0]))
    times: IntArray = np.rint(seconds * _SECOND).astype(np.int64)
    return times


def _collar(collar: object, definition: object) -> int:
    """Return a collar in microseconds; pyannote applies half of it on each side.

    Raises:
        InputError: for an unknown definition, and for a collar that is not a whole number of
            microseconds.

    >>> _collar(0.25, "md-eval")
    250000

    """
    if definition not in get_args(Definition):
        raise unknown_name(get_args(Definition), definition, "definition")
    if is_number(collar) and 0 <= (seconds := float(collar)) <= _FARTHEST:
        time = round(seconds * _SECOND)
        is_whole = math.isclose(seconds * _SECOND, time, rel_tol=1e-12)
        if is_whole and not (definition == "pyannote" and time % 2):
            return time
    raise InputError("diarization.collar_seconds", given=quoted(collar))


def _turns(side: Transcript) -> list[Turn]:
    """Return the turns of one side of a session.

    Raises:
        InputError: for segments without times, and for times out of range.

    """
    start, end = (_microseconds(times, side.place).tolist() for times in side.times())
    names = (side.speakers[number] for number in side.speaker.tolist())
    return [*map(Turn, names, start, end)]


def _events(side: Transcript) -> list[Event]:
    """Return the events of a reference that are no turns of speakers.

    Raises:
        InputError: for times out of range.

    """
    times = np.array([span for _, *span in side.events], np.float64).reshape(-1, 2)
    spans = _microseconds(times, side.place).tolist()
    return [Event(kind, *span) for (kind, *_), span in zip(side.events, spans, strict=True)]


def _evaluated(uem: object) -> dict[str, list[Span]] | None:
    """Return the evaluated parts of each session in microseconds, by its id; ``None``: all.

    Raises:
        InputError: for anything but a caller's map; the error has the position.

    >>> _evaluated({"s1": [(0, 2.5)]})
    {'s1': [(0, 2500000)]}

    """
    if uem is None:
        return None
    if not isinstance(uem, Mapping):
        raise InputError("diarization.uem", place="uem", given=type(uem).__name__)
    spans: dict[str, list[Span]] = {}
    for key, parts in uem.items():
        place = Place("uem", f"{key}")
        if f"{key}" in spans:
            raise InputError("diarization.uem_twice", session=f"{key}")
        if isinstance(parts, (str, Mapping)) or not isinstance(parts, Iterable):
            raise InputError("diarization.uem", place=place, given=type(parts).__name__)
        spans[f"{key}"] = sorted(
            _span(part, Place(place, number)) for number, part in enumerate(parts)
        )
    return spans


def _name_of(spans: Mapping[str, Sequence[Span]] | None) -> str | None:
    """Return what stands for evaluated parts in signatures; ``None`` without any."""
    if spans is None:
        return None
    return fingerprint(len(spans), json.dumps(sorted(spans.items())))


def _evaluated_of(
    spans: Mapping[str, Sequence[Span]] | None, reference: Transcript, hypothesis: Transcript
) -> Sequence[Span] | None:
    """Return the evaluated parts of a session; ``None``: all of it.

    Raises:
        InputError: if the session has no id, or is not in the map.

    """
    spoken = [side for side in (reference, hypothesis) if side.speakers]
    if spans is None or not spoken:
        return None if spans is None else []
    side = next((side for side in spoken if side.session is not None), spoken[0])
    if side.session is None:
        raise InputError("diarization.no_session", place=side.place)
    if side.session not in spans:
        raise InputError(
            "diarization.not_in_uem",
            place=side.place,
            session=quoted(side.session),
            known=few(spans),
        )
    return spans[side.session]


def _span(part: Any, place: Place) -> Span:
    """Return a start and an end in microseconds.

    Raises:
        InputError: for anything else.

    """
    try:
        start, end = (math.nan, math.nan) if isinstance(part, str) else map(float, part)
    except (TypeError, ValueError, OverflowError):
        start = end = math.nan
    if not (math.isfinite(start) and math.isfinite(end)):
        raise InputError("diarization.uem_part", place=place, given=quoted(part))
    if end < start:
        raise InputError("diarization.backwards", place=place, start=start, end=end)
    first, last = _microseconds(np.array([start, end]), place).tolist()
    return first, last


def _of_systems(
    reader: SampleReader, uem: Mapping[str, Sequence[Span]] | None, measured: Callable[..., T]
) -> list[list[T]]:
    """Measure each system's sessions by their turns.

    Args:
        reader: the reader of the sessions.
        uem: the evaluated parts.
        measured: the function of the turns of reference and hypothesis, and by name of the
            evaluated parts and of the other events of the reference.

    Raises:
        InputError: for samples that are not sessions with times, and for sides with different
            sessions.

    """
    systems, target = reader.values()
    found = []
    for preds in systems:
        sessions = paired_transcripts(preds, target, texts=("speaker",))
        of_system = []
        for reference, hypothesis in steps(sessions, "sessions", len(sessions)):
            evaluated = _evaluated_of(uem, reference, hypothesis)
            sides, events = (_turns(reference), _turns(hypothesis)), _events(reference)
            try:
                of_system.append(measured(*sides, uem=evaluated, events=events))
            except InputError as error:
                raise InputError(
                    "diarization.session", place=reference.place, reason=error
                ) from None
        found.append(of_system)
    return found


# ---------------------------------------------------------------------------------------------
# The diarization error rate
# ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class DiarizationCounts(SampleCounts):
    """Speaker time of every session: a second of two speakers counts as two.

    Attributes:
        missed: time of reference speakers who were not found, in microseconds; int64, shape
            ``(samples,)``, like the others.
        false_alarm: time of found speakers beyond the number in the reference.
        confusion: time attributed to the wrong speaker.
        scored: time of the speakers of the reference.
        reference: the index of the reference that the session was compared with: 0, the first.

    Raises:
        ValueError: as :class:`levmetrics.sums.error_counts.ErrorCounts`.

    """

    missed: IntArray
    false_alarm: IntArray
    confusion: IntArray
    scored: IntArray

    @property
    def unit(self) -> str:
        """What errors and lengths are numbers of."""
        return "seconds"

    @property
    def errors(self) -> FloatArray:
        """All missed, false alarm and confusion time, in seconds; shape ``(samples,)``."""
        return self._wrong / _SECOND

    @property
    def lengths(self) -> FloatArray:
        """Time of the speakers of the reference, in seconds; shape ``(samples,)``."""
        return self.scored / _SECOND

    @property
    def _wrong(self) -> IntArray:
        return self.missed + self.false_alarm + self.confusion

    def quotients(self) -> dict[str, tuple[IntArray, IntArray]]:
        """Return numerator and denominator of the error rate."""
        return {"der": (self._wrong, self.scored)}

    def rates(self) -> dict[str, FloatArray]:
        """Return the rate of every session by name; it is 1 if there are only false alarms."""
        return {"der": np.where(self.scored, super().rates()["der"], self._wrong > 0)}

    def counts(self, kind: str = "") -> dict[str, npt.NDArray[Any]]:
        """Return the times of every session by name, in seconds; float64."""
        return {name: time / _SECOND for name, time in super().counts(kind).items()}

    def statistics(self) -> SampleStatistics:
        """Return errors and scored time of every session in seconds, for intervals and tests."""
        return SampleStatistics.of_errors(self.errors, self.lengths)


class _Diarization:
    """What the metrics of diarization show: the turns of both sides."""

    takes: ClassVar[SampleKind] = TURNS
    unexplained = "run.no_confusions"
    unscored = "diarization.nothing_scored"

    @classmethod
    def side_inputs(cls) -> Mapping[str, SideInput]:
        """Return the reader of the evaluated times of each session."""
        from levmetrics.formats.session_files import read_uem  # loads the formats of sessions

        return {"uem": read_uem}

    def alignment(self, run: Run, sample: int) -> Turns:
        """Return who spoke when in a session."""
        preds, target = run.request.values(slice(sample, sample + 1))
        return Turns(target.values[0], preds.values[0])


class DiarizationMetric(_Diarization, CountMetric[DiarizationCounts]):
    """The metric of the diarization error rate of sessions: who speaks when.

    A sample is a session: a list of segments, each a dictionary with ``speaker``, ``start_time``
    and ``end_time`` in seconds, and optionally ``session_id``; other keys are ignored. A reference
    may have other events of RTTM, whose ``type`` is ``"NOSCORE"``, ``"NON-LEX"`` ..., see
    :class:`levmetrics.meetings.diarization.Event`.

    Args:
        collar: the unscored seconds around each start and end in the reference: on each side for
            ``md-eval``, half on each side for ``pyannote``.
        overlap: score or skip the times at which reference speakers overlap.
        definition: the tool that defines the collar and the speaker mapping; see
            :mod:`levmetrics.meetings.diarization`.
        uem: the times to evaluate: a UEM file (session, channel, start, end), or starts and ends in
            seconds by ``session_id``; by default all of each session, by the definition's rule.
        reduction: divide the errors of all sessions by their scored time (``corpus``), or average
            their rates (``mean``); in Python, ``none`` keeps a rate for each.

    Raises:
        InputError: for invalid values.

    >>> from levmetrics.core.scoring import score
    >>> said = [{"speaker": "anna", "start_time": 0, "end_time": 6},
    ...         {"speaker": "ben", "start_time": 6, "end_time": 10}]
    >>> found = [{"speaker": "1", "start_time": 0, "end_time": 7},
    ...          {"speaker": "2", "start_time": 7, "end_time": 9}]
    >>> score([found], [said], "meeting:der").result()
    {'der': 0.2, 'missed': 1.0, 'false_alarm': 0.0, 'confusion': 1.0, 'scored': 10.0}

    """

    counted: ClassVar[str] = "diarization errors"
    _kind = DiarizationCounts

    def __init__(
        self,
        *,
        collar: float = 0.0,
        overlap: bool = True,
        definition: Definition = "md-eval",
        uem: MapLike | None = None,
        reduction: RateReduction = "corpus",
    ) -> None:
        if not isinstance(overlap, bool):
            raise InputError("diarization.overlap", given=quoted(overlap))
        self._collar, self._overlap = _collar(collar, definition), overlap
        self._definition: Definition = definition
        self._uem = _evaluated(uem)
        settings = {
            "collar": self._collar / _SECOND,
            "overlap": overlap,
            "definition": definition,
            "uem": _name_of(self._uem),
        }
        super().__init__(reduction, settings)

    def measure(self, reader: SampleReader) -> list[DiarizationCounts]:
        """Measure the errors of each system's sessions.

        Raises:
            InputError: for samples that are not sessions with times, for sides with different
                sessions, and for sessions that the map lacks.

        """
        measured = partial(
            diarization_errors,
            collar=self._collar,
            overlap=self._overlap,
            definition=self._definition,
        )
        return [
            DiarizationCounts.from_rows(np.array(rows, np.int64).reshape(-1, len(_TIMES)))
            for rows in _of_systems(reader, self._uem, measured)
        ]

    def measures(self, sums: Sums) -> dict[str, Measure]:
        """Return the error rate and its parts in seconds; without sessions, the parts are 0."""
        measures = super().measures(sums)
        return {**measures, **{name: np.asarray(np.nan_to_num(measures[name])) for name in _TIMES}}


# ---------------------------------------------------------------------------------------------
# The Jaccard error rate
# ---------------------------------------------------------------------------------------------


class JaccardScores(SampleScores):
    """The Jaccard error rate of every session, with its parts."""

    unit_of_lengths = "speakers"
    of_lengths = ("speakers",)


def _jaccard_error_rate(mean: Any, speakers: Any, predicted: Any) -> FloatArray:
    """Return the mean error; without reference speakers, 1 if speakers were found, else 0."""
    rate: FloatArray = np.where(speakers, mean, np.greater(predicted, 0))
    return rate


class JaccardMetric(_Diarization, ScoreMetric[JaccardScores]):
    """The metric of the Jaccard error rate: the mean error of the reference's speakers.

    Samples are as for :class:`DiarizationMetric`.

    Args:
        uem: the times to evaluate: a UEM file (session, channel, start, end), or starts and ends in
            seconds by ``session_id``; by default all of each session.
        reduction: average over the speakers of all sessions, as dscore, where a speaker of two
            sessions counts twice (``corpus``), or over the sessions' rates (``mean``); in Python,
            ``none`` keeps a rate for each.

    Raises:
        InputError: for invalid values.

    >>> from levmetrics.core.scoring import score
    >>> said = [{"speaker": "anna", "start_time": 0, "end_time": 6},
    ...         {"speaker": "ben", "start_time": 6, "end_time": 10}]
    >>> found = [{"speaker": "1", "start_time": 0, "end_time": 8}]
    >>> score([found], [said], "meeting:jer").result()
    {'jer': 0.625, 'speakers': 2, 'predicted_speakers': 1}

    """

    counted: ClassVar[str] = "Jaccard errors"
    _kind = JaccardScores
    _floats = ("errors_of_speakers",)
    _counts = ("speakers", "predicted_speakers")
    reductions = ("corpus", "mean", "none")
    higher_is_better = False

    def __init__(self, *, uem: MapLike | None = None, reduction: RateReduction = "corpus") -> None:
        self._uem = _evaluated(uem)
        super().__init__(reduction, {"uem": _name_of(self._uem)})

    def measure(self, reader: SampleReader) -> list[JaccardScores]:
        """Measure the errors of each system's sessions.

        Raises:
            InputError: as :meth:`DiarizationMetric.measure`.

        """
        found = []
        for rows in _of_systems(reader, self._uem, _of_speakers):
            errors, *speakers = np.array(rows, np.float64).reshape(-1, 3).T
            counts = [each.astype(np.int64) for each in speakers]
            rates = _jaccard_error_rate(errors / np.maximum(counts[0], 1), *counts)
            parts: dict[str, FloatArray | IntArray] = {"errors_of_speakers": errors}
            parts.update(zip(self._counts, counts, strict=True))
            found.append(JaccardScores(rates, np.zeros(len(rates), np.int64), parts=parts))
        return found

    def _measures(self, sums: Sums) -> dict[str, Measure]:
        """Return the error rate, and the numbers of reference and found speakers."""
        measures = super()._measures(sums)
        del measures["errors_of_speakers"]
        if self.reduction == "corpus":
            counts = sums["speakers"], sums["predicted_speakers"]
            mean = quotient(sums["errors_of_speakers"], np.maximum(counts[0], 1))
            measures["score"] = _jaccard_error_rate(mean, *counts)
        return measures

    def statistics(self, samples: JaccardScores) -> SampleStatistics:
        """Return numerator and denominator of each sample's error rate.

        Raises:
            InputError: with ``reduction="none"``, which has no one rate.

        """
        if self.reduction != "corpus":
            return super().statistics(samples)
        parts = samples.parts
        return SampleStatistics.of_errors(parts["errors_of_speakers"], parts["speakers"])


def _of_speakers(
    reference: list[Turn],
    hypothesis: list[Turn],
    *,
    uem: Sequence[Span] | None,
    events: Sequence[Event],  # which dscore does not read
) -> tuple[float, int, int]:
    """Return the sum of the Jaccard errors, and the numbers of reference and found speakers."""
    found = jaccard_errors(reference, hypothesis, uem=uem)
    errors = math.fsum(each.errors / each.total for each in found)
    # Compared with itself, the hypothesis has one entry per speaker who speaks in the evaluated
    # time.
    predicted = jaccard_errors(hypothesis, hypothesis, uem=uem)
    return errors, len(found), len(predicted)
