"""The samples of one request, checked and tokenized once for all scorers and systems."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import chain, cycle
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

import numpy as np

from levmetrics.edits.compiled import string_column
from levmetrics.edits.pairs import TokenPairs
from levmetrics.errors import InputError, Place, quoted
from levmetrics.inputs.arguments import check_same_length, reading
from levmetrics.inputs.arrays import IntArray
from levmetrics.inputs.arrow import lone_surrogate
from levmetrics.inputs.columns import TextColumn, prediction_column, reference_column
from levmetrics.inputs.tokens import (
    Characters,
    SampleReferencesLike,
    SamplesLike,
    TokenColumn,
    TokenReferencesLike,
    TokenRows,
    TokensLike,
    WordColumn,
    holds_tokens,
    token_columns,
    token_rows,
)
from levmetrics.inputs.values import ValueColumn, value_column
from levmetrics.normalizers import Chain, NormalizerLike, get_normalizer
from levmetrics.tokenizers import Tokenizer, TokenizerLike, get_tokenizer
from levmetrics.tokenizers.plain import CharTokenizer, WhitespaceTokenizer

T = TypeVar("T")

PADDING = -100  # the id that PyTorch and transformers ignore in labels

SampleLike: TypeAlias = "str | Sequence[Hashable]"
"""One text, or its tokens."""

# For more texts, a column is faster: to normalize, or to compare with several references.
_FEW = 50

_READ_BY_KERNEL: dict[type[Tokenizer], type[TokenColumn]] = {
    WhitespaceTokenizer: WordColumn,
    CharTokenizer: Characters,
}


class StringPairs(NamedTuple):
    """Strings for the kernel, pair by pair.

    Attributes:
        preds: a string, or a list of supposed strings.
        target: the same, of equal length.
        tokens: the type of the column that the texts would be: words or characters.
        offsets: where each sample's pairs start, as in
            :class:`levmetrics.edits.pairs.TokenPairs`.

    """

    preds: Any
    target: Any
    tokens: type[TokenColumn]
    offsets: IntArray | None = None


class SampleReader:
    """A cache of one request's samples, read as token pairs, texts or values on demand.

    A tokenizer reads each distinct text of all systems and references once, for any number of
    scorers and results. Input of any type is accepted, and checked when it is read.

    Args:
        systems: the predictions of each system: a column of texts, tokens or values.
        target: the references of all systems: one column.
        names: the names of the caller's arguments, for messages: one for each system, or one for
            all, and last that of the references.

    >>> from levmetrics.tokenizers import get_tokenizer
    >>> reader = SampleReader([["is there"], ["was there"]], ["who is there"])
    >>> pairs = reader.token_pairs(get_tokenizer("whitespace"), None, Chain(()))
    >>> [list(system.preds.rows()) for system in pairs]
    [[['is', 'there']], [['was', 'there']]]

    """

    def __init__(
        self,
        systems: Sequence[Any],
        target: Any,
        names: tuple[str, ...] = ("predictions", "references"),
    ) -> None:
        self._systems = systems
        self._target = target
        self.names = names
        self._cache: list[tuple[tuple[object, ...], Any]] = []
        self._keeps_strings = False  # whether both sides are a string or a list of our own

    def holds_tokens(self) -> bool:
        """Whether the predictions are tokens rather than texts."""
        return any(holds_tokens(system, name) for name, system in self._named_systems())

    def _named_systems(self) -> list[tuple[str, Any]]:
        """Return each system with the name of the caller's argument."""
        *names, _ = self.names
        return [*zip(names if len(names) > 1 else cycle(names), self._systems, strict=False)]

    def texts(self, normalizer: Chain | None = None) -> tuple[list[TextColumn], TextColumn]:
        """Return predictions and references as checked columns of texts, normalized on request.

        Raises:
            InputError: for a value that is not a column of texts, for columns of different lengths,
                and if the normalizer fails.

        """
        if normalizer is None or not normalizer.steps:
            return self.cached(("texts",), self._read_texts)
        preds, target = self.texts()

        def normalized() -> tuple[list[TextColumn], TextColumn]:
            *normal_preds, normal_target = normalizer.columns(*preds, target)
            return normal_preds, normal_target

        return self.cached(("texts", normalizer), normalized)

    def first_references(self, most: int) -> list[str]:
        """Return texts of the first samples' references; none of tokens.

        Args:
            most: the largest number of samples.

        Raises:
            InputError: for references that cannot be read.

        """
        if self.holds_tokens():
            return []
        if isinstance(self._target, str):
            return [self._target]
        if not isinstance(self._target, list):
            return self.texts()[1].texts[:most].to_pylist()
        rows = ([row] if isinstance(row, str) else row for row in self._target[:most])
        return [text for text in chain.from_iterable(rows) if isinstance(text, str)]

    def _read_texts(self) -> tuple[list[TextColumn], TextColumn]:
        preds = [read_predictions(system, name) for name, system in self._named_systems()]
        target = read_references(self._target, self.names[-1])
        for column in preds:
            check_same_length(column, target)
        return preds, target

    def token_pairs(
        self,
        tokenizer: Tokenizer,
        explicit_tokenizer: Tokenizer | None,
        normalizer: Chain,
        ignore_index: int | None = None,
    ) -> list[TokenPairs]:
        """Return the token pairs of each system.

        Args:
            tokenizer: splits texts.
            explicit_tokenizer: the same if the caller chose it; ``None`` if it is the default.
                Tokenized input refuses an explicit one.
            normalizer: applied first to texts.
            ignore_index: the padding id in arrays of token ids.

        Raises:
            InputError: for anything that cannot be scored.

        """
        if self.holds_tokens():
            return self.cached(
                ("tokens", explicit_tokenizer, normalizer, ignore_index),
                lambda: [
                    _pairs_of_tokens(
                        *(system, self._target, explicit_tokenizer, normalizer, ignore_index),
                        (name, self.names[-1]),
                    )
                    for name, system in self._named_systems()
                ],
            )
        preds, target = self.texts(normalizer)
        *columns, references = self.cached(
            ("texts in tokens", tokenizer, normalizer), lambda: tokenizer.columns(*preds, target)
        )
        return [TokenPairs(rows, references, target.offsets) for rows in columns]

    def strings(self, tokenizer: Tokenizer, normalizer: Chain) -> StringPairs | None:
        """Return Python strings for the kernel; ``None`` for anything else.

        Args:
            tokenizer: splits the texts.
            normalizer: applied first, if the texts are few.

        """
        tokens = _READ_BY_KERNEL.get(type(tokenizer))
        if tokens is None or len(self._systems) > 1:
            return None
        pairs = self._string_pairs(tokens)
        if pairs is None or not normalizer.steps:
            return pairs
        sides = _normalized(pairs.preds, normalizer), _normalized(pairs.target, normalizer)
        return None if None in sides else StringPairs(*sides, tokens, pairs.offsets)

    def _string_pairs(self, tokens: type[TokenColumn]) -> StringPairs | None:
        """Return the strings of both sides pair by pair; ``None`` for anything else."""
        preds, target = _strings(self._systems[0]), _strings(self._target)
        if preds is None:
            return None
        if target is not None:
            self._systems, self._target, self._keeps_strings = [preds], target, True
            return StringPairs(preds, target, tokens)
        if type(self._target) is not list or len(self._target) > _FEW or self.holds_tokens():
            return None
        [predictions], references = self.texts()
        return _repeated(predictions, references, tokens)

    def strings_of(self, samples: IntArray) -> SampleReader | None:
        """Return a reader of some samples; ``None`` unless it still holds all as Python strings."""
        if not self._keeps_strings:
            return None
        rows = samples.tolist()
        preds, target = (
            side if type(side) is str else [side[row] for row in rows]
            for side in (self._systems[0], self._target)
        )
        return SampleReader([preds], target)

    def values(self) -> tuple[list[ValueColumn], ValueColumn]:
        """Return predictions and references as unchecked columns of nested values.

        Raises:
            InputError: for a value that is not a column.

        """
        return self.cached(
            ("values",),
            lambda: (
                [read_values(system, name) for name, system in self._named_systems()],
                read_values(self._target, self.names[-1]),
            ),
        )

    def cached(self, key: tuple[object, ...], read: Callable[[], T]) -> T:
        """Return the cached result for an equal key, or else read it."""
        result: T
        for cached_key, result in self._cache:  # no dictionary: functions may be unhashable
            if cached_key == key:
                return result
        result = read()
        self._cache.append((key, result))
        return result


