"""What is wrong with the texts of a comparison, said beside the side that it is about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from levmetrics.errors import InputError
from levmetrics.web.line_counts import line_count_mismatch, line_counts
from levmetrics.web.scored import Given


class SideNotes(NamedTuple):
    """What is wrong with each side; ``None`` where nothing is.

    Attributes:
        references: of the references.
        systems: of each system, in their order.
        groups: of the groups.

    """

    references: InputError | None = None
    systems: Sequence[InputError | None] = ()
    groups: InputError | None = None

    def any(self) -> bool:
        """Tell whether anything is wrong."""
        return any((self.references, self.groups, *self.systems))


class SidesError(Exception):
    """Some sides cannot be compared.

    Attributes:
        notes: what is wrong with each side.

    """

    def __init__(self, notes: SideNotes) -> None:
        super().__init__(notes)
        self.notes = notes


def check_sides(given: Given) -> SideNotes:
    """Check that there is a prediction of every system, and a group, for every reference.

    Args:
        given: the texts.

    >>> given = Given(["a", "b"], {"A": ["a", "b"], "B": ["a"]})
    >>> print(*check_sides(given).systems)
    None B has 1 line, the references 2 lines.

    """
    return SideNotes(
        references=_reference_note(given.references),
        systems=[
            _system_note(name, predictions, given.references)
            for name, predictions in given.predictions.items()
        ],
        groups=_group_note(given.groups, len(given.references)),
    )


def _reference_note(references: Sequence[str | list[str]]) -> InputError | None:
    if not references:
        return InputError("page.no_references")
    return InputError("page.one_sample") if len(references) == 1 else None


def _system_note(
    name: str,
    predictions: Sequence[str],
    references: Sequence[str | list[str]],
) -> InputError | None:
    if not predictions:
        return InputError("page.no_predictions", name=name)
    if not references:
        return None  # it is the references that are wrong
    return line_count_mismatch(name, predictions, references)


def _group_note(groups: Sequence[str] | None, samples: int) -> InputError | None:
    if groups is None:
        return None
    if len(groups) != samples:
        return InputError("page.group_counts", **line_counts(len(groups), samples))
    return InputError("page.one_group") if len(set(groups)) == 1 else None
