"""The units of ROUGE: words without case and punctuation, and rouge-score's own rule.

They lose what no tokenizer of :mod:`levmetrics.tokenizers` may lose, and so belong to this wing. A
line feed stays where it is, between the sentences of ROUGE-Lsum.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from levmetrics.errors import unknown_name
from levmetrics.inputs.arrow import split_whitespace
from levmetrics.inputs.columns import TextColumn
from levmetrics.inputs.texts import Texts
from levmetrics.inputs.tokens import TokenColumn, Tokens, WordColumn
from levmetrics.lazy import pa, pc, re, regex
from levmetrics.normalizers.basic import texts_at_once
from levmetrics.signature import version
from levmetrics.system.extras import needed_by
from levmetrics.tokenizers import TOKENIZERS, Tokenizer, TokenizerLike, get_tokenizer
from levmetrics.tokenizers.tokenizer import WordTokenizer

# Letters of scripts written without spaces: Han, kana and Bopomofo, also by their script
# extensions, as the prolonged sound mark; Yi, Tangut, Nushu and Khitan; those between whose
# syllables a line may break, as Balinese; and those whose words only a dictionary finds: Thai, Lao,
# Khmer, Burmese and their neighbours.
_UNSPACED = (
    r"[[\p{Han}\p{Hiragana}\p{Katakana}\p{Bopomofo}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}"
    r"\p{Yi}\p{Tangut}\p{Nushu}\p{Khitan_Small_Script}"
    r"\p{lb=Complex_Context}\p{lb=Aksara}\p{lb=Aksara_Start}]"
    r"&&[\p{L}[\p{N}&&\p{Han}]]]"
)
# A letter of theirs with its marks is a word, also with those that are no part of its grapheme
# cluster, as the Burmese vowel aa. So is a run of other letters and digits, with the marks and
# joiners after them.
_WORD = regex.compile(
    rf"(?={_UNSPACED})\X[\p{{M}}\p{{Join_Control}}]*|[[\p{{L}}\p{{N}}]--{_UNSPACED}]"
    rf"[[\p{{L}}\p{{M}}\p{{N}}\p{{Join_Control}}]--{_UNSPACED}]*|[\n\0]",
    flags=regex.V1,
)
# The same without letters of theirs, in a third of the time; and what may be such a letter.
_SPACED_WORD = regex.compile(r"[\p{L}\p{N}][\p{L}\p{M}\p{N}\p{Join_Control}]*|[\n\0]")
_MAY_BE_UNSPACED = re.compile(
    r"[^\0-\u0dff\u10a0-\u10ff\u1200-\u137f\u1e00-\u2bff\uac00-\ud7af\ufb00-\uff65"
    r"\U0001f000-\U0001faff]"
)
_LONGEST_UNSTEMMED = 3  # letters, in rouge-score
# By byte: ASCII letters in lower case, digits and line feeds; spaces for all else.
_KEPT = bytes(
    ord(character.lower()) if character.isascii() and (character.isalnum() or byte == 10) else 32
    for byte, character in enumerate(map(chr, range(256)))
)
_WITHOUT_NUL = b" " + bytes(range(1, 256))


class Units(WordTokenizer):
    """Base class of the units: texts become words between spaces, and line feeds stay."""

    uses_processes = False

    @abstractmethod
    def spaced_texts(self, texts: Texts) -> Texts:
        """Return texts of units with spaces between them, and the line feeds of the texts."""

    def spaced(self, text: str) -> str:
        """Return the units of a text with spaces between them."""
        return self.spaced_texts(Texts.of([text]))[0]

    def identity(self) -> int:
        """Return 0, as of a built-in tokenizer: its name says all of it."""
        return 0

    def columns(self, *columns: TextColumn) -> list[TokenColumn]:
        """Return the units of columns of texts, each of which is read at once."""
        return [WordColumn(self.spaced_texts(column.texts)) for column in columns]


@dataclass(frozen=True, repr=False)
class WordUnits(Units):
    """Lower-cased runs of letters, marks and digits; of scripts without spaces each letter.

    These are Han, kana, Thai, Lao, Khmer, Burmese and their like, of which each letter with its
    marks is a word. Texts of ASCII have the words of rouge-score.

    >>> WordUnits()("The café's Größe, いぬ ねこ!")
    ['the', 'café', 's', 'größe', 'い', 'ぬ', 'ね', 'こ']

    """

    def spaced_texts(self, texts: Texts) -> Texts:
        """Return texts of words with spaces between them."""
        if texts.is_ascii:
            return _of_bytes(texts)
        return texts_at_once(_spaced, texts).translated(_WITHOUT_NUL)

    def __repr__(self) -> str:
        return f"words[regex-{regex.__version__}]"


def _spaced(text: str) -> str:
    lower = text.lower()
    word = _WORD if _MAY_BE_UNSPACED.search(lower) else _SPACED_WORD
    return " ".join(word.findall(lower))


@dataclass(frozen=True, repr=False)
class AsciiUnits(Units):
    """Lower-cased runs of a to z and 0 to 9, as in rouge-score; all other letters are lost.

    >>> AsciiUnits()("The café's Größe, いぬ!")
    ['the', 'caf', 's', 'gr', 'e']
    """

    def spaced_texts(self, texts: Texts) -> Texts:
        """Return texts of words with spaces between them."""
        return _of_bytes(texts if texts.is_ascii else texts_at_once(str.lower, texts))

    def lost(self, texts: Texts) -> tuple[int, int]:
        """Return the number of letters that are lost, and that of the texts that lose any.

        >>> AsciiUnits().lost(Texts.of(["café", "tea", "ねこ"]))
        (3, 2)
        """
        if texts.is_ascii:
            return 0, 0
        letters = regex.compile(r"(?![a-z])\p{L}")
        counts = [len(letters.findall(text.lower())) for text in texts]
        return sum(counts), sum(map(bool, counts))

    def __repr__(self) -> str:
        return "ascii"


def _of_bytes(texts: Texts) -> Texts:
    """Return texts with ASCII letters in lower case, digits and line feeds, and spaces else."""
    kept = texts.translated(_KEPT)
    kept.is_ascii = True
    return kept


UNITS: Mapping[str, Units] = {"words": WordUnits(), "ascii": AsciiUnits()}
"""The units by name, which come before tokenizers."""


def get_units(tokenizer: TokenizerLike) -> Tokenizer:
    """Return units or a tokenizer by name; anything else as a tokenizer.

    Raises:
        InputError: for an unknown name, or anything else that is no tokenizer.

    >>> get_units("words"), get_units("char")
    (words[regex-...], char)

    """
    if not isinstance(tokenizer, str):
        return get_tokenizer(tokenizer)
    if tokenizer in UNITS:
        return UNITS[tokenizer]
    if tokenizer.partition(":")[0] not in {name.partition(":")[0] for name in TOKENIZERS}:
        raise unknown_name([*UNITS, *TOKENIZERS], tokenizer, "tokenizer")
    return get_tokenizer(tokenizer)


@dataclass(frozen=True, repr=False)
class PorterStemmer:
    """NLTK's Porter stemmer, for tokens of more than three letters, as rouge-score calls it.

    Raises:
        MissingPackageError: if NLTK is not installed.

    >>> PorterStemmer()(Tokens.of([["running", "runs", "dogs", "was"]])).values.to_pylist()
    [['run', 'run', 'dog', 'was']]

    """

    def __post_init__(self) -> None:
        _stem()

    def __call__(self, column: TokenColumn) -> TokenColumn:
        """Return a column with its tokens stemmed, each distinct one once."""
        if isinstance(column, WordColumn):
            words = _stemmed(split_whitespace(column.values.to_arrow()))
            return WordColumn(
                Texts.of_arrow(pc.binary_join(words, pa.scalar(" ", pa.large_string())))
            )
        return Tokens(_stemmed(column.values)) if isinstance(column, Tokens) else column

    def __repr__(self) -> str:
        return f"porter[nltk-{version('nltk')}]"


def _stemmed(rows: Any) -> Any:
    """Return lists of tokens in Arrow with their stems."""
    tokens, stem = rows.flatten().dictionary_encode(), _stem()
    stems = [
        stem(token) if len(token) > _LONGEST_UNSTEMMED else token
        for token in tokens.dictionary.to_pylist()
    ]
    offsets = np.asarray(rows.offsets).astype(np.int64)
    flat = pa.array(stems, pa.large_string()).take(tokens.indices)
    return pa.LargeListArray.from_arrays(pa.array(offsets - offsets[0]), flat)


@cache
def _stem() -> Callable[[str], str]:
    with needed_by("stemmer='porter'", "rouge"):
        from nltk.stem.porter import PorterStemmer as Porter
    stem: Callable[[str], str] = Porter().stem
    return stem
