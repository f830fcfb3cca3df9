r"""Transcripts: Kaldi's text and NIST's trn with ids, NIST's stm and ctm with times, and subtitles.

Source: "Sclite Input file formats", doc/infmts.htm of https://github.com/usnistgov/SCTK; "Data
preparation" of Kaldi, https://kaldi-asr.org/doc/data_prep.html; and "WebVTT: The Web Video Text
Tracks Format", https://www.w3.org/TR/webvtt1/. SubRip has no specification. Unlike WebVTT, its
files have numbers of cues, commas in times, ``<font>``, and the braces of other formats, such as
``{\an8}``.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain, groupby, islice
from operator import attrgetter
from typing import NamedTuple, Self, TypeAlias

import numpy as np

from levmetrics.errors import InputError, Place
from levmetrics.formats.file_format import FILE_FORMATS, FileFormat, NamedColumns, Row
from levmetrics.formats.kinds.lines import as_one_text
from levmetrics.formats.source import Source
from levmetrics.formats.utterance_ids import AT_BEGIN, AT_END, Ids, have_ids
from levmetrics.lazy import html, re

LineAt: TypeAlias = "tuple[str, int, str]"
"""The parts of a line's ``Place``, which is made when a message needs it."""

_LABEL = re.compile(r"^<\S*>(?=\s|$)")  # the subsets that a segment belongs to
_TAG = re.compile(r"<ALT(_BEGIN|_END|)>", re.IGNORECASE)
_IGNORED = re.compile("ignore_?time_?segment_?in_?scoring", re.IGNORECASE)

# The reasons why alternatives are refused, with the remedies.
NOT_HERE = "which are not read here; write one of them alone, or score the file by levmetrics wer"
OF_PREDICTIONS = "which only references may have; write one of them alone"

# A lone brace may be a letter, as in Buckwalter's transliteration of Arabic.
_ALTERNATION = re.compile(rf"\{{(?=[^{{}}]*/)|{_TAG.pattern}", re.IGNORECASE)
_NOT_AS_TAGS = "which are not supported; write them in braces, as { um / @ }"
NULL_WORD = "@"

_TIME = r"(?:\d{1,9}:)?\d{1,2}:\d{2}[.,]\d{1,3}"
_TIMES = re.compile(rf"\s*({_TIME})\s*-->\s*({_TIME})(?:\s|$)")
_NO_CUE = re.compile(r"(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)")
# Annotations of the pronunciation are removed; of other tags, the content stays.
_TAGS = re.compile(
    r"<rt(?:\.[^<>]*)?>.*?(?:</rt>|$)"
    rf"|</?(?:b|c|font|i|lang|rt|ruby|s|u|v)(?:[\s.][^<>]*)?>|<{_TIME}>|\{{\\[^{{}}]*\}}",
    re.IGNORECASE,
)
_CHARACTER = re.compile(r"&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});", re.IGNORECASE)


class KeyedLines(NamedColumns):
    """Rows with an id, one for each line."""

    def rows(self, source: Source) -> Iterator[Row]:
        """Return the rows of the lines that are not skipped."""
        name, row_of = source.name, self.row
        for number, line in enumerate(source.lines(), start=1):
            row = row_of(line, (name, number, "line"))
            if row is not None:
                yield row

    @abstractmethod
    def row(self, line: str, at: LineAt) -> Row | None:
        """Return the values of a line; ``None`` for a line without any, such as a comment.

        Args:
            line: the line without its end.
            at: the parts of its place, for messages.

        Raises:
            InputError: if it has another format.

        """


class NistLines(KeyedLines):
    """Rows of NIST's formats, whose references may have alternatives."""

    refusal = NOT_HERE


