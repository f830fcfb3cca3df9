"""Praat's TextGrid: one tier per speaker, with intervals as segments.

Source: "TextGrid file formats" in Praat's manual,
https://www.fon.hum.uva.nl/praat/manual/TextGrid_file_formats.html. In its long and its short form,
the values are the free-standing numbers, flags and quoted strings; all other words are
explanations.
"""

from __future__ import annotations

from collections.abc import Iterator

from levmetrics.errors import InputError, Place
from levmetrics.formats.kinds.transcripts import LineAt, finite_number
from levmetrics.formats.sessions.session_format import (
    SESSION_FORMATS,
    Segment,
    SessionFormat,
    segment_of,
    stem,
)
from levmetrics.formats.source import Source
from levmetrics.lazy import re

# A comment, a string (with doubled quotation marks within), a stray mark, a flag, or a number.
_VALUE = re.compile(
    r"(?<!\S)(?:![^\n]*"
    r'|"(?P<string>[^"]*(?:""[^"]*)*)"(?!\S)|(?P<mark>")'
    r"|<(?P<flag>\w+)>(?!\S)"
    r"|(?P<number>[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)(?!\S))"
)
_HEADS = ("ooTextFile", "ooTextFile short")
_INTERVALS, _POINTS = "IntervalTier", "TextTier"


class TextGrid(SessionFormat):
    """Tiers whose names are speakers, and whose intervals have their words.

    The file's name without its suffix is the session. Intervals without text and tiers of points
    are left out.
    """

    name = "textgrid"
    description = "Praat's TextGrid, long or short: a tier a speaker"
    suffixes = (".textgrid",)

    def recognises(self, source: Source) -> bool:
        """Whether the header is that of a text file with the class TextGrid."""
        start = source.decoder.first_text[:200]
        return "ooTextFile" in start and '"TextGrid"' in start

    def segments(self, source: Source) -> Iterator[Segment]:
        """Yield the intervals, tier by tier."""
        values = _TextGridValues(source)
        if values.next("string") not in _HEADS or values.next("string") != "TextGrid":
            raise values.wrong("the head of a TextGrid")
        values.times()
        if values.next("flag") != "exists":
            return
        for _ in range(values.count()):
            kind, speaker = values.next("string"), values.next("string")
            if kind not in (_INTERVALS, _POINTS):
                raise values.wrong("the class of a tier")
            values.times()
            for _ in range(values.count()):
                if kind == _POINTS:
                    values.point()
                    continue
                times, words = values.times(), values.next("string").strip()
                if words:
                    yield segment_of(stem(source), speaker, words, times, values.at)


class _TextGridValues:
    """The values of a file, in order.

    Args:
        source: the file.

    """

    def __init__(self, source: Source) -> None:
        self._text = "".join(source.decoded()).replace("\r\n", "\n")
        self._found = (match for match in _VALUE.finditer(self._text) if match.lastgroup)
        self._name, self._line, self._end = source.name, 1, 0

    @property
    def at(self) -> LineAt:
        """The parts of the place of the last value."""
        return self._name, self._line, "line"

    def next(self, kind: str) -> str:
        """Return the next value.

        Args:
            kind: ``"string"``, ``"flag"`` or ``"number"``.

        Raises:
            InputError: if the value is of another kind, or there is none.

        """
        match = next(self._found, None)
        end = len(self._text) if match is None else match.start()
        self._line += self._text.count("\n", self._end, end)
        self._end = end
        if match is None or match.lastgroup != kind:
            raise self.wrong(f"a {kind}")
        return str(match[kind]).replace('""', '"')

    def time(self) -> float:
        """Return the next number, which is a time."""
        return finite_number(self.next("number"), "the time", self.at)

    def times(self) -> tuple[float, float]:
        """Return the next two numbers."""
        return self.time(), self.time()

    def point(self) -> None:
        """Pass over a time and a string."""
        self.time()
        self.next("string")

    def count(self) -> int:
        """Return the next number, the count of the tiers, intervals or points that follow."""
        number = self.time()
        if not number.is_integer() or number < 0:
            raise self.wrong("a whole number")
        return int(number)

    def wrong(self, wanted: str) -> InputError:
        """Return the error for a value that a TextGrid cannot have there."""
        return InputError("sessions.textgrid", place=Place(*self.at), wanted=wanted)


SESSION_FORMATS.register(TextGrid())
