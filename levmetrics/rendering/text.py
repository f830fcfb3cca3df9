"""Texts made safe to show, without control characters or formulas, and laid out in columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar
from unicodedata import category, normalize

from levmetrics.errors import without_controls
from levmetrics.lazy import re

V = TypeVar("V")
# Kinds of characters that look alike, by their Unicode category, and the sign for each.
_DRAWN_ALIKE = {"Pd": "-", "Pi": "'", "Pf": "'", "Zs": " "}
_LIKE_LATIN = {
    **dict.fromkeys('"`´ʼ′″‚„', "'"),
    "−": "-",
    **dict(
        zip("АВЕЅІЈКМНОРСТХаеоѕіјрсухԁһ", "ABESIJKMHOPCTXaeosijpcyxdh", strict=True)
    ),  # Cyrillic
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοινα", "ABEZHIKMNOPTYXoiva", strict=True)),  # Greek
}
_LONGEST_TOKEN = 100  # characters that a cell shows at most
# What a spreadsheet takes for the start of a formula: an operator, as it is or in full width, also
# behind control characters, which it may drop; and what it may take for the end of a cell.
_FORMULA_START = re.compile(r"[\x00-\x1f\x7f-\x9f]*[=+\-@＝＋－＠]|[\t\r\n\0]")
_WORD_OR_SPACE = re.compile(r"[ \t\r\n]+|[^ \t\r\n]+")
_MARKUP = re.compile(r"[\\`*_\[\]|~#]")  # what Markdown may read as markup within a line
_MARKUP_AT_START = re.compile(r"^(\d*)([-+.)](?=[\s-]|$)|>)")  # and at its start: lists, quotes


def cell_len(text: str) -> int:
    """Return the number of terminal cells that a text takes; East Asian characters take two.

    >>> cell_len("ab"), cell_len("今日")
    (2, 4)
    """
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # which most texts do not need

    return cell_len(text)


def wrapped(text: str, width: int) -> list[str]:
    """Return a text in lines of at most ``width`` cells; a word that is wider is broken.

    >>> wrapped("a note of words", 8), wrapped("今日は雨", 5)
    (['a note', 'of words'], ['今日', 'は雨'])
    """
    lines, line = [], ""
    for piece in _WORD_OR_SPACE.findall(text):
        if cell_len(line + piece) <= width:
            line += piece
        elif piece.isspace() or cell_len(piece) <= width:
            lines.append(line)
            line = piece.lstrip()
        else:
            for character in piece:
                if cell_len(line + character) > width:
                    lines.append(line)
                    line = ""
                line += character
    return [each.rstrip() for each in (*lines, line) if each.strip()]


def visible(token: str) -> str:
    r"""Return a token for display: white space as ``␣``, control characters as numbers.

    >>> visible("a b"), visible("\x1b[2J"), visible("\u202eabc")
    ('a␣b', '⟨1B⟩[2J', '⟨202E⟩abc')
    """
    return "".join(
        "␣" if character.isspace() else character for character in without_controls(token)
    )


def told_apart(target: str, pred: str) -> tuple[str, str]:
    r"""Return two tokens for display; if they look alike, number the characters that differ.

    They look alike if they have the same skeleton: the compatibility form (NFKC), with one kind of
    dash, quotation mark and space, without format characters, and with the Latin letter for the
    Cyrillic and Greek ones that are drawn like it.

    Source: Unicode Technical Standard 39, section 4, and its data file confusables.txt.

    >>> print(*told_apart("caf\u00e9", "cafe\u0301"), *told_apart("don't", "don\u2019t"))
    café⟨E9⟩ café⟨65⟩⟨301⟩ don'⟨27⟩t don’⟨2019⟩t
    >>> told_apart("is", "was")
    ('is', 'was')

    """
    plain = target == pred or (target.isascii() and pred.isascii())
    # A long s is drawn like an f, and its compatibility form is an s.
    pairs = (target, pred), (target.replace("ſ", "f"), pred.replace("ſ", "f"))
    if plain or all(_skeleton(one) != _skeleton(other) for one, other in pairs):
        return target, pred
    from rapidfuzz.distance import Postfix, Prefix

    start = Prefix.similarity(target, pred)
    end = Postfix.similarity(target[start:], pred[start:])
    return _with_numbers(target, start, end), _with_numbers(pred, start, end)


def _with_numbers(token: str, start: int, end: int) -> str:
    """Return a token with numbers after its characters, except the first and last ones."""
    stop = len(token) - end
    numbers = "".join(f"⟨{ord(character):02X}⟩" for character in token[start:stop])
    return token[:stop] + numbers + token[stop:]


def _skeleton(token: str) -> str:
    return "".join(map(_drawn_as, normalize("NFKC", token)))


def _drawn_as(character: str) -> str:
    kind = category(character)
    if kind == "Cf":
        return ""
    if kind in _DRAWN_ALIKE:
        return _DRAWN_ALIKE[kind]
    return _LIKE_LATIN.get(character, character)


def legible(text: str) -> str:
    r"""Return a text on one line, with control characters as numbers.

    >>> legible("a\tb \u202e c")
    'a b ⟨202E⟩ c'
    """
    return " ".join(map(visible, text.split()))


def markdown_text(text: str) -> str:
    r"""Return a text in which Markdown finds no markup, on one line.

    >>> print(markdown_text("a*b* <i> | [c](d)"))
    a\*b\* &lt;i> \| \[c\](d)
    >>> print(markdown_text("1. item"), markdown_text("-1.5 points"))
    1\. item -1.5 points
    """
    escaped = _MARKUP.sub(r"\\\g<0>", legible(text))
    escaped = _MARKUP_AT_START.sub(r"\1\\\2", escaped)
    return escaped.replace("&", "&amp;").replace("<", "&lt;")


def token_text(token: object) -> str:
    """Return a token for a cell: invisible characters as signs, and no more than fits.

    >>> token_text(" "), len(token_text("a" * 1000))
    ('␣', 101)
    """
    text = str(token)
    return visible(text if len(text) <= _LONGEST_TOKEN else f"{text[:_LONGEST_TOKEN]}…")


def shortened(text: str, longest: int) -> str:
    """Return a text cut to at most this many characters.

    >>> shortened("abcdef", 4)
    'abc…'
    """
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def session_text(segments: Iterable[Mapping[str, Any]]) -> str:
    """Return a session's segments as one text: each speaker's words, or else the times.

    >>> session_text([{"speaker": "anna", "words": "hi"}, {"speaker": "ben", "words": "yes"}])
    'anna: hi / ben: yes'
    >>> session_text([{"speaker": "anna", "start_time": 0, "end_time": 2.5}])
    'anna (0–2.5 s)'

    """
    return " / ".join(map(_segment_text, segments))


def _segment_text(segment: Mapping[str, Any]) -> str:
    speaker, start, end = (segment.get(key) for key in ("speaker", "start_time", "end_time"))
    speaker = speaker or segment.get("type")  # an event of RTTM has no speaker
    if words := segment.get("words"):
        return f"{speaker}: {words}"
    return f"{speaker}:" if start is None or end is None else f"{speaker} ({start:g}–{end:g} s)"


def script_language(texts: Iterable[str]) -> str:
    """Return the language that selects the glyphs of Han characters: Japanese, Korean, or none.

    Without a language, browsers draw Japanese texts with Chinese glyphs.

    >>> script_language(["今日は"]), script_language(["hello"])
    ('ja', '')
    """
    characters = set().union(*texts)
    if any("\u3041" <= character <= "\u30ff" for character in characters):
        return "ja"
    if any("\uac00" <= character <= "\ud7a3" for character in characters):
        return "ko"
    return ""


def formula_safe(value: V) -> V | str:
    """Return a text that a spreadsheet does not read as a formula; other values are unchanged.

    Source: OWASP, "CSV Injection".

    >>> formula_safe("=1+1"), formula_safe("1=1"), formula_safe(-0.5)
    ("'=1+1", '1=1', -0.5)
    """
    return f"'{value}" if isinstance(value, str) and _FORMULA_START.match(value) else value


def aligned_columns(labels: Sequence[str], columns: Sequence[Sequence[str]], width: int) -> str:
    """Lay out columns of cells under each other, in blocks no wider than ``width``.

    Args:
        labels: the label before each row.
        columns: the cells of each column, one for each row; East Asian characters take two places.
        width: the width of a line, in terminal cells; a single wider column is not cut.

    >>> print(aligned_columns(["a:", "b:"], [["今日", "x"], ["y", "は"]], 20))
    a: 今日 y
    b: x    は

    """
    margin = max(map(cell_len, labels), default=0)
    widths = [max(map(cell_len, cells)) for cells in columns]
    blocks: list[str] = []
    for start, stop in _line_breaks(widths, width - margin):
        shown = [(labels, margin), *zip(columns[start:stop], widths[start:stop], strict=True)]
        lines = [
            " ".join([_padded(cells[row], wide) for cells, wide in shown]).rstrip()
            for row in range(len(labels))
        ]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks).rstrip("\n")


def _padded(cell: str, width: int) -> str:
    """Return a cell padded with spaces; one without a width, as a lone mark, is unchanged."""
    return cell + " " * (width - cell_len(cell))


def _line_breaks(widths: Sequence[int], width: int) -> list[tuple[int, int]]:
    """Return the start and stop of each line, with at least one column in each."""
    starts, used = [0], 0
    for index, wide in enumerate(widths):
        if used and used + 1 + wide > width:
            starts.append(index)
            used = 0
        used += 1 + wide
    return list(zip(starts, [*starts[1:], len(widths)], strict=True))
