"""Token pairs, checked, normalized and tokenized, and the arrays that a kernel returns of them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from levmetrics.arrays import IntArray
from levmetrics.errors import InputError, Place
from levmetrics.inputs.arguments import check_same_length
from levmetrics.inputs.columns import (
    ReferencesLike,
    TextColumn,
    TextsLike,
    prediction_column,
    text_columns,
)
from levmetrics.inputs.tokens import (
    SampleReferencesLike,
    SamplesLike,
    TokenColumn,
    TokenReferencesLike,
    TokenRows,
    TokensLike,
    holds_tokens,
    token_columns,
    token_rows,
)
from levmetrics.normalizers import Chain, NormalizerLike, get_normalizer
from levmetrics.tokenizers import Tokenizer, TokenizerLike, get_tokenizer

_PADDING = -100  # the id that PyTorch and transformers ignore in labels

SampleLike: TypeAlias = "str | Sequence[Hashable]"
"""One text, or its tokens."""


@dataclass(frozen=True)
class TokenPairs:
    """Token columns of predictions and of the references that they are compared with.

    Attributes:
        preds: one row a sample.
        target: one row a pair.
        offsets: int64, shape ``(samples + 1,)``: sample ``i`` is paired with the rows
            ``offsets[i]`` to ``offsets[i + 1]`` of ``target``; ``None`` pairs row with row.
        vocabulary: where the columns hold numbers, the caller's tokens by number; ``None`` where
            they hold the tokens themselves.
        merges_compounds: whether words that only one side joins are aligned with each other.
        omitted: of the row's reference, the optional words that it does not have because the
            prediction leaves them out; they count as right. int64, shape ``(pairs,)``; ``None``:
            there are none.

    """

    preds: TokenColumn
    target: TokenColumn
    offsets: IntArray | None = None
    vocabulary: Sequence[Hashable] | None = None
    merges_compounds: bool = False
    omitted: IntArray | None = None

    def with_references(self, chosen: IntArray) -> TokenPairs:
        """Return the pairs with one reference a sample: its reference ``chosen[i]``, from 0."""
        if self.offsets is None:
            return self
        rows = self.offsets[:-1] + chosen
        omitted = None if self.omitted is None else self.omitted[rows]
        return replace(self, target=self.target.take(rows), offsets=None, omitted=omitted)

    def slice(self, start: int, stop: int) -> TokenPairs:
        """Return the pairs of the samples from ``start`` to before ``stop``."""
        preds, offsets = self.preds.slice(start, stop), None
        if self.offsets is not None:
            bounds = self.offsets[start : stop + 1]
            start, stop, offsets = int(bounds[0]), int(bounds[-1]), bounds - bounds[0]
        target = self.target.slice(start, stop)
        omitted = None if self.omitted is None else self.omitted[start:stop]
        return replace(self, preds=preds, target=target, offsets=offsets, omitted=omitted)

    def pred_of_pair(self) -> IntArray | None:
        """Return the sample of every pair; ``None`` if each sample is one pair."""
        if self.offsets is None:
            return None
        return np.repeat(np.arange(len(self.preds), dtype=np.int64), np.diff(self.offsets))

    def each_reference(self) -> TokenPairs:
        """Return every pair as a sample of its own, with one reference."""
        of_pair = self.pred_of_pair()
        if of_pair is None:
            return self
        return replace(self, preds=self.preds.take(of_pair), offsets=None)

    def token(self, token: Any) -> Any:  # of any type that the caller's tokens have
        """Return the caller's token for an element of the token columns."""
        return token if self.vocabulary is None else self.vocabulary[token]

    def sample(self, number: int) -> tuple[list[Any], list[Any]]:
        """Return the caller's tokens of sample ``number``; each sample must have one reference."""
        preds, target = (side.slice(number, number + 1) for side in (self.preds, self.target))
        return next(replace(self, preds=preds, target=target).rows())

    def references(self) -> tuple[list[list[Any]], list[int] | None]:
        """Return the caller's tokens of every reference, and the offsets of the samples' first."""
        rows = [list(map(self.token, row)) for row in self.target.rows()]
        return rows, None if self.offsets is None else self.offsets.tolist()

    def rows(self) -> Iterator[tuple[list[Any], list[Any]]]:
        """Yield the caller's tokens of every sample; each sample must have one reference."""
        for pred, target in zip(self.preds.rows(), self.target.rows(), strict=True):
            yield list(map(self.token, pred)), list(map(self.token, target))