def read_predictions(values: Any, name: str) -> TextColumn:
    """Return a checked column of predictions; the compiled module reads lists of strings.

    Args:
        values: see :func:`levmetrics.inputs.columns.prediction_column`.
        name: the name of the caller's argument, for messages.

    Raises:
        InputError: for anything else, with the position of the first bad value.

    """
    column = string_column(values, name)
    if column is None or column.offsets is not None:
        return prediction_column(values, name)
    return column


def read_references(values: Any, name: str) -> TextColumn:
    """Return a checked column of references; the compiled module reads lists of strings.

    Args:
        values: see :func:`levmetrics.inputs.columns.reference_column`.
        name: the name of the caller's argument, for messages.

    Raises:
        InputError: for anything else, including an empty list.

    """
    column = string_column(values, name)
    return reference_column(values, name) if column is None else column


def read_values(values: Any, name: str) -> ValueColumn:
    """Return a column of nested values; those that all are texts, or lists of texts, are read.

    Args:
        values: see :func:`levmetrics.inputs.values.value_column`.
        name: the name of the caller's argument, for messages.

    Raises:
        InputError: for a value without order or length.

    """
    texts = string_column(values, name)
    return value_column(values, name) if texts is None else ValueColumn(name, values, texts=texts)


def _strings(side: Any) -> Any:
    """Return the strings of a side, with a list copied; ``None`` for anything else."""
    if isinstance(side, TextColumn):
        return side.strings
    if type(side) is not list:
        return side if type(side) is str else None
    # The caller's list may change before an alignment is requested.
    return None if side and type(side[0]) in (list, tuple) else side[:]


