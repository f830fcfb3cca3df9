"""Drawings of alignments, as text for a terminal and as HTML."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import chain, zip_longest
from typing import NamedTuple, TypeAlias, cast
from unicodedata import bidirectional

from levmetrics.alignment.explanation import Code, Words
from levmetrics.alignment.operations import COUNT_OF_KIND, Kind, Operation, count_tokens
from levmetrics.rendering.html import render
from levmetrics.rendering.labels import ERRORS, HITS, MERGES, Count, english
from levmetrics.rendering.text import aligned_columns, told_apart, visible

_MAX_SPOKEN_EDITS = 100
_MAX_LABELLED_LINES = 200
_SIGNS: dict[Kind, str] = {"equal": "=", "substitute": "S", "delete": "D", "insert": "I"}
_Side: TypeAlias = tuple[Sequence[Hashable], str]


class _TokenAbove(NamedTuple):
    """A reference token and the prediction's token below it; ``None`` is a gap."""

    outcome: Count
    target: str | None
    pred: str | None


def alignment_text(operations: Sequence[Operation], width: int) -> str:
    """Return an alignment drawn as text: reference, prediction and operations below each other.

    Args:
        operations: the operations of the alignment.
        width: the width of the lines, in characters.

    """
    cells = [
        [_cell(column.target), _cell(column.pred), column.outcome.letter]
        for column in _columns(operations)
    ]
    return aligned_columns(["REF:", "HYP:", ""], cells, width)


def alignment_html(operations: Sequence[Operation], words: Words) -> str:
    """Return an alignment as self-contained HTML, with its counts and edits in words.

    Args:
        operations: the operations of the alignment.
        words: labels in another language, by the keys of the file ``words.json`` beside this one.

    """
    words = {**english("levmetrics.alignment"), **words}
    columns = _columns(operations)
    sums = count_tokens(operations)
    return render(
        "alignment.html.j2",
        columns=columns,
        direction=_direction(columns),
        totals=[(count, words[count.key].format(number=sums[count])) for count in (HITS, *ERRORS)],
        labelled_lines=min(len(columns), _MAX_LABELLED_LINES),
        spoken=_spoken(columns, words),
        words=words,
    )


def _spoken(columns: Sequence[_TokenAbove], words: Words) -> str:
    """Return an alignment in words: the number of hits, and each edit.

    >>> from levmetrics.alignment.operations import best_operations
    >>> columns = _columns(best_operations(["is", "there"], ["who", "is", "here"], "unit"))
    >>> _spoken(columns, english(__package__))
    "1 right; 'who' missing; 'here' replaced by 'there'"
    """
    edits = [column for column in columns if column.outcome in ERRORS]
    said = [words[HITS.key].format(number=len(columns) - len(edits))]
    for column in edits[:_MAX_SPOKEN_EDITS]:
        tokens = {"target": _cell(column.target), "pred": _cell(column.pred)}
        said.append(words[f"said_{column.outcome.key}"].format(**tokens))
    if len(edits) > _MAX_SPOKEN_EDITS:
        said.append(words["said_more"].format(number=len(edits) - _MAX_SPOKEN_EDITS))
    return words["said_join"].join(said)


def alignment_markup(operations: Sequence[Operation], words: Words) -> str:
    """Return an alignment as HTML without styles, for pages with their own style sheet.

    Args:
        operations: the operations of the alignment.
        words: labels in another language, by the keys of the file ``words.json`` beside this one.

    """
    columns = _columns(operations)
    return render(
        "alignment_columns.html.j2",
        columns=columns,
        direction=_direction(columns),
        words={**english("levmetrics.alignment"), **words},
    )


def alignment_code(operations: Sequence[Operation], *sides: _Side) -> Code | None:
    """Return the code of :meth:`levmetrics.alignment.explanation.Alignment.code`.

    Merges have none, nor have tokens that are no strings or that look like another.

    Args:
        operations: the operations of the alignment.
        *sides: the tokens of the reference and of the prediction, each with its shown text.

    """
    kinds = set(map(type, chain.from_iterable(tokens for tokens, _ in sides)))
    if kinds - {str} or any(map(_has_no_code, operations)):
        return None
    runs = "".join(f"{operation.size}{_SIGNS[operation.kind]}" for operation in operations)
    if all(text.split(" ") == [*tokens] if text else not tokens for tokens, text in sides):
        return f" {runs}"
    if all([*text] == [*tokens] for tokens, text in sides):
        return f".{runs}"
    return [runs, *([*cast("Sequence[str]", tokens)] for tokens, _ in sides)]


def _has_no_code(operation: Operation) -> bool:
    """Whether an operation is a merge, or substitutes tokens that look alike."""
    if operation.kind != "substitute":
        return operation.kind == "merge"
    pairs = zip(map(str, operation.target), map(str, operation.pred), strict=True)
    return any(told_apart(*pair) != pair for pair in pairs)


def _direction(columns: Sequence[_TokenAbove]) -> str:
    """Return the direction in which the columns are read: that of the first letter with one.

    A browser cannot find it, since it ignores isolated text, and each token is isolated.
    """
    tokens = (token for column in columns for token in column[1:] if token is not None)
    for character in chain.from_iterable(tokens):
        kind = bidirectional(character)
        if kind in ("L", "R", "AL"):
            return "ltr" if kind == "L" else "rtl"
    return "ltr"


def _columns(operations: Sequence[Operation]) -> list[_TokenAbove]:
    """Return one column for each token of the operations, and one for each merge."""
    columns: list[_TokenAbove] = []
    for operation in operations:
        outcome = COUNT_OF_KIND[operation.kind]
        target, pred = ([*map(str, side)] for side in (operation.target, operation.pred))
        if operation.kind == "merge":
            outcome, target, pred = MERGES, [" ".join(target)], [" ".join(pred)]
        columns += [_TokenAbove(outcome, *_told_apart(*pair)) for pair in zip_longest(target, pred)]
    return columns


def _told_apart(target: str | None, pred: str | None) -> tuple[str | None, str | None]:
    return (target, pred) if target is None or pred is None else told_apart(target, pred)


def _cell(token: str | None) -> str:
    return "***" if token is None else visible(token)
