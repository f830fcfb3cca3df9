"""Transcripts with the id of the utterance on each line: NIST's trn and Kaldi's text.

Source: "Sclite Input file formats", doc/infmts.htm of https://github.com/usnistgov/SCTK, and
"Data preparation" of Kaldi, https://kaldi-asr.org/doc/data_prep.html.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from levmetrics.errors import InputError, Place
from levmetrics.formats.file_format import FILE_FORMATS, Records, Row
from levmetrics.formats.source import Source

LineAt: TypeAlias = "tuple[str, int, str]"
"""The parts of a line's ``Place``, which is made once a message needs it."""

# Why a file's alternatives are refused, and what to do.
NOT_HERE = "which are not read here; write one of them alone, or score the file by levmetrics wer"
OF_PREDICTIONS = "which only references may have; write one of them alone"

# A lone brace is a letter, in Buckwalter's Arabic for example.
_ALTERNATION = re.compile(r"\{(?=[^{}]*/)|<ALT(?:_BEGIN|_END)?>", re.IGNORECASE)
_ALTERNATION_TAG = re.compile(r"<ALT(?:_BEGIN|_END)?>", re.IGNORECASE)
_NOT_AS_TAGS = "which are not supported; write them in braces, as { um / @ }"
NULL_WORD = "@"
# With a figure, and a letter first or parts: utt1, 1089-134686-0000; neither 3rd nor 1980s.
_ID = re.compile(r"(?=\S*\d)(?:[A-Za-z][A-Za-z0-9.]*|[A-Za-z0-9.]+(?:[-_][A-Za-z0-9.]+)+)")
_TRANSCRIPT_AND_ID = re.compile(r"(.*)\(([^()]+)\)\s*")


class KeyedLines(Records):
    """Rows with an id, one a line; all ids are kept, of which none may be there twice."""

    def rows(self, source: Source) -> Iterator[Row]:
        """Return the rows of the lines that have one."""
        lines_of_ids: dict[str | float, int] = {}
        name = source.name
        for number, line in enumerate(source.lines(), start=1):
            at = (name, number, "line")
            row = self.row(line, at)
            if row is None:
                continue
            first = lines_of_ids.setdefault(row[0], number)
            if first != number:
                raise InputError("file.repeated_id", place=Place(*at), id=row[0], line=first)
            yield row

    @abstractmethod
    def row(self, line: str, at: LineAt) -> Row | None:
        """Return the values of a line; ``None`` for a line that has none, as a comment.

        Args:
            line: without its end.
            at: the parts of its place, for messages.

        Raises:
            InputError: if it has another format.

        """


class NistLines(KeyedLines):
    """Rows of NIST's formats, whose references may have alternatives.

    Args:
        refusal: why alternatives are refused, and what else to do; ``None``: they are read.

    """

    def __init__(self, refusal: str | None = NOT_HERE) -> None:
        self.refusal = refusal
        self.has_alternatives = refusal is None

    def refusing_alternatives(self, why: str | None) -> NistLines:
        """Return the format without alternatives, or if there is no reason, with them."""
        return type(self)(why)


class Trn(NistLines):
    r"""NIST's transcripts: the words of an utterance, and its id in parentheses.

    As in sclite, ``@`` is no word, ``(word)`` is the word with its parentheses unless alternatives
    are read (sclite's option ``-D``), empty lines and lines that begin with ``;;`` are skipped, and
    upper and lower case are the same in ids. Unlike there, they differ in words, ``;`` and ``\``
    are characters like others, and every id must be in both files.
    """

    name = "trn"
    description = "NIST's transcripts for sclite: words (utterance-id)"
    suffixes = (".trn", ".txt")
    folds_ids = True

    def recognises(self, lines: Sequence[str]) -> bool:
        """Tell whether each of several lines ends with another id, as ``(1089-134686-0000)``."""
        ends = [_TRANSCRIPT_AND_ID.fullmatch(line) for line in lines if not is_skipped(line)]
        return _are_ids([end[2].strip() if end else "" for end in ends])

    def row(self, line: str, at: LineAt) -> Row | None:
        """Return id and text."""
        if is_skipped(line):
            return None
        parts = _TRANSCRIPT_AND_ID.fullmatch(line)
        if not parts or not parts[2].strip():
            raise InputError("file.no_id_at_end", place=Place(*at))
        return parts[2].strip(), transcript(parts[1], at, self.refusal)


class Kaldi(KeyedLines):
    """Kaldi's ``text``: the id of an utterance, then its words."""

    name = "kaldi"
    description = "Kaldi's text: utterance-id words"
    suffixes = (".txt",)

    def recognises(self, lines: Sequence[str]) -> bool:
        """Tell whether each of several lines begins with another id, as ``1089-134686-0000``."""
        filled = [line for line in lines if line.strip()]
        return _are_ids([line.split(maxsplit=1)[0] for line in filled])

    def row(self, line: str, at: LineAt) -> Row:
        """Return id and text; an id alone has the empty text."""
        utterance, *text = line.split(maxsplit=1) or [""]
        if not utterance:
            raise InputError("file.no_id", place=Place(*at))
        return utterance, text[0].strip() if text else ""


def _are_ids(words: Sequence[str]) -> bool:
    """Tell whether several words look like ids of utterances, each another one.

    >>> _are_ids(["spk1-0001", "spk1-0002"]), _are_ids(["utt1", "utt2"]), _are_ids(["1st", "2nd"])
    (True, True, False)
    >>> _are_ids(["covid-19", "covid-19"]), _are_ids(["a-1"])
    (False, False)
    """
    return len({*words}) == len(words) > 1 and all(map(_ID.fullmatch, words))


def is_skipped(line: str) -> bool:
    """Tell whether a line of NIST's formats is empty, or a comment.

    >>> is_skipped(";; a comment"), is_skipped("a ;; b (u-1)")
    (True, False)
    """
    return not line.strip() or line.startswith(";;")


def transcript(text: str, at: LineAt, refusal: str | None) -> str:
    """Return a transcript of NIST's formats as it is scored, without the null words ``@``.

    Args:
        text: of the file.
        at: the parts of its line's place, for messages.
        refusal: why it must not have alternatives, and what else to do; ``None``: it may have some
            in braces, in which ``@`` stays.

    Raises:
        InputError: if it has alternatives and must not.

    >>> transcript(" as far @ as ", ("a.trn", 1, "line"), OF_PREDICTIONS)
    'as far as'
    >>> transcript("@ { um / @ } yes", ("a.trn", 1, "line"), None)
    '{ um / @ } yes'

    """
    refused, why = (_ALTERNATION_TAG, _NOT_AS_TAGS) if refusal is None else (_ALTERNATION, refusal)
    if alternation := refused.search(text):
        raise InputError("file.alternatives", place=Place(*at), written=alternation[0], why=why)
    if NULL_WORD in text and NULL_WORD in (words := text.split()):
        return " ".join(_without_null_words(words))
    return text.strip()


def _without_null_words(words: Sequence[str]) -> Iterator[str]:
    """Yield the words but the null ones that are no alternative."""
    depth = 0
    for word in words:
        depth += (word == "{") - (word == "}")
        if word != NULL_WORD or depth:
            yield word


FILE_FORMATS.register(Trn())
FILE_FORMATS.register(Kaldi())