def token_pairs(
    preds: SamplesLike,
    target: SampleReferencesLike,
    tokenizer: TokenizerLike | None,
    normalizer: NormalizerLike = None,
    ignore_index: int | None = _PADDING,
) -> TokenPairs:
    """Check predictions and references, normalize them and split them into tokens.

    Args:
        preds: texts, see :func:`levmetrics.inputs.columns.prediction_column`; or tokens, see
            :func:`levmetrics.inputs.tokens.token_rows`.
        target: texts, see :func:`levmetrics.inputs.columns.reference_column`; or tokens.
        tokenizer: splits texts, by default at white space; see
            :func:`levmetrics.tokenizers.get_tokenizer`. For tokens, it must be ``None``.
        normalizer: applied to texts first; see :func:`levmetrics.normalizers.get_normalizer`.
        ignore_index: the padding id in arrays of token ids.

    Raises:
        InputError: for anything that cannot be scored, with argument, position and remedy.

    >>> pairs = token_pairs("Rain", [["rain", "sun"]], "char", "lower")
    >>> pairs.preds.values.to_pylist(), pairs.target.values.to_pylist(), pairs.offsets
    (['rain'], ['rain', 'sun'], array([0, 2]))

    """
    normalize = get_normalizer(normalizer)
    if holds_tokens(preds):
        return pairs_of_tokens(preds, target, tokenizer, normalize, ignore_index)
    split = get_tokenizer("whitespace" if tokenizer is None else tokenizer)
    columns = text_columns(
        cast("TextsLike", preds), cast("ReferencesLike", target), ("preds", "target")
    )
    predictions, references = map(normalize.column, columns)
    return text_pairs([predictions], references, split)[0]


def text_pairs(
    systems: Sequence[TextColumn], target: TextColumn, tokenizer: Tokenizer
) -> list[TokenPairs]:
    """Split the texts of one or several systems and their references into token pairs.

    Args:
        systems: the predictions of each, checked and normalized.
        target: the references of all of them.
        tokenizer: reads each distinct text once.

    >>> from levmetrics.inputs.columns import reference_column
    >>> target = reference_column(["a b"])
    >>> [pairs] = text_pairs([prediction_column(["a"])], target, get_tokenizer("whitespace"))
    >>> list(pairs.rows())
    [(['a'], ['a', 'b'])]

    """
    *preds, references = tokenizer.columns(*systems, target)
    return [TokenPairs(rows, references, target.offsets) for rows in preds]


