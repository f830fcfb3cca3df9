"""The samples of one request, checked and tokenized once for all scorers and systems."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from levmetrics.arrays import IntArray
from levmetrics.edits import compiled
from levmetrics.edits.pairs import Costs, TokenPairs, pairs_of_tokens, text_pairs
from levmetrics.inputs.arguments import check_same_length
from levmetrics.inputs.columns import TextColumn, prediction_column, reference_column
from levmetrics.inputs.tokens import Characters, TokenColumn, Words, holds_tokens
from levmetrics.inputs.values import ValueColumn, value_column
from levmetrics.normalizers import Chain
from levmetrics.tokenizers import Tokenizer
from levmetrics.tokenizers.plain import CharTokenizer, WhitespaceTokenizer

T = TypeVar("T")

_SHORT: dict[type[Tokenizer], type[TokenColumn]] = {
    WhitespaceTokenizer: Words,
    CharTokenizer: Characters,
}


class SampleReader:
    """A cache of one request's samples, read as token pairs, texts or values when asked for.

    A tokenizer reads each distinct text of all systems and references once, for however many
    scorers and results. Input of any type is accepted here, and checked when it is read.

    Args:
        systems: the predictions of each system: a column of texts, tokens or values.
        target: the references of all systems: one column.
        names: of the caller's arguments, for messages.

    >>> from levmetrics.tokenizers import get_tokenizer
    >>> reader = SampleReader([["is there"], ["was there"]], ["who is there"])
    >>> pairs = reader.token_pairs(get_tokenizer("whitespace"), None, Chain(()))
    >>> [list(system.preds.rows()) for system in pairs]
    [[['is', 'there']], [['was', 'there']]]

    """

    def __init__(
        self, systems: Sequence[Any], target: Any, names: tuple[str, str] = ("preds", "target")
    ) -> None:
        self._systems = systems
        self._target = target
        self.names = names
        self._cache: list[tuple[tuple[object, ...], Any]] = []

    def holds_tokens(self) -> bool:
        """Tell whether the predictions are tokens, and not texts."""
        return any(map(holds_tokens, self._systems))

    def texts(self) -> tuple[list[TextColumn], TextColumn]:
        """Return predictions and references as checked columns of texts.

        Raises:
            InputError: for anything that is no column of texts, and columns of different lengths.

        """
        return self.cached(("texts",), self._read_texts)

    def _read_texts(self) -> tuple[list[TextColumn], TextColumn]:
        preds = [prediction_column(system, self.names[0]) for system in self._systems]
        target = reference_column(self._target, self.names[1])
        for column in preds:
            check_same_length(column, target)
        return preds, target

    def normalized(self, normalizer: Chain) -> tuple[list[TextColumn], TextColumn]:
        """Return the texts normalized.

        Raises:
            InputError: as :meth:`texts` does, and if the normalizer fails.

        """
        preds, target = self.texts()
        if not normalizer.steps:
            return preds, target
        return self.cached(
            ("normalized", normalizer),
            lambda: ([normalizer.column(column) for column in preds], normalizer.column(target)),
        )

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
            explicit_tokenizer: the same, if the caller chose it; ``None`` if it is the default
                one. Input that is tokenized already refuses an explicit one.
            normalizer: applied to texts first.
            ignore_index: the padding id in arrays of token ids.

        Raises:
            InputError: for anything that cannot be scored.

        """
        if self.holds_tokens():
            return self.cached(
                ("tokens", explicit_tokenizer, normalizer, ignore_index),
                lambda: [
                    pairs_of_tokens(
                        *(system, self._target, explicit_tokenizer, normalizer, ignore_index),
                        names=self.names,
                    )
                    for system in self._systems
                ],
            )
        return self.cached(
            ("texts in tokens", tokenizer, normalizer),
            lambda: text_pairs(*self.normalized(normalizer), tokenizer),
        )

    def short_counts(self, tokenizer: Tokenizer, costs: Costs) -> IntArray | None:
        """Count the errors of short texts as they are, or return ``None`` for anything else.

        Args:
            tokenizer: splits the texts.
            costs: what is minimized.

        Returns:
            As :func:`levmetrics.edits.compiled.short_counts`.

        """
        tokens = _SHORT.get(type(tokenizer))
        if tokens is None or costs == "kaldi" or len(self._systems) > 1:
            return None
        preds, target = _copied(self._systems[0]), _copied(self._target)
        counts = compiled.short_counts(preds, target, tokens, costs)
        if counts is not None:
            self._systems, self._target = [preds], target  # what is counted is what is shown later
        return counts

    def values(self) -> tuple[list[ValueColumn], ValueColumn]:
        """Return predictions and references as columns of nested values, not checked yet.

        Raises:
            InputError: for anything that is no column.

        """
        return self.cached(
            ("values",),
            lambda: (
                [value_column(system, self.names[0]) for system in self._systems],
                value_column(self._target, self.names[1]),
            ),
        )

    def cached(self, key: tuple[object, ...], read: Callable[[], T]) -> T:
        """Return what was read by an equal key, or else read it."""
        result: T
        for cached_key, result in self._cache:  # no dictionary: a caller's function need not hash
            if cached_key == key:
                return result
        result = read()
        self._cache.append((key, result))
        return result


def _copied(side: Any) -> Any:
    """Return a list as it is now, whatever becomes of the caller's; anything else as it is."""
    return side[:] if type(side) is list else side
