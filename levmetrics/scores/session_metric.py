"""Metrics of sessions of several speakers: cpWER, ORC-WER, MIMO-WER, DI-cpWER, and with times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias

import numpy as np

from levmetrics.alternatives.compounds import Compounds
from levmetrics.alternatives.equivalences import EquivalencesLike
from levmetrics.alternatives.parsing import Alternatives
from levmetrics.alternatives.reading import Wordings
from levmetrics.arrays import IntArray
from levmetrics.edits.kernel import pair_counts
from levmetrics.edits.pairs import PairCounts
from levmetrics.edits.reader import SampleReader
from levmetrics.errors import InputError
from levmetrics.inputs.arguments import is_number
from levmetrics.inputs.values import ValueColumn
from levmetrics.meetings.assignment import assigned_speakers
from levmetrics.meetings.explanation import SessionAlignment, explained_session
from levmetrics.meetings.pairing import Constraint, SessionRule, StreamPairs, paired_streams, sides
from levmetrics.meetings.timing import TIMINGS, WordTiming
from levmetrics.meetings.transcript import (
    TokenizedSession,
    as_seconds,
    paired_transcripts,
    shown_time,
    tokenized,
)
from levmetrics.normalizers import NormalizerLike
from levmetrics.registry import lookup
from levmetrics.scores.error_counts import EditCounts, first_references
from levmetrics.scores.error_rate_metric import CountScorer, RateReduction
from levmetrics.tokenizers import TokenizerLike
from levmetrics.tokenizers.plain import CharTokenizer, GraphemeTokenizer
from levmetrics.work import steps

Search: TypeAlias = Literal["exact", "greedy"]
_MARKS = frozenset("{}[]()")  # of alternatives


@dataclass(frozen=True, eq=False)
class SessionCounts(EditCounts):
    """Errors of every session, and how many speakers there are.

    Attributes:
        substitutions: tokens recognised as another one; int64, shape ``(samples,)``, as all others.
        deletions: tokens of the reference without one of the hypothesis.
        insertions: tokens of the hypothesis without one of the reference.
        hits: tokens recognised.
        missed_speakers: how many more speakers the reference has.
        false_alarm_speakers: how many more the hypothesis has.
        scored_speakers: those of the reference.
        reference: which of its references the session was compared with: the first.

    Raises:
        ValueError: as :class:`levmetrics.scores.error_counts.ErrorCounts`.

    """

    missed_speakers: IntArray
    false_alarm_speakers: IntArray
    scored_speakers: IntArray
    reference: IntArray = field(default_factory=first_references)
    _derived = ("errors", "reference_length", "prediction_length")


class SessionMetric(CountScorer[SessionCounts]):
    """Scoring of sessions of several speakers by the word error rate of streams that are compared.

    A sample is a session: a list of segments, each a dictionary with ``speaker`` and ``words``, and
    perhaps ``session_id``, ``start_time`` and ``end_time``. Segments with times are in the order of
    their starts.

    Args:
        rule: which streams are compared; see :func:`levmetrics.meetings.pairing.paired_streams`.
        search: ``"exact"``, or ``"greedy"`` for sessions that are too large for an exact search.
        reduction: see :class:`levmetrics.scores.error_rate_metric.CountScorer`.
        tokenizer: what an error is counted in, but for white space; segments are split one by one.
        normalizer: applied to the words of each segment first.

    Source: von Neumann, Boeddeker, Delcroix, Haeb-Umbach, "MeetEval: A Toolkit for Computation of
    Word Error Rates for Meeting Transcription Systems", arXiv 2307.11394; DI-cpWER: the same
    authors, "Word Error Rate Definitions and Algorithms for Long-Form Multi-talker Speech
    Recognition", arXiv 2508.02112.

    >>> from levmetrics.scoring import score
    >>> said = [{"speaker": "anna", "words": "good morning"}, {"speaker": "ben", "words": "hi"}]
    >>> found = [{"speaker": "1", "words": "hi"}, {"speaker": "2", "words": "good evening"}]
    >>> result = score([found], [said], "wer_lev:cp").result()
    >>> round(result["cp_wer"], 3), result["substitutions"]
    (0.333, 1)

    """

    nested = True
    of_sessions = True
    counted: ClassVar[str] = "sessions"
    _kind = SessionCounts
    _constraint: Constraint | None = None

    def __init__(
        self,
        rule: SessionRule = "cp",
        search: Search = "exact",
        reduction: RateReduction = "corpus",
        *,
        tokenizer: TokenizerLike | None = None,
        normalizer: NormalizerLike = None,
    ) -> None:
        self._rule: SessionRule = rule
        self._search: Search = search
        super().__init__(reduction, tokenizer=tokenizer, normalizer=normalizer, costs="kaldi")
        self.settings = {**self.settings, "rule": rule, "search": search}
        for name in ("ignore_index",):  # which it has no use for
            del self.settings[name]

    def measure(self, reader: SampleReader) -> list[SessionCounts]:
        """Count the errors of the sessions of each system.

        Raises:
            InputError: for what is no session, sessions that are not the same, and a search that
                would take too much memory or too long.

        """
        systems, target = reader.values()
        return [self._counts(self.sessions(preds, target)) for preds in systems]

    def sessions(self, preds: ValueColumn, target: ValueColumn) -> list[TokenizedSession]:
        """Read sessions and split them into tokens.

        Raises:
            InputError: for what is no session, and for sessions that are not the same.

        """
        sessions = paired_transcripts(preds, target)
        return tokenized(sessions, self.tokenizer, self.normalizer)

    def is_as_written(self, session: TokenizedSession) -> bool:
        """Whether the references of a session have no other wordings than what is written."""
        wordings = self._wordings
        if wordings.compounds is not None or wordings.equivalences is not None:
            return False
        words = session.reference.words if wordings.alternatives else []
        return not any(map(_MARKS.intersection, words))

    def stream_pairs(self, session: TokenizedSession) -> StreamPairs:
        """Return the streams of a session that are compared.

        Raises:
            InputError: for a search that would take too much memory or too long, and for segments
                without times where these are needed.

        """
        both = sides(session, self._constraint)
        return paired_streams(*both, self._rule, is_greedy=self._search == "greedy")

    def explained(self, session: TokenizedSession) -> SessionAlignment:
        """Return the alignment of a session, and what its errors are due to.

        Raises:
            InputError: as :meth:`measure`, and for references with other wordings.

        """
        if not self.is_as_written(session):
            raise InputError("session.wordings_unexplained", place=session.reference.place)
        is_greedy = self._search == "greedy"
        return explained_session(session, self._rule, self._constraint, is_greedy=is_greedy)

    def _counts(self, sessions: Sequence[TokenizedSession]) -> SessionCounts:
        rows = []
        for session in steps(sessions, "sessions", len(sessions)):
            counts = self._pair_counts(session)
            edits = (counts.substitutions, counts.deletions, counts.insertions, counts.hits)
            more = len(session.reference.speakers) - len(session.hypothesis.speakers)
            speakers = max(more, 0), max(-more, 0), len(session.reference.speakers)
            rows.append([*(int(each.sum()) for each in edits), *speakers])
        return SessionCounts.from_rows(np.array(rows, np.int64).reshape(-1, 7))

    def _pair_counts(self, session: TokenizedSession) -> PairCounts:
        """Count the errors of each stream of a session."""
        return self.stream_pairs(session).counts()


class SpeakerMetric(SessionMetric):
    """Scoring of sessions speaker by speaker (cpWER), whose references may have other wordings.

    With alternatives, equivalences or compounds, each speaker has one text, the segments with a
    space between them, and is assigned by the errors that are left.

    Args:
        rule: see :class:`SessionMetric`, as all others that are not named here.
        search: see there.
        reduction: see there.
        tokenizer: see there.
        normalizer: see there.
        compounds: see :class:`levmetrics.scores.error_rate_metric.CountScorer`.
        alternatives: see there.
        equivalences: see there.

    >>> from levmetrics.scoring import score
    >>> said = [{"speaker": "anna", "words": "{ hi / hello } ben"}]
    >>> found = [{"speaker": "1", "words": "hello ben"}]
    >>> score([found], [said], "wer_lev:cp", alternatives="braces").score
    0.0

    """

    def __init__(
        self,
        rule: SessionRule = "cp",
        search: Search = "exact",
        reduction: RateReduction = "corpus",
        *,
        tokenizer: TokenizerLike | None = None,
        normalizer: NormalizerLike = None,
        compounds: Compounds | None = None,
        alternatives: Alternatives | None = None,
        equivalences: EquivalencesLike = None,
    ) -> None:
        super().__init__(rule, search, reduction, tokenizer=tokenizer, normalizer=normalizer)
        self._wordings = Wordings.of(compounds, alternatives, equivalences)
        self.settings = {**self.settings, **self._wordings.settings()}

    def _pair_counts(self, session: TokenizedSession) -> PairCounts:
        if self.is_as_written(session):
            return super()._pair_counts(session)
        if isinstance(self.tokenizer, (CharTokenizer, GraphemeTokenizer)):
            raise InputError("session.wordings_of_characters", place=session.reference.place)
        targets, preds = ([*side.texts(), ""] for side in (session.reference, session.hypothesis))
        shape = len(targets), len(preds)
        rows, columns = (index.ravel().tolist() for index in np.indices(shape))
        reader = SampleReader([[preds[j] for j in columns]], [targets[i] for i in rows])
        (pairs,) = self.token_pairs(reader)
        counts = pair_counts(pairs, costs=self.costs)
        errors = (counts.substitutions + counts.deletions + counts.insertions).reshape(shape)
        found = assigned_speakers(errors[:-1, :-1], errors[:-1, -1], errors[-1, :-1])
        chosen = [
            (shape[0] - 1 if i is None else i) * shape[1] + (shape[1] - 1 if j is None else j)
            for i, j in found
        ]
        return PairCounts(*(each[chosen] for each in counts))


class TimedSessionMetric(SessionMetric):
    """Scoring of sessions whose tokens are aligned only if they are spoken at the same time.

    Args:
        rule: see :class:`SessionMetric`, as all others that are not named here.
        search: see there.
        reduction: see there.
        collar: how much earlier each token of the hypothesis may begin, and how much later it may
            end, in seconds.
        reference_timing: how the tokens of a segment share its time; see
            :data:`levmetrics.meetings.timing.TIMINGS`.
        prediction_timing: the same of the hypothesis.
        tokenizer: see there.
        normalizer: see there.

    Raises:
        InputError: for a collar that is no number of seconds, and an unknown timing.

    """

    counted: ClassVar[str] = "timed sessions"

    def __init__(
        self,
        rule: SessionRule = "cp",
        search: Search = "exact",
        reduction: RateReduction = "corpus",
        *,
        collar: float = 5.0,
        reference_timing: WordTiming = "character_based",
        prediction_timing: WordTiming = "character_based_points",
        tokenizer: TokenizerLike | None = None,
        normalizer: NormalizerLike = None,
    ) -> None:
        if not (is_number(collar) and as_seconds(collar) >= 0):
            raise InputError("session.collar", given=shown_time(collar))
        for name, timing in (
            ("reference_timing", reference_timing),
            ("prediction_timing", prediction_timing),
        ):
            lookup(TIMINGS, timing, name)
        super().__init__(rule, search, reduction, tokenizer=tokenizer, normalizer=normalizer)
        self._constraint = Constraint(float(collar), reference_timing, prediction_timing)
        self.settings = {
            **self.settings,
            "collar": float(collar),
            "reference_timing": reference_timing,
            "prediction_timing": prediction_timing,
        }