def pairs_of_tokens(
    preds: SamplesLike,
    target: SampleReferencesLike,
    tokenizer: TokenizerLike | None,
    normalizer: Chain,
    ignore_index: int | None,
    names: tuple[str, str] = ("preds", "target"),
) -> TokenPairs:
    """Check predictions and references that are tokenized, and leave out their padding.

    Args:
        preds: see :func:`levmetrics.inputs.tokens.token_rows`.
        target: the same.
        tokenizer: must be ``None``.
        normalizer: must have no steps.
        ignore_index: the padding id in arrays of token ids.
        names: of the caller's arguments, for messages.

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
    """Refuse a tokenizer or normalizer for input that is tokenized; it would have no effect."""
    if normalizer.steps:
        raise InputError("tokens.normalizer", place=name, normalizer=repr(normalizer))
    if tokenizer is not None:
        raise InputError("tokens.tokenizer", place=name, tokenizer=repr(get_tokenizer(tokenizer)))


def _all_tuples(rows: TokenRows) -> bool:
    return len(rows.tokens) > 0 and set(map(type, rows.tokens)) == {tuple}


def single_tokens(
    text: SampleLike,
    name: str,
    tokenizer: TokenizerLike | None,
    normalizer: NormalizerLike,
    *,
    default_tokenizer: str = "whitespace",
) -> Sequence[Hashable]:
    """Return the tokens of one text or list of tokens, checked.

    Args:
        text: a string, or a list or tuple of hashables, of which -100 is padding and left out.
        name: the name of the caller's argument, for messages.
        tokenizer: splits a text; ``None``: the default one. For tokens, it must be ``None``.
        normalizer: applied to a text first.
        default_tokenizer: the name of the tokenizer of texts for ``tokenizer=None``.

    Raises:
        InputError: for anything else.

    >>> single_tokens("A b", "pred", "whitespace", "lower")
    ['a', 'b']

    """
    normalize = get_normalizer(normalizer)
    if isinstance(text, (list, tuple)):
        _refuse_for_tokens(name, tokenizer, normalize)
        rows = token_rows([list(text)], name, _PADDING)
        if rows.offsets is not None:
            raise InputError("tokens.lists", place=name)
        for i, token in enumerate(text):
            if isinstance(token, str) and len(token.split()) > 1:
                raise InputError("tokens.several_words", place=Place(name, i))
        token_columns(rows, rows)  # raises for a token that cannot be compared
        return list(rows.tokens)
    if not isinstance(text, str):
        raise InputError("align.wrong_type", place=name, given=type(text).__name__)
    column = normalize.column(prediction_column(text, name))
    split = get_tokenizer(default_tokenizer if tokenizer is None else tokenizer)
    return split(column.texts[0].as_py())


def numbered(pred: Sequence[Hashable], target: Sequence[Hashable]) -> tuple[list[int], list[int]]:
    """Encode the tokens of prediction and reference as numbers, equal tokens as equal numbers.

    >>> numbered(["a", "b"], ["b", "c"])
    ([0, 1], [1, 2])
    """
    numbers: dict[Hashable, int] = {}
    preds = [numbers.setdefault(token, len(numbers)) for token in pred]
    return preds, [numbers.setdefault(token, len(numbers)) for token in target]


Costs: TypeAlias = Literal["unit", "nist", "kaldi"]
EditKind: TypeAlias = Literal["replace", "delete", "insert"]

KINDS: tuple[EditKind, ...] = ("replace", "delete", "insert")
"""The kinds of edits, in the order of their numbers."""

REPLACE, DELETE, INSERT = range(len(KINDS))


def weights(costs: Costs) -> tuple[int, int]:
    """Return what a deletion or insertion costs, and what a substitution.

    >>> weights("unit"), weights("nist")
    ((1, 1), (3, 4))

    """
    return (3, 4) if costs == "nist" else (1, 1)


class PairDistances(NamedTuple):
    """The edit distance and the lengths of every pair: int64 arrays of shape ``(pairs,)``.

    Attributes:
        distance: the smallest total cost of insertions, deletions (1 each) and substitutions.
        pred_length: tokens in the prediction.
        target_length: tokens in the reference.

    """

    distance: IntArray
    pred_length: IntArray
    target_length: IntArray


class PairCounts(NamedTuple):
    """Substitutions, hits and lengths of every pair: int64 arrays of shape ``(pairs,)``.

    Attributes:
        substitutions: reference tokens that are aligned with another token.
        hits: reference tokens that are aligned with an equal token.
        pred_length: tokens in the prediction, where words are merged as many as the reference has.
        target_length: tokens in the reference.

    """

    substitutions: IntArray
    hits: IntArray
    pred_length: IntArray
    target_length: IntArray

    @property
    def deletions(self) -> IntArray:
        """Reference tokens that are aligned with none."""
        return self.target_length - self.hits - self.substitutions

    @property
    def insertions(self) -> IntArray:
        """Predicted tokens that are aligned with none."""
        return self.pred_length - self.hits - self.substitutions


class PairMerges(NamedTuple):
    """Where words that one side joins match, pair by pair: int64 arrays of shape ``(merges,)``.

    Attributes:
        pair: the index of the merge's pair.
        target_start: the first token of the reference in it.
        target_end: the first one after it.
        pred_start: the first token of the prediction in it.
        pred_end: the first one after it.

    """

    pair: IntArray
    target_start: IntArray
    target_end: IntArray
    pred_start: IntArray
    pred_end: IntArray


class PairEdits(NamedTuple):
    """The edits of one best alignment of every pair, pair by pair; shape ``(edits,)``.

    Attributes:
        pair: the index of the edit's pair; int64.
        kind: its kind, as an index of :data:`KINDS`; int8.
        target: the index of the reference's token, or for an insertion of the token before which
            it is; int64.
        pred: the index of the prediction's token, or for a deletion of the token before which the
            deleted one would be; int64.

    """

    pair: IntArray
    kind: npt.NDArray[np.int8]
    target: IntArray
    pred: IntArray