class Trn(NistLines):
    r"""NIST's transcripts: the words of an utterance, and its id in parentheses.

    As in sclite, ``@`` is not a word, ``(word)`` is the word with its parentheses unless
    alternatives are read (sclite's option ``-D``), empty lines and lines that begin with ``;;`` are
    skipped, and ids ignore case. Unlike in sclite, words do not ignore case, ``;`` and ``\`` are
    ordinary characters, and every id must be in both files.
    """

    name = "trn"
    description = "NIST's transcripts for sclite: words (utterance-id)"
    suffixes = (".trn", ".txt")
    folds_ids = True

    def recognises(self, source: Source) -> bool:
        """Whether lines end with different ids, such as ``(1089-134686-0000)``.

        Raises:
            InputError: if the ids may be words.

        """
        return _have_ids(source, AT_END)

    def row(self, line: str, at: LineAt) -> Row | None:
        """Return id and text."""
        if is_skipped(line):
            return None
        before, opening, rest = line.rpartition("(")
        utterance, closing, blank = rest.partition(")")
        utterance = utterance.strip()
        if not (opening and closing and utterance) or blank.strip():
            raise InputError("file.no_id_at_end", place=Place(*at))
        return utterance, transcript(before, at, self.refusal)


class Kaldi(KeyedLines):
    """Kaldi's ``text``: the id of an utterance, then its words."""

    name = "kaldi"
    description = "Kaldi's text: utterance-id words"
    suffixes = (".txt",)

    def recognises(self, source: Source) -> bool:
        """Whether lines begin with different ids, such as ``1089-134686-0000``.

        Raises:
            InputError: if the ids may be words.

        """
        return _have_ids(source, AT_BEGIN)

    def row(self, line: str, at: LineAt) -> Row:
        """Return id and text; the text is empty for an id alone."""
        utterance, *text = line.split(maxsplit=1) or [""]
        if not utterance:
            raise InputError("file.no_id", place=Place(*at))
        return utterance, text[0].strip() if text else ""


def _have_ids(source: Source, ids: Ids) -> bool:
    """Whether the first lines of a file have ids, see :func:`have_ids`."""
    lines = enumerate(source.first_lines, start=1)
    filled = ((number, line) for number, line in lines if not is_skipped(line))
    return have_ids(source.name, filled, ids)


def is_skipped(line: str) -> bool:
    """Whether a line of NIST's formats is empty or a comment.

    >>> is_skipped(";; a comment"), is_skipped("a ;; b (u-1)")
    (True, False)
    """
    return line.startswith(";;") or not line or line.isspace()


def transcript(text: str, at: LineAt, refusal: str | None) -> str:
    """Return a transcript of NIST's formats for scoring, without the null words ``@``.

    Args:
        text: the text in the file.
        at: the parts of its line's place, for messages.
        refusal: why it must not have alternatives, and the remedy; ``None``: it may have
            alternatives in braces, in which ``@`` stays.

    Raises:
        InputError: if it has alternatives and must not.

    >>> transcript(" as far @ as ", ("a.trn", 1, "line"), OF_PREDICTIONS)
    'as far as'
    >>> transcript("@ { um / @ } yes", ("a.trn", 1, "line"), None)
    '{ um / @ } yes'

    """
    if "<" in text or "{" in text:
        refused, why = (_TAG, _NOT_AS_TAGS) if refusal is None else (_ALTERNATION, refusal)
        if alternation := refused.search(text):
            raise InputError("file.alternatives", place=Place(*at), written=alternation[0], why=why)
    if NULL_WORD not in text or NULL_WORD not in text.split():
        return text.strip()
    words, depth = [], 0  # the depth of braces, which contain alternatives
    for word in text.split():
        depth += (word == "{") - (word == "}")
        if word != NULL_WORD or depth:
            words.append(word)
    return " ".join(words)


class Word(NamedTuple):
    """A word with its time.

    Attributes:
        recording: its recording.
        channel: the channel of the recording.
        begin: the begin in seconds.
        duration: the duration in seconds.
        text: the word; empty if it is the null word.

    """

    recording: str
    channel: str
    begin: float
    duration: float
    text: str


