"""Recognition of utterance ids in lines of text: Kaldi's at the begin, NIST's trn's at the end.

Ids that are read as words are wrong numbers, and so are words that are read as ids. So a shape that
words of texts hardly have decides, and equal ids in two files raise a question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from levmetrics.errors import InputError, Place, few
from levmetrics.lazy import re

# With a figure, and a letter first or parts: utt1, A:7, 1089-134686-0000; neither 3rd nor 10:30.
# Or a long number in hexadecimal.
_WITH_FIGURE = re.compile(
    r"(?=[A-Za-z._:#/@-]*[0-9])(?:"
    r"[A-Za-z][A-Za-z0-9.]*(?:[_:#/@-][A-Za-z0-9.]+)*|"
    r"[A-Za-z0-9.]+(?:[_-][A-Za-z0-9.]+)+(?:[:#/@][A-Za-z0-9.]+)*|"
    r"[0-9A-Fa-f]{16,})"
)
_WITH_UNDERSCORE = re.compile(r"(?=[^_]+_)[^\W_][\w.-]*[^\W_]")
_OF_RECORDINGS = (
    *(".wav", ".flac", ".mp3", ".mp4", ".m4a", ".ogg", ".oga", ".opus", ".sph", ".aac", ".aiff"),
    *(".wma", ".webm", ".mkv", ".avi", ".mov"),
)
_OF_FILES = (*_OF_RECORDINGS, ".jpg", ".jpeg", ".png", ".tif", ".tiff", ".bmp", ".pdf")
# Scores, years and dates, which have the shape of ids, and with which many lines may begin: 3-1,
# 2019-20, 2024-01-05.
_MAY_RECUR = re.compile(r"\d{1,3}-\d{1,3}|\d{4}-\d\d(?:\d\d)?|\d{1,4}-\d{1,2}-\d{1,4}")
_NUMBER_OF_ID = re.compile(r"0\d\d+|\d{6,}")  # with zeros before it, or long
_FIGURE = re.compile(r"\d")
_IN_PARENTHESES = re.compile(r".*\(([^()]+)\)\s*")
_REPEATED = 10  # lines of which one may repeat the id of another
# So many equal first words are not a coincidence: if they are sorted, as Kaldi has them, or not.
_SORTED, _UNSORTED = 10, 100
_NAMES = 10  # so many lines with names as ids, spk_ann, are not a coincidence either

IdOf: TypeAlias = Callable[[str], str]
"""A function that returns what would be the id of a line; an empty text if there is none."""


def first_word(line: str) -> str:
    """Return the first word of a line, where Kaldi has the id.

    >>> first_word(" utt1 a b"), first_word("")
    ('utt1', '')
    """
    return next(iter(line.split(maxsplit=1)), "")


def in_last_parentheses(line: str) -> str:
    """Return the text in parentheses at the end of a line, where trn has the id.

    >>> in_last_parentheses("a (b) c (utt1) "), in_last_parentheses("a (b) c")
    ('utt1', '')
    """
    found = _IN_PARENTHESES.fullmatch(line)
    return found[1].strip() if found else ""


def is_id(word: str) -> bool:
    """Whether a word has the shape of an id, as hardly a word of a text has.

    >>> [*map(is_id, ["utt1", "1089-134686-0000", "a.wav", "spk_anna", "A:7"])]
    [True, True, True, True, True]
    >>> [*map(is_id, ["3rd", "1980s", "10:30", "7", "well-known", "example.com", "a_"])]
    [False, False, False, False, False, False, False]
    """
    return _WITH_FIGURE.fullmatch(word) is not None or _is_surely_id(word)


def _is_surely_id(word: str) -> bool:
    """Whether few words have this shape: a file, or parts with underscores between them."""
    return _is_file(word) or _WITH_UNDERSCORE.fullmatch(word) is not None


def _is_file(word: str) -> bool:
    return word.lower().endswith(_OF_FILES)


def _is_likely_id(word: str) -> bool:
    """Whether a word has the shape of an id, or is a long number, and is no date."""
    if _MAY_RECUR.fullmatch(word):
        return False
    return is_id(word) or _NUMBER_OF_ID.fullmatch(word) is not None


class Ids(NamedTuple):
    """Where the lines of a format have their ids.

    Attributes:
        format: the name of the format.
        id_of: returns what would be the id of a line.
        repeated: the code of the refusal of lines of which two may have the same id.
        question: the code of the refusal of lines that may have ids.

    """

    format: str
    id_of: IdOf
    repeated: str
    question: str


AT_BEGIN = Ids("kaldi", first_word, "file.word_or_id", "file.words_or_ids")
AT_END = Ids("trn", in_last_parentheses, "file.word_or_id_at_end", "file.words_or_ids_at_end")


def have_ids(file: str, lines: Iterable[tuple[int, str]], ids: Ids) -> bool:
    """Whether all lines have different ids, and one of them a text.

    Args:
        file: the name of a file, for messages.
        lines: its first lines, with their numbers.
        ids: where the ids would be.

    Raises:
        InputError: if the ids may be words: if one is repeated, if they are dates, if a few lines
            begin with names as code has them, and for a single line without a recording.

    """
    known: dict[str, int] = {}
    repeated: tuple[int, str] | None = None
    has_text = False
    for number, line in lines:
        one = ids.id_of(line)
        if not is_id(one):
            return False
        has_text = has_text or _has_more(line)
        if known.setdefault(one, number) != number:
            repeated = repeated or (number, one)
    if not has_text or (len(known) == 1 and not any(map(_is_surely_id, known))):
        return False
    if repeated and any(map(_MAY_RECUR.fullmatch, known)):
        return False
    if repeated:
        number, one = repeated
        raise InputError(ids.repeated, place=Place(file, number, "line"), id=one, line=known[one])
    if _may_be_words([*known], ids):
        raise InputError(ids.question, files=file, ids=few(known))
    return True


def _may_be_words(found: Sequence[str], ids: Ids) -> bool:
    """Whether what has the shape of ids may be words: dates, names in code, or that of one line."""
    if len(found) == 1:
        return not found[0].lower().endswith(_OF_RECORDINGS)
    if all(map(_MAY_RECUR.fullmatch, found)):
        return True
    are_names = not any(map(_FIGURE.search, found)) and not all(map(_is_file, found))
    return are_names and len(found) < _NAMES and ids is AT_BEGIN


def _has_more(line: str) -> bool:
    """Whether a line has more than one word."""
    return len(line.split(maxsplit=1)) > 1


def likely_ids(lines: Iterable[str], id_of: IdOf) -> list[str]:
    """Return what would be the ids of lines; none if a line has none, or if many recur.

    Nor have lines ids if most of them have nothing else.

    >>> likely_ids(["1 a", "", "2 b"], first_word), likely_ids(["1st", "2nd"], first_word)
    (['1', '2'], [])
    """
    ids: list[str] = []
    known: set[str] = set()
    with_text = 0
    for line in filter(str.strip, lines):
        one = id_of(line)
        ids.append(one)
        known.add(one)
        if not one or len(ids) - len(known) > _REPEATED + len(ids) // _REPEATED:
            return []
        with_text += _has_more(line)
    return ids if 2 * with_text >= len(ids) else []


def may_be_ids(ours: Sequence[str], theirs: Sequence[str]) -> bool:
    """Whether what would be the ids of two files may be ids.

    They may if all have the shape of an id, and are neither dates nor one word on many lines. Or
    hardly one is repeated, and most have figures and are in both files; or both files have the
    same ones, in different orders, or too many to be the same by chance.

    Args:
        ours: what would be the ids of a file, in the order of its lines.
        theirs: the same of another file.

    >>> may_be_ids(["utt1"], ["utt1"]), may_be_ids(["hello"], ["hello"])
    (True, False)
    >>> may_be_ids(["1", "2"], ["1", "2"]), may_be_ids(["a", "b"], ["a", "b"])
    (True, False)
    >>> may_be_ids(["x", "y", "z"], ["y", "z", "x"])
    True

    """
    count, distinct = len(ours), {*ours}
    if len(distinct) < min(2, count):
        return False
    if all(map(_is_likely_id, (*ours, *theirs))):
        return True
    if len(distinct) < 2:
        return False
    repeated = count - len(distinct)
    if 2 * sum(map(bool, map(_FIGURE.search, distinct.intersection(theirs)))) > len(distinct):
        return repeated <= max(1, count // _REPEATED)
    if distinct != {*theirs}:
        return False
    in_order = sorted(ours)
    is_shuffled = count > 2 and [*ours] != [*theirs] and in_order == sorted(theirs)
    if is_shuffled or (count >= _SORTED and in_order == [*ours]):
        return repeated <= count // _REPEATED
    return count >= _UNSORTED and repeated <= count // _UNSORTED


def ids_of_both(
    ours: Callable[[], Iterable[str]], theirs: Callable[[], Iterable[str]]
) -> tuple[Ids, list[str]] | None:
    """Return where the lines of two texts may have ids, and those of the first; ``None``: nowhere.

    Args:
        ours: returns the lines of a text.
        theirs: the same of another text.

    """
    for ids in (AT_BEGIN, AT_END):
        found = likely_ids(ours(), ids.id_of)
        others = likely_ids(theirs(), ids.id_of) if found else []
        if others and may_be_ids(found, others):
            return ids, found
    return None