def _repeated(
    preds: TextColumn, target: TextColumn, tokens: type[TokenColumn]
) -> StringPairs | None:
    """Return strings of which some belong to the same sample, pair by pair."""
    texts, references = preds.texts.strings, target.texts.strings
    if texts is None or references is None or target.offsets is None:
        return None
    counts = zip(texts, np.diff(target.offsets).tolist(), strict=True)
    repeated = [text for text, count in counts for _ in range(count)]
    return StringPairs(repeated, references, tokens, target.offsets)


def _normalized(texts: Any, normalizer: Chain) -> list[str] | None:
    """Return normalized texts; ``None`` for many, and for faulty texts, which a column reports."""
    texts = [texts] if type(texts) is str else texts
    if len(texts) > _FEW or set(map(type, texts)) != {str}:
        return None
    try:
        return [*map(normalizer, texts)]
    except Exception:  # the column, normalized instead, names the text and the fault
        return None


def token_pairs(
    predictions: SamplesLike,
    references: SampleReferencesLike,
    tokenizer: TokenizerLike | None,
    normalizer: NormalizerLike = None,
    ignore_index: int | None = PADDING,
) -> TokenPairs:
    """Return the token pairs of predictions and references, checked, normalized and split.

    Args:
        predictions: texts, see :func:`levmetrics.inputs.columns.prediction_column`; or tokens, see
            :func:`levmetrics.inputs.tokens.token_rows`.
        references: texts, see :func:`levmetrics.inputs.columns.reference_column`; or tokens.
        tokenizer: splits texts, by default at white space; see
            :func:`levmetrics.tokenizers.get_tokenizer`. For tokens, it must be ``None``.
        normalizer: applied first to texts; see :func:`levmetrics.normalizers.get_normalizer`.
        ignore_index: the padding id in arrays of token ids.

    Raises:
        InputError: for anything that cannot be scored, with argument, position and remedy.

    >>> pairs = token_pairs("Rain", [["rain", "sun"]], "char", "lower")
    >>> pairs.preds.values.to_pylist(), pairs.target.values.to_pylist(), pairs.offsets
    (['rain'], ['rain', 'sun'], array([0, 2]))

    """
    given = None if tokenizer is None else get_tokenizer(tokenizer)
    split = get_tokenizer("whitespace") if given is None else given
    [pairs] = SampleReader([predictions], references).token_pairs(
        split, given, get_normalizer(normalizer), ignore_index
    )
    return pairs


def _pairs_of_tokens(
    preds: SamplesLike,
    target: SampleReferencesLike,
    tokenizer: TokenizerLike | None,
    normalizer: Chain,
    ignore_index: int | None,
    names: tuple[str, str],
) -> TokenPairs:
    """Return the token pairs of tokenized predictions and references, without padding.

    Args:
        preds: see :func:`levmetrics.inputs.tokens.token_rows`.
        target: the same.
        tokenizer: must be ``None``.
        normalizer: must have no steps.
        ignore_index: the padding id in arrays of token ids.
        names: the names of the caller's arguments, for messages.

    Raises:
        InputError: for anything else.

    """
    _refuse_for_tokens(names[0], tokenizer, normalizer)
    pred_rows = token_rows(cast("TokensLike", preds), names[0], ignore_index)
    target_rows = token_rows(cast("TokenReferencesLike", target), names[1], ignore_index)
    if pred_rows.offsets is not None:
        raise InputError("tokens.several", place=names[0])
    check_same_length(pred_rows, target_rows)
    if _all_tuples(target_rows) and not _all_tuples(pred_rows):
        raise InputError("tokens.tuples", side=names[0], other=names[1])
    predictions, references, vocabulary = token_columns(pred_rows, target_rows)
    return TokenPairs(predictions, references, target_rows.offsets, vocabulary)


