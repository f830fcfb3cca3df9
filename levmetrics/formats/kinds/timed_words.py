"""NIST's files with times: segments of recordings (stm), and the words of a recogniser (ctm).

Source: "Sclite Input file formats", doc/infmts.htm of https://github.com/usnistgov/SCTK.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain
from typing import TypeAlias

import numpy as np

from levmetrics.errors import InputError, Place
from levmetrics.formats.file_format import FILE_FORMATS, Records, Row
from levmetrics.formats.kinds.keyed_text import (
    NOT_HERE,
    NULL_WORD,
    OF_PREDICTIONS,
    LineAt,
    NistLines,
    is_skipped,
    transcript,
)
from levmetrics.formats.source import Source

Channel: TypeAlias = tuple[str, str]
"""The name of a recording, and that of its channel."""

_LABEL = re.compile(r"^<\S*>(?=\s|$)")  # of the subsets that a segment belongs to
_TAG = re.compile(r"<ALT(_BEGIN|_END|)>", re.IGNORECASE)
_IGNORED = re.compile("ignore_?time_?segment_?in_?scoring", re.IGNORECASE)


@dataclass(frozen=True)
class Segment:
    """A segment of a recording.

    Attributes:
        id: its recording, channel, speaker, begin and end.
        channel: where it is.
        speaker: who speaks.
        begin: in seconds.
        end: in seconds.
        text: what is said.

    """

    id: str
    channel: Channel
    speaker: str
    begin: float
    end: float
    text: str

    @property
    def ignored(self) -> bool:
        """Whether neither the segment nor any word in it is scored."""
        return _IGNORED.search(self.text) is not None


@dataclass(frozen=True)
class Word:
    """A word with its time.

    Attributes:
        channel: where it is.
        begin: in seconds.
        midpoint: the time that decides which segment it belongs to, in seconds.
        text: the word; empty if it is the null word.

    """

    channel: Channel
    begin: float
    midpoint: float
    text: str


class Stm(NistLines):
    """NIST's segments: file, channel, speaker, begin, end, a label if there is any, and the text.

    Segments that are not to be scored are left out.
    """

    name = "stm"
    description = "NIST's segments for sclite: file channel speaker begin end <label> text"
    suffixes = (".stm",)
    columns = ("id", "text", "speaker", "begin", "end")

    def row(self, line: str, at: LineAt) -> Row | None:
        """Return id, text, speaker, begin and end, in seconds."""
        if is_skipped(line):
            return None
        segment = _segment(line, at, self.refusal)
        if segment.ignored:
            return None
        return segment.id, segment.text, segment.speaker, segment.begin, segment.end


class Ctm(Records):
    """NIST's timed words, joined by the segments of an stm file: ids and texts as those have them.

    Args:
        segments: the stm file; without it, no file can be read.
        refusal: why alternatives (``<ALT>``) are refused, and what else to do; ``None``: they are
            read, and written in braces.

    """

    name = "ctm"
    description = "NIST's timed words, for segments: file channel begin duration word confidence"
    suffixes = (".ctm",)

    def __init__(self, segments: Source | None = None, refusal: str | None = NOT_HERE) -> None:
        self.segments = segments
        self.refusal = refusal

    def rows(self, source: Source) -> Iterator[Row]:
        """Return id and words of each segment; see :func:`texts_of_segments`."""
        if self.segments is None:
            raise InputError("file.no_segments", file=source.name)
        yield from texts_of_segments(source, self.segments, self.refusal)


def holds_alternatives(ctm: Source) -> bool:
    """Whether a ctm file has words of which one alone was said.

    Raises:
        InputError: if it cannot be read.

    """
    return any(_TAG.search(text) for text in ctm.whole_lines())


def texts_of_segments(
    ctm: Source, stm: Source, refusal: str | None = NOT_HERE
) -> Iterator[tuple[str, str]]:
    """Join the words of a recogniser by segment, as sclite does.

    A word belongs to the segment of its recording and channel in which its midpoint lies: to the
    first that ends after it. So a word between two segments belongs to the later one, and a word
    after the last segment to that one: each counts as an insertion. Words in segments that are not
    to be scored are left out; a segment without words has the empty text.

    Names of recordings and channels may differ in case. Unlike in sclite, the lines may be in any
    order, but for those of alternatives, which belong to the segment of their first word.

    Args:
        ctm: the words: file, channel, begin, duration, word, and a confidence if there is any. All
            of them are kept in memory.
        stm: the segments.
        refusal: as for :class:`Ctm`.

    Returns:
        The id (as :class:`Stm` has it) and the words of each segment, in the order of ``stm``.

    Raises:
        InputError: for lines of another format, and words of a recording or channel without
            segments.

    """
    segments = [_segment(line, at, None) for at, line in _lines(stm)]
    timelines = _timelines(segments)
    words: list[list[Word]] = [[] for _ in segments]
    for at, word in _words(ctm, refusal):
        if _folded(word.channel) not in timelines:
            recording, channel = word.channel
            raise InputError(
                "file.other_recording",
                place=Place(*at),
                recording=recording,
                channel=channel,
                segments=stm.name,
            )
        indices, ends = timelines[_folded(word.channel)]
        later = bisect_right(ends, word.midpoint)
        words[indices[min(later, len(indices) - 1)]].append(word)
    for segment, of_segment in zip(segments, words, strict=True):
        if not segment.ignored:
            in_time = sorted(of_segment, key=lambda word: word.begin)
            yield segment.id, " ".join(word.text for word in in_time if word.text)


def _folded(channel: Channel) -> Channel:
    """Return the names of a channel as sclite compares them."""
    return channel[0].lower(), channel[1].lower()


def _timelines(segments: Sequence[Segment]) -> dict[Channel, tuple[list[int], list[float]]]:
    """Return the indices of each channel's segments by their beginnings, and the ends up to each.

    A word belongs to the first segment whose end is later.
    """
    channels: dict[Channel, list[int]] = defaultdict(list)
    for index in sorted(range(len(segments)), key=lambda index: segments[index].begin):
        channels[_folded(segments[index].channel)].append(index)
    # sclite keeps the ends in single precision, which decides where a midpoint is at an end.
    ends = [float(np.float32(segment.end)) for segment in segments]
    return {
        channel: (indices, [*accumulate((ends[index] for index in indices), max)])
        for channel, indices in channels.items()
    }


def _lines(source: Source) -> Iterator[tuple[LineAt, str]]:
    """Yield each line that is no comment, with the parts of its place."""
    name = source.name
    for number, line in enumerate(source.lines(), start=1):
        if not is_skipped(line):
            yield (name, number, "line"), line


def _words(ctm: Source, refusal: str | None) -> Iterator[tuple[LineAt, Word]]:
    """Yield the words with the lines they are in; alternatives are one word, written in braces."""
    alternatives: list[list[Word]] = []
    at = (ctm.name, 1, "line")
    for at, line in _lines(ctm):
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
        kind = tag[1].lower()
        if (kind == "_begin") == bool(alternatives):
            raise InputError("file.unpaired_alternatives", place=Place(*at))
        if kind == "_end":
            yield at, _joined(alternatives, at)
            alternatives = []
        else:
            alternatives.append([])
    if alternatives:
        raise InputError("file.unpaired_alternatives", place=Place(*at))


def _joined(alternatives: Sequence[Sequence[Word]], at: LineAt) -> Word:
    """Return alternatives as a word at the time of the first of all."""
    first = next(chain.from_iterable(alternatives), None)
    if first is None:
        raise InputError("file.unpaired_alternatives", place=Place(*at))
    written = (" ".join(word.text or NULL_WORD for word in words) for words in alternatives)
    return replace(first, text=f"{{ {' / '.join(text or NULL_WORD for text in written)} }}")


def _segment(line: str, at: LineAt, refusal: str | None) -> Segment:
    wanted = "file, channel, speaker, begin, end and text"
    file, channel, speaker, begin, end, *text = _fields(line, at, wanted, maxsplit=5)
    segment = Segment(
        id="-".join((file, channel, speaker, begin, end)),
        channel=(file, channel),
        speaker=speaker,
        begin=_number(begin, "the begin", at),
        end=_number(end, "the end", at),
        text=transcript(_LABEL.sub("", text[0], count=1), at, refusal) if text else "",
    )
    if segment.end < segment.begin:
        raise InputError("file.ends_early", place=Place(*at), begin=begin, end=end)
    return segment


def _word(line: str, at: LineAt) -> Word:
    wanted = "file, channel, begin, duration and word"
    file, channel, begin, duration, word, *confidence = _fields(line, at, wanted)
    text = transcript(word, at, OF_PREDICTIONS)
    if confidence and confidence[0] != "NA":
        _number(confidence[0], "the confidence", at)
    start = _number(begin, "the begin", at)
    midpoint = start + _number(duration, "the duration", at) / 2
    return Word((file, channel), start, midpoint, text)


def _fields(line: str, at: LineAt, wanted: str, maxsplit: int = -1) -> list[str]:
    """Return the fields of a line, of which it must have five."""
    fields = line.split(maxsplit=maxsplit)
    if len(fields) < 5:
        raise InputError("file.few_fields", place=Place(*at), count=len(fields), wanted=wanted)
    return fields


def _number(text: str, name: str, at: LineAt) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise InputError("file.no_number", place=Place(*at), field=name, text=text)
    return number


FILE_FORMATS.register(Stm())
FILE_FORMATS.register(Ctm())
