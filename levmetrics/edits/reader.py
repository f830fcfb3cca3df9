"""The samples of one request, read once for every scorer and every system that needs them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from levmetrics.edits.pairs import TokenPairs, text_pairs, token_pairs
from levmetrics.inputs.arguments import check_same_length
from levmetrics.inputs.columns import TextColumn, prediction_column, reference_column
from levmetrics.inputs.tokens import holds_tokens
from levmetrics.inputs.values import ValueColumn, value_column
from levmetrics.normalizers import Chain
from levmetrics.tokenizers import Tokenizer

T = TypeVar("T")


class SampleReader:
    """Predictions of one or several systems beside their references, as a caller hands them over.

    Whoever asks gets them as token pairs, texts or values. A tokenizer reads each distinct text of
    all systems and references once, however many scorers and views of the score ask for it.

    Args:
        systems: the predictions of each system: a column of texts, tokens or values.
        target: the references, one column for all of them.

    >>> from levmetrics.tokenizers import get_tokenizer
    >>> reader = SampleReader([["is there"], ["was there"]], ["who is there"])
    >>> pairs = reader.token_pairs(get_tokenizer("whitespace"), None, Chain(()))
    >>> [list(system.preds.rows()) for system in pairs]
    [[['is', 'there']], [['was', 'there']]]

    """

    def __init__(self, systems: Sequence[Any], target: Any) -> None:
        self._systems = systems
        self._target = target
        self._read: list[tuple[tuple[Any, ...], Any]] = []

    def texts(self) -> tuple[list[TextColumn], TextColumn]:
        """Return predictions and references as checked columns of texts.

        Raises:
            InputError: for anything that is no column of texts, and for other lengths.

        """

        def read() -> tuple[list[TextColumn], TextColumn]:
            preds = [prediction_column(system) for system in self._systems]
            target = reference_column(self._target)
            for column in preds:
                check_same_length(column, target)
            return preds, target

        return self._once(("texts",), read)

    def normalized(self, normalizer: Chain) -> tuple[list[TextColumn], TextColumn]:
        """Return the texts after a normalizer.

        Raises:
            InputError: as :meth:`texts` does, and if the normalizer fails.

        """

        def normalize() -> tuple[list[TextColumn], TextColumn]:
            preds, target = self.texts()
            return [normalizer.column(column) for column in preds], normalizer.column(target)

        return self._once(("normalized", normalizer), normalize)

    def token_pairs(
        self,
        tokenizer: Tokenizer,
        given: Tokenizer | None,
        normalizer: Chain,
        ignore_index: int | None = None,
    ) -> list[TokenPairs]:
        """Return the token pairs of each system.

        Args:
            tokenizer: splits texts.
            given: the same, if the caller asked for it; tokens as input refuse it.
            normalizer: applied to texts first.
            ignore_index: the id that pads arrays of token ids.

        Raises:
            InputError: for anything that cannot be scored.

        """
        if any(map(holds_tokens, self._systems)):
            return [
                token_pairs(system, self._target, given, normalizer, ignore_index)
                for system in self._systems
            ]

        return self._once(
            ("tokens", tokenizer, normalizer),
            lambda: text_pairs(*self.normalized(normalizer), tokenizer),
        )

    def values(self) -> tuple[list[ValueColumn], ValueColumn]:
        """Return predictions and references as columns of nested values, not checked yet.

        Raises:
            InputError: for what is no column.

        """
        return self._once(
            ("values",),
            lambda: (
                [value_column(system, "preds") for system in self._systems],
                value_column(self._target, "target"),
            ),
        )

    def _once(self, what: tuple[Any, ...], read: Callable[[], T]) -> T:
        result: T
        for known, result in self._read:  # not a dictionary: a caller's function need not hash
            if known == what:
                return result
        result = read()
        self._read.append((what, result))
        return result
