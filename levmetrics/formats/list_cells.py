"""Cells of tables that are the texts of lists, in the place of several references."""

from __future__ import annotations

from collections.abc import Sequence

from levmetrics.errors import InputError, unknown_name
from levmetrics.formats.file_format import Values, are_all, listed
from levmetrics.formats.matching import Column
from levmetrics.inputs.arguments import ColumnName
from levmetrics.inputs.list_texts import lists_note, strings_in

_READ, _KEEP = "read", "keep"


class ListCells:
    """The reading of references that may be the texts of lists, batch by batch.

    Args:
        policy: ``"read"`` takes the strings of each list as several references, and another text as
            one; ``"keep"`` takes every text as it is; ``None`` reads lists if every reference is
            one and predictions are not, and refuses anything between.

    Raises:
        InputError: for another policy.

    """

    def __init__(self, policy: str | None = None) -> None:
        if policy not in (None, _READ, _KEEP):
            raise unknown_name((_READ, _KEEP), policy, "list_texts")
        self.policy = policy
        # The places of the first reference that is the text of a list, and of the first other one.
        self._list: str | None = None
        self._other: str | None = None

    def read(
        self, column: Column, references: Values, predictions: Sequence[Values], name: ColumnName
    ) -> Values:
        """Return references with lists read, if the column holds the texts of lists.

        Args:
            column: the column of the references.
            references: some rows of it.
            predictions: the same rows of every system.
            name: the name of the column, for messages.

        Raises:
            InputError: if only some references, or also the predictions, are the texts of lists,
                or the predictions alone, unless the policy says what they are.

        """
        if self.policy == _KEEP or not column.table.file_format.has_cells:
            return references
        texts = listed(references)
        if not are_all(texts, str):
            return references
        lists = [strings_in(text) if "[" in text else None for text in texts]
        for index, (text, strings) in enumerate(zip(texts, lists, strict=True)):
            if self._list and self._other:
                break
            if strings is not None:
                self._list = self._list or name.position(index)
            elif text:
                self._other = self._other or name.position(index)
        if self.policy is None:
            self._check(predictions)
        if self._list is None:
            return references
        column.table.source.say(lists_note(str(column)))
        return [
            [text] if strings is None else strings
            for text, strings in zip(texts, lists, strict=True)
        ]

    def _check(self, predictions: Sequence[Values]) -> None:
        if self._list and self._other:
            raise InputError("table.some_lists", place=self._list, other=self._other)
        for texts in map(listed, predictions):
            filled = [text for text in texts if text]
            if filled and all(map(_is_list, filled)):
                code = "table.lists_of_both" if self._list else "table.lists_of_predictions"
                raise InputError(code)


def _is_list(text: object) -> bool:
    return isinstance(text, str) and strings_in(text) is not None
