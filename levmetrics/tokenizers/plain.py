"""Tokenizers without a dictionary: white space, code points, grapheme clusters, mixed."""

from __future__ import annotations

from dataclasses import dataclass

from levmetrics.inputs.columns import TextColumn
from levmetrics.inputs.tokens import Characters, TokenColumn, Tokens, WordColumn
from levmetrics.lazy import pa, regex
from levmetrics.system.work import steps
from levmetrics.tokenizers.tokenizer import Tokenizer, WordTokenizer, built_in

_CLUSTER = regex.compile(r"\X")
# Without one of these, every code point is a cluster (Unicode Standard Annex #29). For the last
# three "regex" has other properties than for its clusters.
_JOINS = regex.compile(
    r"\r\n|[^\p{GCB=Other}\p{GCB=Control}\p{GCB=CR}\p{GCB=LF}]|[\u1cf5\u1cf6\U00011a3a]"
)
_AT_ONCE = 2_000  # texts that are lists of clusters in Python at one time
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
        texts = column.texts
        starts = range(0, max(len(texts), 1), _AT_ONCE)
        parts = [
            Tokens.of(map(self, texts[start : start + _AT_ONCE].to_pylist())).values
            for start in steps(starts, "splitting", len(starts))
        ]
        return Tokens(pa.concat_arrays(parts))

    def columns(self, *columns: TextColumn) -> list[TokenColumn]:
        """Return the token columns of several columns; without longer clusters, characters."""
        if not any(_JOINS.search("".join(column.texts.to_pylist())) for column in columns):
            return [Characters(column.texts) for column in columns]
        return super().columns(*columns)

    def __repr__(self) -> str:
        return f"grapheme[regex-{regex.__version__}]"


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
