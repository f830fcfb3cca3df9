"""Metrics of multi-speaker sessions: cpWER, ORC-WER, MIMO-WER, DI-cpWER, and their timed forms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

import numpy as np

from levmetrics.alignment.explanation import UnexplainedError
from levmetrics.alternatives.options import Alternatives, Compounds, EquivalencesLike
from levmetrics.alternatives.wordings import Wordings
from levmetrics.core.count_metric import RateReduction, TokenCountMetric
from levmetrics.core.token_metric import WordedMetric
from levmetrics.edits.kernel import pair_counts
from levmetrics.edits.pairs import PairCounts
from levmetrics.edits.reader import SampleReader
from levmetrics.errors import InputError, unknown_name
from levmetrics.inputs.arguments import is_number
from levmetrics.inputs.arrays import IntArray, parts_of
from levmetrics.meetings.assignment import assigned_speakers
from levmetrics.meetings.explanation import SessionAlignment, explained_session
from levmetrics.meetings.pairing import (
    Constraint,
    SessionRule,
    paired_streams,
    sides,
    speaker_counts,
)
from levmetrics.meetings.sample_kind import SESSIONS
from levmetrics.meetings.timing import TIMINGS, WordTiming
from levmetrics.meetings.transcript import (
    TokenizedSession,
    Transcript,
    as_seconds,
    paired_transcripts,
    shown_time,
    tokenized,
)
from levmetrics.normalizers import NormalizerLike
from levmetrics.sums.error_counts import EditCounts
from levmetrics.system.work import steps
from levmetrics.tokenizers import TokenizerLike
from levmetrics.tokenizers.plain import CharTokenizer, GraphemeTokenizer
from levmetrics.tokenizers.scripts import FIRST_TEXTS

if TYPE_CHECKING:
    from levmetrics.core.run import Run

Search: TypeAlias = Literal["exact", "greedy"]
_CHARACTERS_OF_A_PART = 200_000  # of sessions that are split into tokens together
_MARKS = frozenset("{}[]()@")  # the options for alternatives


@dataclass(frozen=True, eq=False)
class SessionCounts(EditCounts):
    """Errors and numbers of speakers of every session.

    Attributes:
        substitutions: tokens recognised as another token; int64, shape ``(samples,)``, like the
            others.
        deletions: tokens of the reference without a counterpart in the hypothesis.
        insertions: tokens of the hypothesis without a counterpart in the reference.
        hits: tokens recognised.
        missed_speakers: the number of speakers that the reference has more than the hypothesis.
        false_alarm_speakers: the number that the hypothesis has more than the reference.
        scored_speakers: the number of speakers of the reference.
        reference: the index of the reference that the session was compared with: 0, the first.

    Raises:
        ValueError: as :class:`levmetrics.sums.error_counts.ErrorCounts`.

    """

    missed_speakers: IntArray
    false_alarm_speakers: IntArray
    scored_speakers: IntArray
    _derived = ("errors", "reference_length", "prediction_length")


class SessionMetric(TokenCountMetric[SessionCounts]):
    """The metric of multi-speaker sessions: the word error rate of paired streams.

    A sample is a session: a list of segments, each a dictionary with ``speaker`` and ``words``, and
    optionally ``session_id``, ``start_time`` and ``end_time``. Segments with times are sorted by
    their starts.

    Args:
        rule: the rule that pairs streams; see :func:`levmetrics.meetings.pairing.paired_streams`.
        search: ``"exact"``, or ``"greedy"`` for sessions too large for an exact search.
        tokenizer: the unit of an error, white space excluded; segments are split one by one.
        normalizer: applied to the words of each segment first.

    Source: von Neumann, Boeddeker, Delcroix, Haeb-Umbach, "MeetEval: A Toolkit for Computation of
    Word Error Rates for Meeting Transcription Systems", arXiv 2307.11394; DI-cpWER: the same
    authors, "Word Error Rate Definitions and Algorithms for Long-Form Multi-talker Speech
    Recognition", arXiv 2508.02112.

    >>> from levmetrics.core.scoring import score
    >>> said = [{"speaker": "anna", "words": "good morning"}, {"speaker": "ben", "words": "hi"}]
    >>> found = [{"speaker": "1", "words": "hi"}, {"speaker": "2", "words": "good evening"}]
    >>> result = score([found], [said], "meeting:cp").result()
    >>> round(result["cp_wer"], 3), result["substitutions"]
    (0.333, 1)

    """

    takes = SESSIONS
    unexplained = "run.no_confusions"
    counted: ClassVar[str] = "sessions"
    _kind = SessionCounts
    _ignore_index = None
    costs = "kaldi"
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
        if (rule, search) == ("mimo", "exact"):
            self._packages, self.extra = ("scipy",), "meetings"
        super().__init__(reduction, tokenizer=tokenizer, normalizer=normalizer)
        self.settings |= {"rule": rule, "search": search}

    def measure(self, reader: SampleReader) -> list[SessionCounts]:
        """Count the errors of each system's sessions.

        Raises:
            InputError: for samples that are not sessions, for sides with different sessions, and
                for a search that would take too much memory or too long.

        """
        systems, target = reader.values()
        return [self._counts(paired_transcripts(preds, target)) for preds in systems]

    def first_texts(self, reader: SampleReader) -> list[str]:
        """Return the words of the first segments of the first session's reference."""
        _, target = reader.values()
        sessions = [*target.values[:1]]
        if not sessions:
            return []
        return Transcript.read(sessions[0], target.position(0)).words[:FIRST_TEXTS]

    def is_as_written(self, session: TokenizedSession) -> bool:
        """Whether the references of a session have no alternative wordings."""
        return True

    def alignment(self, run: Run, sample: int) -> SessionAlignment:
        """Return the alignment of a session, with the causes of its errors.

        Raises:
            InputError: as :meth:`measure`.
            UnexplainedError: for references with alternative wordings, and for sessions that are
                too large.

        """
        found = paired_transcripts(*run.request.values(slice(sample, sample + 1)))
        (session,) = tokenized(found, self.tokenizer, self.normalizer)
        if not self.is_as_written(session):
            raise UnexplainedError("session.wordings_unexplained", place=session.name)
        is_greedy = self._search == "greedy"
        return explained_session(session, self._rule, self._constraint, is_greedy=is_greedy)

    def _counts(self, transcripts: Sequence[tuple[Transcript, Transcript]]) -> SessionCounts:
        rows = []
        for session, counts in steps(self._counted(transcripts), "sessions", len(transcripts)):
            edits = (counts.substitutions, counts.deletions, counts.insertions, counts.hits)
            said, found = (len(side.transcript.speakers) for side in session.sides)
            speakers = max(said - found, 0), max(found - said, 0), said
            rows.append([*(int(each.sum()) for each in edits), *speakers])
        return SessionCounts.from_rows(np.array(rows, np.int64).reshape(-1, 7))

    def _counted(
        self, transcripts: Sequence[tuple[Transcript, Transcript]]
    ) -> Iterator[tuple[TokenizedSession, PairCounts]]:
        """Split sessions into tokens, part by part, and count the errors of their streams."""
        sizes = (sum(len(text) for side in each for text in side.words) for each in transcripts)
        for part in parts_of(transcripts, sizes, _CHARACTERS_OF_A_PART):
            sessions = tokenized(part, self.tokenizer, self.normalizer)
            yield from zip(sessions, self._pair_counts(sessions), strict=True)

    def _pair_counts(self, sessions: Sequence[TokenizedSession]) -> Iterator[PairCounts]:
        """Count the errors of each stream of every session."""
        if self._rule == "cp":
            return speaker_counts([sides(session, self._constraint) for session in sessions])
        both = (sides(session, self._constraint) for session in sessions)
        is_greedy = self._search == "greedy"
        return (paired_streams(*each, self._rule, is_greedy=is_greedy).counts() for each in both)