@dataclass(frozen=True)
class RecordingSegment:
    """A segment of a recording.

    Attributes:
        id: its recording, channel, speaker, begin and end.
        recording: its recording.
        channel: recording and channel in lower case, as sclite compares them.
        speaker: the speaker.
        begin: the begin in seconds.
        end: the end in seconds.
        text: the spoken text.
        words: the recogniser's words in the segment.

    """

    id: str
    recording: str
    channel: tuple[str, str]
    speaker: str
    begin: float
    end: float
    text: str
    words: list[Word] = field(default_factory=list)

    @property
    def ignored(self) -> bool:
        """Whether scoring ignores the segment and all words in it."""
        return _IGNORED.search(self.text) is not None


class StmTexts(NistLines):
    """NIST's segments: file, channel, speaker, begin, end, an optional label, and the text.

    Segments that scoring ignores are left out.
    """

    name = "stm"
    description = "NIST's segments for sclite: file channel speaker begin end <label> text"
    suffixes = (".stm",)
    columns = ("id", "text", "speaker", "begin", "end")

    def row(self, line: str, at: LineAt) -> Row | None:
        """Return id, text, speaker, begin and end, in seconds."""
        if is_skipped(line):
            return None
        segment = stm_segment(line, at, self.refusal)
        if segment.ignored:
            return None
        return segment.id, segment.text, segment.speaker, segment.begin, segment.end


class CtmTexts(NamedColumns):
    """NIST's timed words, joined into the segments of an stm file, with their ids.

    As in sclite, a word belongs to the first segment of its recording and channel that ends after
    the word's midpoint. So a word between two segments belongs to the later one, and a word after
    the last segment to the last; each counts as an insertion. Words in segments that scoring
    ignores are left out; a segment without words has an empty text.

    Names of recordings and channels ignore case. Unlike in sclite, the lines may be in any order,
    except those of alternatives, which belong to the segment of their first word. Memory holds all
    words.

    Attributes:
        segments: the stm file; without it, no file can be read.
        refusal: why alternatives (``<ALT>``) are refused, and the remedy; ``None``: they are read,
            and written in braces.

    """

    name = "ctm"
    description = "NIST's timed words, for segments: file channel begin duration word confidence"
    suffixes = (".ctm",)

    segments: Source | None = None
    refusal = NOT_HERE

    def of_references(self, kind: FileFormat, source: Source) -> Self:
        """Return the format with the segments of an stm file."""
        if not isinstance(kind, StmTexts):
            return self
        return self.changed(segments=source, refusal=kind.refusal)

    def holds_alternatives(self, source: Source) -> bool:
        """Whether a file has alternatives, and they are read."""
        return self.refusal is None and any(map(_TAG.search, source.whole_lines()))

    def rows(self, source: Source) -> Iterator[tuple[str, str]]:
        """Return the id (as in :class:`Stm`) and words of each segment, in the segments' order.

        Raises:
            InputError: without segments, for lines of another format, and for words of a recording
                or channel that has no segments.

        """
        if self.segments is None:
            raise InputError("file.no_segments", file=source.name)
        segments = [stm_segment(line, at, None) for at, line in content_lines(self.segments)]
        timelines: dict[tuple[str, str], list[RecordingSegment]] = defaultdict(list)
        for segment in sorted(segments, key=attrgetter("begin")):
            timelines[segment.channel].append(segment)
        # sclite stores ends in single precision, which decides for a midpoint at an end.
        ends = {
            channel: [*accumulate((float(np.float32(segment.end)) for segment in timeline), max)]
            for channel, timeline in timelines.items()
        }
        for at, word in timed_words(source, self.refusal):
            channel = (word.recording.lower(), word.channel.lower())
            if channel not in timelines:
                asked = {"recording": word.recording, "channel": word.channel}
                stm = self.segments.name
                raise InputError("file.other_recording", place=Place(*at), **asked, segments=stm)
            midpoint = word.begin + word.duration / 2
            index = min(bisect_right(ends[channel], midpoint), len(ends[channel]) - 1)
            timelines[channel][index].words.append(word)
        for segment in segments:
            if not segment.ignored:
                in_time = sorted(segment.words, key=attrgetter("begin"))
                yield segment.id, " ".join(word.text for word in in_time if word.text)


