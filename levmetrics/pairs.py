"""Predictions beside their references: checked, normalized and tokenized, ready to be measured."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from levmetrics.arrays import IntArray
from levmetrics.columns import InputError, check_same_length, prediction_column, reference_column
from levmetrics.normalizers import NormalizerLike, get_normalizer
from levmetrics.token_columns import TokenColumn
from levmetrics.tokenizers import TokenizerLike, get_tokenizer
from levmetrics.tokens import TokenRows, holds_tokens, token_columns, token_rows


@dataclass(frozen=True)
class TokenPairs:
    """Token columns of predictions and of the references that each is compared with.

    Attributes:
        preds: one row a sample.
        target: one row a pair.
        offsets: int64, shape ``(samples + 1,)``: sample ``i`` is paired with the rows
            ``offsets[i]`` to ``offsets[i + 1]`` of ``target``; ``None`` pairs row with row.
        given: where the columns hold numbers instead of the caller's tokens, these, by number.

    """

    preds: TokenColumn
    target: TokenColumn
    offsets: IntArray | None = None
    given: Sequence[Hashable] | None = None

    def with_references(self, chosen: IntArray) -> TokenPairs:
        """Return the pairs with one reference a sample, these of its own (counted from 0)."""
        if self.offsets is None:
            return self
        return replace(self, target=self.target.take(self.offsets[:-1] + chosen), offsets=None)

    def token(self, token: Any) -> Any:
        """Return the caller's token for one of the columns."""
        return token if self.given is None else self.given[token]

    def rows(self) -> Iterator[tuple[list[Any], list[Any]]]:
        """Yield the caller's tokens of both sides, sample by sample; one reference each."""
        for pred, target in zip(self.preds.rows(), self.target.rows(), strict=True):
            yield list(map(self.token, pred)), list(map(self.token, target))


def token_pairs(
    preds: Any,
    target: Any,
    tokenizer: TokenizerLike,
    normalizer: NormalizerLike = None,
    ignore_index: int | None = -100,
) -> TokenPairs:
    """Check both columns, normalize them and split them into tokens.

    Args:
        preds: texts, see :func:`levmetrics.columns.prediction_column`; or tokens, see
            :func:`levmetrics.tokens.token_rows`.
        target: texts, see :func:`levmetrics.columns.reference_column`; or tokens.
        tokenizer: how texts are split; see :func:`levmetrics.tokenizers.get_tokenizer`. Tokens
            are left as they are.
        normalizer: applied to texts first; see :func:`levmetrics.normalizers.get_normalizer`.
        ignore_index: the id that pads arrays of token ids.

    Raises:
        InputError: for anything that cannot be scored, with argument, position and remedy.

    >>> pairs = token_pairs("Rain", [["rain", "sun"]], "char", "lower")
    >>> pairs.preds.values.to_pylist(), pairs.target.values.to_pylist(), pairs.offsets
    (['rain'], ['rain', 'sun'], array([0, 2]))

    """
    split, normalize = get_tokenizer(tokenizer), get_normalizer(normalizer)
    if holds_tokens(preds):
        if normalize.steps:
            raise InputError(
                f"preds holds tokens, but the normalizer {normalize!r} is for texts; "
                "normalize before splitting, or give texts"
            )
        if repr(split) not in ("char", "whitespace"):  # the defaults, which no one asked for
            raise InputError(
                f"preds holds tokens, but the tokenizer {split!r} is for texts; "
                "give texts, or leave the tokenizer out"
            )
        pred_rows = token_rows(preds, "preds", ignore_index)
        target_rows = token_rows(target, "target", ignore_index)
        if pred_rows.offsets is not None:
            raise InputError(
                "preds holds lists of lists of tokens; give one list of tokens for each sample"
            )
        check_same_length(pred_rows, target_rows)
        if _all_tuples(target_rows) and not _all_tuples(pred_rows):
            raise InputError(
                "all tokens of target are tuples and those of preds are not; "
                "give several references as lists of tokens, not as tuples"
            )
        numbers: dict[Hashable, int] = {}
        columns = token_columns(pred_rows, target_rows, numbers)
        return TokenPairs(*columns, target_rows.offsets, list(numbers) or None)
    predictions, references = prediction_column(preds), reference_column(target)
    check_same_length(predictions, references)
    normal = normalize.column(predictions), normalize.column(references)
    return TokenPairs(*split.columns(*normal), references.offsets)


def _all_tuples(rows: TokenRows) -> bool:
    return len(rows.tokens) > 0 and set(map(type, rows.tokens)) == {tuple}


def single_tokens(
    text: Any, name: str, tokenizer: TokenizerLike, normalizer: NormalizerLike
) -> Sequence[Hashable]:
    """Check one text or list of tokens, and return its tokens.

    Args:
        text: a string, or a list or tuple of hashables.
        name: what the caller calls the argument, for messages.
        tokenizer: how a text is split.
        normalizer: applied to a text first.

    Raises:
        InputError: for anything else.

    >>> single_tokens("A b", "pred", "whitespace", "lower")
    ['a', 'b']

    """
    if isinstance(text, (list, tuple)):
        rows = token_rows([list(text)], name, None)
        if rows.offsets is not None:
            raise InputError(f"{name} holds lists; every token must be hashable, as a tuple is")
        token_columns(rows, rows, {})  # says which token is not hashable
        return list(rows.tokens)
    if not isinstance(text, str):
        raise InputError(
            f"{name} is of type {type(text).__name__}; it must be a string or a list of tokens"
        )
    column = get_normalizer(normalizer).column(prediction_column(text, name))
    return get_tokenizer(tokenizer)(column.texts[0].as_py())