class SpeakerMetric(SessionMetric, WordedMetric[SessionCounts]):
    """The metric of sessions speaker by speaker (cpWER); references may have alternative wordings.

    With alternatives, equivalences or compounds, the segments of each speaker are joined by spaces
    to one text, and speakers are assigned by the errors that remain.

    Args:
        rule: ``"cp"``; see the base class, as for all arguments not explained here.

    >>> from levmetrics.core.scoring import score
    >>> said = [{"speaker": "anna", "words": "{ hi / hello } ben"}]
    >>> found = [{"speaker": "1", "words": "hello ben"}]
    >>> score([found], [said], "meeting:cp", alternatives="braces").score
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
        self.settings |= self._wordings.settings()

    def is_as_written(self, session: TokenizedSession) -> bool:
        """Whether the references of a session have no alternative wordings."""
        wordings = self._wordings
        if wordings.compounds is not None or wordings.equivalences is not None:
            return False
        words = session.sides[0].transcript.words if wordings.alternatives else []
        return not any(map(_MARKS.intersection, words))

    def _pair_counts(self, sessions: Sequence[TokenizedSession]) -> Iterator[PairCounts]:
        are_as_written = [*map(self.is_as_written, sessions)]
        as_written = super()._pair_counts([*compress(sessions, are_as_written)])
        for session, is_as_written in zip(sessions, are_as_written, strict=True):
            yield next(as_written) if is_as_written else self._counts_of_wordings(session)

    def _counts_of_wordings(self, session: TokenizedSession) -> PairCounts:
        """Count the errors of each pair of speakers, whose references have several wordings."""
        if isinstance(self.tokenizer, (CharTokenizer, GraphemeTokenizer)):
            raise InputError(
                "session.wordings_of_characters", place=session.sides[0].transcript.place
            )
        targets, preds = ([*side.transcript.texts(), ""] for side in session.sides)
        shape = len(targets), len(preds)
        rows, columns = (index.ravel().tolist() for index in np.indices(shape))
        reader = SampleReader([[preds[j] for j in columns]], [targets[i] for i in rows])
        (pairs,) = self.token_pairs(reader)
        counts = pair_counts(pairs, costs=self.costs)
        errors = counts.errors.reshape(shape)
        chosen = [i * shape[1] + j for i, j in assigned_speakers(errors)]
        return PairCounts(*(each[chosen] for each in counts))


class TimedSessionMetric(SessionMetric):
    """The metric of sessions whose tokens are aligned only if their times overlap.

    Args:
        rule: see :class:`SessionMetric`, as for all arguments not explained here.
        collar: the seconds that a word may be early or late.
        reference_timing: how the words of a reference segment share its time; see
            :data:`levmetrics.meetings.timing.TIMINGS`.
        prediction_timing: how the words of a predicted segment share its time.

    Raises:
        InputError: for a collar that is not a number of seconds, and an unknown timing.

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
            if timing not in TIMINGS:
                raise unknown_name(TIMINGS, timing, name)
        super().__init__(rule, search, reduction, tokenizer=tokenizer, normalizer=normalizer)
        self._constraint = Constraint(float(collar), reference_timing, prediction_timing)
        self.settings |= {
            "collar": float(collar),
            "reference_timing": reference_timing,
            "prediction_timing": prediction_timing,
        }