def content_lines(source: Source) -> Iterator[tuple[LineAt, str]]:
    """Yield each line that is not a comment, with the parts of its place."""
    for number, line in enumerate(source.lines(), start=1):
        if not is_skipped(line):
            yield (source.name, number, "line"), line


def timed_words(ctm: Source, refusal: str | None) -> Iterator[tuple[LineAt, Word]]:
    """Yield the words with the places of their lines; alternatives are one word in braces.

    Args:
        ctm: the file.
        refusal: as in :class:`Ctm`.

    Raises:
        InputError: for lines of another format, and for alternatives that are refused.

    """
    alternatives: list[list[Word]] = []
    at = (ctm.name, 1, "line")
    for at, line in content_lines(ctm):
        tag = _TAG.search(line)
        if tag is None:
            word = _word(line, at)
            if alternatives:
                alternatives[-1].append(word)
            else:
                yield at, word
            continue
        if refusal is not None:
            raise InputError("file.alternatives", place=Place(*at), written=tag[0], why=refusal)
        kind, words = tag[1].lower(), [*chain.from_iterable(alternatives)]
        if (kind == "_begin") == bool(alternatives) or (kind == "_end" and not words):
            raise InputError("file.unpaired_alternatives", place=Place(*at))
        if kind == "_end":  # one word at the time of the first
            said = (" ".join(word.text or NULL_WORD for word in some) for some in alternatives)
            written = " / ".join(text or NULL_WORD for text in said)
            yield at, words[0]._replace(text=f"{{ {written} }}")
            alternatives = []
        else:
            alternatives.append([])
    if alternatives:
        raise InputError("file.unpaired_alternatives", place=Place(*at))


def stm_segment(line: str, at: LineAt, refusal: str | None) -> RecordingSegment:
    """Return the segment of a line of an stm file.

    Args:
        line: the line without its end.
        at: the parts of its place, for messages.
        refusal: as in :func:`transcript`.

    Raises:
        InputError: for too few fields, for times that are not numbers, for an end before the begin,
            and as in :func:`transcript`.

    """
    wanted = "file, channel, speaker, begin, end and text"
    file, channel, speaker, begin, end, *text = fields_of(line, at, wanted, maxsplit=5)
    segment = RecordingSegment(
        id="-".join((file, channel, speaker, begin, end)),
        recording=file,
        channel=(file.lower(), channel.lower()),
        speaker=speaker,
        begin=finite_number(begin, "the begin", at),
        end=finite_number(end, "the end", at),
        text=transcript(_LABEL.sub("", text[0], count=1), at, refusal) if text else "",
    )
    if segment.end < segment.begin:
        raise InputError("file.ends_early", place=Place(*at), begin=begin, end=end)
    return segment


def _word(line: str, at: LineAt) -> Word:
    wanted = "file, channel, begin, duration and word"
    file, channel, begin, duration, word, *confidence = fields_of(line, at, wanted)
    text = transcript(word, at, OF_PREDICTIONS)
    if confidence and confidence[0] != "NA":
        finite_number(confidence[0], "the confidence", at)
    start = finite_number(begin, "the begin", at)
    return Word(file, channel, start, finite_number(duration, "the duration", at), text)


def fields_of(
    line: str,
    at: LineAt,
    wanted: str,
    maxsplit: int = -1,
    least: int = 5,
    most: int | None = None,
) -> list[str]:
    """Return the fields of a line, which white space separates.

    Args:
        line: the line without its end.
        at: the parts of its place, for messages.
        wanted: the expected fields, for messages.
        maxsplit: as in ``str.split``.
        least: the least number of fields.
        most: the greatest number of fields; ``None``: there is none.

    Raises:
        InputError: if it has fewer or more, as with white space in the name of the file.

    """
    fields = line.split(maxsplit=maxsplit)
    count = len(fields)
    if count < least:
        raise InputError("file.few_fields", place=Place(*at), count=count, wanted=wanted)
    if most is not None and count > most:
        raise InputError("file.many_fields", place=Place(*at), count=count, wanted=wanted)
    return fields


