"""Tokenizers without a dictionary: white space, code points, grapheme clusters, mixed."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from levmetrics.inputs.arrays import BoolArray
from levmetrics.inputs.columns import TextColumn
from levmetrics.inputs.texts import Texts
from levmetrics.inputs.tokens import Characters, TokenColumn, Tokens, WordColumn
from levmetrics.lazy import pa, regex
from levmetrics.system.work import steps
from levmetrics.tokenizers.tokenizer import Tokenizer, WordTokenizer, built_in

_CLUSTER = regex.compile(r"\X")
# Beside none of these, a code point is a cluster (Unicode Standard Annex #29); a line feed is in a
# cluster after a carriage return. For the last three "regex" has other properties than for its
# clusters.
_JOINING = regex.compile(
    r"[^\p{GCB=Other}\p{GCB=Control}\p{GCB=CR}\p{GCB=LF}]|[\n\u1cf5\u1cf6\U00011a3a]"
)
_BOUNDARY = "\0"  # a control character, which is a cluster beside any other
_AT_ONCE = 2_000  # texts whose code points are in memory at one time
# Letters that belong to Han or kana by their script extensions, such as the prolonged sound mark,
# count as letters of these scripts. A letter and the marks after it are one token.
EAST_ASIAN = (
    r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}"
    r"[\p{L}&&[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]]]"
)
# Letters of scripts written without spaces, whose lines break where a dictionary finds words.
SOUTH_EAST_ASIAN = r"[\p{L}&&\p{Line_Break=Complex_Context}]"
_UNSPACED_LETTER = regex.compile(rf"(?=[{EAST_ASIAN}{SOUTH_EAST_ASIAN}])\X", flags=regex.V1)


@dataclass(frozen=True, repr=False)
class WhitespaceTokenizer(Tokenizer):
    """Words as ``str.split()`` finds them, split at Unicode white space and not changed.

    >>> WhitespaceTokenizer()("who is　there")
    ['who', 'is', 'there']
    """

    def __call__(self, text: str) -> list[str]:
        """Split one text into its words."""
        return text.split()

    def column(self, column: TextColumn) -> TokenColumn:
        """Return the texts as words, which the kernel finds on all cores."""
        return WordColumn(column.texts)

    def __repr__(self) -> str:
        return "whitespace"


@dataclass(frozen=True, repr=False)
class CharTokenizer(Tokenizer):
    """Unicode code points, white space included.

    >>> CharTokenizer()("a b")
    ['a', ' ', 'b']
    """

    def __call__(self, text: str) -> list[str]:
        """Split one text into its code points."""
        return list(text)

    def column(self, column: TextColumn) -> TokenColumn:
        """Return the texts themselves, since characters need no splitting."""
        return Characters(column.texts)

    def __repr__(self) -> str:
        return "char"


@dataclass(frozen=True, repr=False)
class GraphemeTokenizer(Tokenizer):
    r"""Grapheme clusters, which readers see as single characters; white space included.

    Source: Unicode Standard Annex #29, "Unicode Text Segmentation", extended grapheme clusters, as
    the ``regex`` package's ``\X`` finds them.

    >>> GraphemeTokenizer()("\U0001f1ef\U0001f1f5 か\u3099") == ["🇯🇵", " ", "か\u3099"]
    True
    """

    def __call__(self, text: str) -> list[str]:
        """Split one text into its grapheme clusters."""
        clusters: list[str] = _CLUSTER.findall(text)
        return clusters

    def column(self, column: TextColumn) -> TokenColumn:
        """Return the grapheme clusters of a column of texts."""
        return _clusters(column.texts, _begins(column.texts))

    def columns(self, *columns: TextColumn) -> list[TokenColumn]:
        """Return the token columns of several columns; without longer clusters, characters."""
        begins = [_begins(column.texts) for column in columns]
        if all(each.all() for each in begins):
            return [Characters(column.texts) for column in columns]
        return [
            _clusters(column.texts, of_column)
            for column, of_column in zip(columns, begins, strict=True)
        ]

    def __repr__(self) -> str:
        return f"grapheme[regex-{regex.__version__}]"


def _begins(texts: Texts) -> BoolArray:
    """Return which code points begin a grapheme cluster, of all texts one after the other."""
    strings = texts.to_pylist()
    starts = range(0, max(len(strings), 1), _AT_ONCE)
    parts = (strings[start : start + _AT_ONCE] for start in steps(starts, "splitting", len(starts)))
    return np.concatenate([*map(_begins_at_once, parts)])


def _begins_at_once(texts: list[str]) -> BoolArray:
    r"""Return the same for a few texts; ``\X`` reads only the code points that may join."""
    lengths, joined = [*map(len, texts)], _BOUNDARY.join(texts)
    each_alone = np.ones(sum(lengths), bool)
    if joined.isascii() and "\r" not in joined:
        return each_alone
    codes = np.frombuffer(joined.encode("utf-32-le"), "<u4")
    is_joining = _is_joining(codes)
    if not is_joining.any():
        return each_alone
    may_join = is_joining.copy()
    may_join[1:] |= is_joining[:-1]
    may_join[:-1] |= is_joining[1:]
    clusters = _CLUSTER.findall(codes[may_join].tobytes().decode("utf-32-le"))
    begins_among = np.zeros(np.count_nonzero(may_join), bool)
    begins_among[[*accumulate(map(len, clusters[:-1]), initial=0)]] = True
    begins = np.ones(len(codes), bool)
    begins[may_join] = begins_among
    is_of_text = np.ones(len(codes), bool)
    is_of_text[[*accumulate(lengths, lambda end, length: end + 1 + length)][:-1]] = False
    return begins[is_of_text]


def _is_joining(codes: npt.NDArray[np.uint32]) -> BoolArray:
    """Return which code points may be in a cluster with those beside them."""
    table = np.zeros(int(codes.max(initial=0)) + 1, bool)
    table[codes] = True
    distinct = np.flatnonzero(table).astype("<u4").tobytes().decode("utf-32-le")
    joining = [*map(ord, _JOINING.findall(distinct))]
    table[:] = False
    table[joining] = True
    return table[codes]


def _clusters(texts: Texts, begins: BoolArray) -> Tokens:
    """Return texts as their clusters, whose UTF-8 is that of the texts."""
    is_start = np.append(texts.data & 0xC0 != 0x80, True)  # of a code point, or the end
    is_start[:-1][is_start[:-1]] = begins
    bounds = np.flatnonzero(is_start)
    buffers = pa.py_buffer(bounds), pa.py_buffer(texts.data)
    clusters = pa.LargeStringArray.from_buffers(len(bounds) - 1, *buffers)
    rows = np.searchsorted(bounds, texts.offsets)
    return Tokens(pa.LargeListArray.from_arrays(pa.array(rows), clusters))


@dataclass(frozen=True, repr=False)
class MixedTokenizer(WordTokenizer):
    """Single characters of scripts written without spaces; everything else is split at white space.

    These scripts are Han, kana and Hangul, and those with Unicode's line breaking class SA (Thai,
    Lao, Khmer, Burmese and their neighbours). Mixed error rates usually count these tokens, as for
    speech in Chinese and English. A character and its marks (voicing marks, vowels above and below,
    variation selectors, the jamo of its syllable) are one token.

    >>> MixedTokenizer()("我喜欢 machine learning 真的")
    ['我', '喜', '欢', 'machine', 'learning', '真', '的']
    >>> MixedTokenizer()("น้ำใจ")
    ['น้ำ', 'ใ', 'จ']
    """

    uses_processes = False  # it takes less time than they take to start

    def spaced(self, text: str) -> str:
        """Return the text with spaces around the characters of unspaced scripts."""
        spaced: str = _UNSPACED_LETTER.sub(r" \g<0> ", text)
        return spaced

    def __repr__(self) -> str:
        return f"mixed[regex-{regex.__version__}]"


built_in("whitespace", WhitespaceTokenizer)
built_in("char", CharTokenizer)
built_in("grapheme", GraphemeTokenizer)
built_in("mixed", MixedTokenizer)