def _refuse_for_tokens(name: str, tokenizer: TokenizerLike | None, normalizer: Chain) -> None:
    """Refuse a tokenizer or normalizer for tokenized input, on which it has no effect."""
    if normalizer.steps:
        raise InputError("tokens.normalizer", place=name, normalizer=quoted(normalizer))
    if tokenizer is not None:
        raise InputError("tokens.tokenizer", place=name, tokenizer=quoted(get_tokenizer(tokenizer)))


def _all_tuples(rows: TokenRows) -> bool:
    return len(rows.tokens) > 0 and set(map(type, rows.tokens)) == {tuple}


def both_tokens(
    prediction: SampleLike,
    reference: SampleLike,
    tokenizer: TokenizerLike | None,
    normalizer: NormalizerLike,
    *,
    default_tokenizer: str = "whitespace",
) -> tuple[Sequence[Hashable], Sequence[Hashable]]:
    """Return the checked tokens of a prediction and of its reference.

    Args:
        prediction: as for :func:`_single_tokens`.
        reference: the same.
        tokenizer: the same.
        normalizer: the same.
        default_tokenizer: the same.

    Raises:
        InputError: for anything else, and for lists of texts that may be several samples.

    >>> both_tokens(["New York", "is"], ["New York", "was"], None, None)
    (['New York', 'is'], ['New York', 'was'])

    """
    sides = {"prediction": prediction, "reference": reference}
    _refuse_samples(sides)
    pred_tokens, target_tokens = (
        _single_tokens(side, name, tokenizer, normalizer, default_tokenizer)
        for name, side in sides.items()
    )
    return pred_tokens, target_tokens


def _refuse_samples(sides: dict[str, Any]) -> None:
    """Refuse lists that may be several samples, or that a text cannot be compared with."""
    lists = {name: side for name, side in sides.items() if isinstance(side, (list, tuple))}
    of_words: dict[str, list[int]] = {}
    for name, side in lists.items():
        with reading(lambda: name):  # noqa: B023
            texts = [token if isinstance(token, str) else "" for token in side]
            of_words[name] = [i for i, text in enumerate(texts) if len(text.split()) > 1]
    places = [Place(name, found[0]) for name, found in of_words.items() if found]
    if not places:
        return
    if all(len(found) == len(lists[name]) for name, found in of_words.items()):
        raise InputError("tokens.several_words", place=places[0])
    if len(lists) < len(sides):
        (text,) = sides.keys() - lists.keys()
        raise InputError("tokens.beside_text", place=places[0], other=text)


def _single_tokens(
    text: SampleLike,
    name: str,
    tokenizer: TokenizerLike | None,
    normalizer: NormalizerLike,
    default_tokenizer: str,
) -> Sequence[Hashable]:
    """Return the checked tokens of one text or list of tokens.

    Args:
        text: a string, or a list or tuple of hashables, without -100, which is padding.
        name: the name of the caller's argument, for messages.
        tokenizer: splits a text; ``None``: the default one. For tokens, it must be ``None``.
        normalizer: applied first to a text.
        default_tokenizer: the name of the tokenizer for texts if ``tokenizer`` is ``None``.

    Raises:
        InputError: for anything else.

    >>> _single_tokens("A b", "pred", None, "lower", "whitespace")
    ['a', 'b']

    """
    normalize = get_normalizer(normalizer)
    if isinstance(text, (list, tuple)):
        _refuse_for_tokens(name, tokenizer, normalize)
        rows = token_rows([list(text)], name, PADDING)
        if rows.offsets is not None:
            raise InputError("tokens.lists", place=name)
        token_columns(rows, rows)  # raises for a token that cannot be compared
        return list(rows.tokens)
    if not isinstance(text, str):
        raise InputError("align.wrong_type", place=name, given=type(text).__name__)
    split = get_tokenizer(default_tokenizer if tokenizer is None else tokenizer)
    if type(text) is str and not normalize.steps and lone_surrogate(text) is None:
        return split(text)  # which a column would copy
    return split(normalize.column(prediction_column(text, name)).texts[0])