def finite_number(text: str, name: str, at: LineAt) -> float:
    """Return the number in a text.

    Args:
        text: the text of a field.
        name: the name of the field for messages, such as ``"the begin"``.
        at: the parts of its place, for messages.

    Raises:
        InputError: if it is not a finite number.

    """
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise InputError("file.no_number", place=Place(*at), field=name, text=text)
    return number


class Subtitles(NamedColumns):
    """The text of every cue on one line, without times, numbers and tags."""

    name = "subtitles"
    description = "subtitles, SubRip or WebVTT: a cue a row"
    suffixes = (".srt", ".vtt", ".txt")
    rank = 7
    columns = ("text",)

    def recognises(self, source: Source) -> bool:
        """Whether the file begins with a cue, or with the header of WebVTT and has cues."""
        filled = filter(str.strip, source.first_lines)
        first = next(filled, "")
        has_header = first.split()[:1] == ["WEBVTT"]
        return any(map(_TIMES.match, chain([first], filled if has_header else islice(filled, 1))))

    def rows(self, source: Source) -> Iterator[Row]:
        """Return the texts of the cues.

        Raises:
            InputError: as :func:`cues` does.

        """
        return ((cue_text(cue.lines),) for cue in cues(source))


@dataclass(frozen=True)
class Cue:
    """A text of subtitles with its times.

    Attributes:
        times: its begin and end, as written.
        line: the number of the line with its times.
        lines: the lines of the text, with tags.

    """

    times: tuple[str, str]
    line: int
    lines: list[str] = field(default_factory=list)


def cues(source: Source) -> Iterator[Cue]:
    """Yield the cues of subtitles.

    Raises:
        InputError: if a line before the first cue is not a header.

    """
    cue: Cue | None = None
    number = 0  # the number of the last line of the blocks so far
    for is_filled, lines in groupby(source.lines(), key=lambda line: bool(line.strip())):
        block = [*lines]
        first, number = number + 1, number + len(block)
        if not is_filled or _NO_CUE.match(block[0]):
            continue
        for index, line, times in _without_names(block):
            if times is not None:
                if cue is not None:
                    yield cue
                cue = Cue((times[1], times[2]), first + index)
            elif cue is None:
                raise InputError("file.no_cue", place=Place(source.name, first, "line"))
            else:
                cue.lines.append(line)
    if cue is not None:
        yield cue


def _without_names(block: Sequence[str]) -> Iterator[tuple[int, str, re.Match[str] | None]]:
    """Return a block's lines without numbers and names of cues: index, line, and any times.

    A cue may continue after an empty line, and the next cue may begin without one.
    """
    times = [_TIMES.match(line) for line in block]
    for index, line in enumerate(block):
        is_before_times = times[index] is None and any(times[index + 1 : index + 2])
        if not is_before_times or (index > 0 and not line.strip().isdecimal()):
            yield index, line, times[index]


def cue_text(lines: Sequence[str]) -> str:
    r"""Return the text of a cue on one line.

    >>> cue_text(["<v Ann>Salt &amp; <i>pepper</i>,", "please"])
    'Salt & pepper, please'
    >>> cue_text(["今日は", "{\\an8}雨"])
    '今日は雨'
    """
    plain = as_one_text([_TAGS.sub("", line) for line in lines])
    return _CHARACTER.sub(lambda written: html.unescape(written[0]), plain)


for _known in (Trn(), Kaldi(), StmTexts(), CtmTexts(), Subtitles()):
    FILE_FORMATS.register(_known)
