"""What is wrong with the texts of a comparison, said beside the side that it is about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from levmetrics.web.comparing.given import GivenSystems
from levmetrics.web.language import Language, say
from levmetrics.web.line_counts import line_count_mismatch, lines_in_words


class SideNotes(NamedTuple):
    """What is wrong with each side; empty strings where nothing is.

    Attributes:
        references: of the references.
        systems: of each system, in their order.
        groups: of the groups.

    """

    references: str = ""
    systems: Sequence[str] = ()
    groups: str = ""

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


def check_sides(language: Language, given: GivenSystems) -> SideNotes:
    """Check that there is a prediction of every system, and a group, for every reference.

    Args:
        language: the visitor's.
        given: the texts.

    >>> given = GivenSystems(["a", "b"], [("A", ["a", "b"]), ("B", ["a"])])
    >>> check_sides("en", given).systems
    ['', 'B has 1 line, the references 2 lines.']

    """
    references, systems, groups = given
    names = [name for name, _ in systems]
    return SideNotes(
        references=_reference_note(language, references),
        systems=[
            _name_note(language, name, names[:number])
            or _prediction_note(language, name, predictions, references)
            for number, (name, predictions) in enumerate(systems)
        ],
        groups=_group_note(language, groups, len(references)),
    )


def _reference_note(language: Language, references: Sequence[str | list[str]]) -> str:
    if not references:
        return say(language, "comparing_no_references")
    return say(language, "comparing_one_reference") if len(references) == 1 else ""


def _name_note(language: Language, name: str, before: Sequence[str]) -> str:
    return say(language, "comparing_same_name", name=name) if name in before else ""


def _prediction_note(
    language: Language,
    name: str,
    predictions: Sequence[str],
    references: Sequence[str | list[str]],
) -> str:
    if not predictions:
        return say(language, "comparing_no_predictions", name=name)
    if not references:
        return ""  # it is the references that are wrong
    return line_count_mismatch(language, name, predictions, references)


def _group_note(language: Language, groups: Sequence[str] | None, samples: int) -> str:
    if groups is None:
        return ""
    if len(groups) != samples:
        counts = {"labels": len(groups), "references": samples}
        in_words = {side: lines_in_words(language, number) for side, number in counts.items()}
        return say(language, "comparing_group_counts", **in_words)
    return say(language, "comparing_one_group") if len(set(groups)) == 1 else ""
