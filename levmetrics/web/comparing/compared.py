"""Systems of a visitor, scored and compared in one pass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from levmetrics.scoring import score_systems
from levmetrics.web.comparing.given import GivenSystems
from levmetrics.web.language import Language, say
from levmetrics.web.requests import Request
from levmetrics.web.results.scored import Measured, Progress

if TYPE_CHECKING:
    from levmetrics.comparison import Comparison
    from levmetrics.reports.systems import Systems
    from levmetrics.significance.resampling import Resampling

_RESAMPLING: Resampling = {"confidence_level": 0.95, "n_resamples": 1000, "seed": 0}


@dataclass(frozen=True)
class Compared:
    """Systems that were compared, with the texts that a visitor gave.

    Attributes:
        request: what was asked for.
        given: the texts.
        systems: what was scored, and the comparison.

    """

    request: Request
    given: GivenSystems
    systems: Systems

    @property
    def predictions(self) -> Mapping[str, Sequence[str]]:
        """The predictions of each system, by its name."""
        return dict(self.given.systems)

    @property
    def measured(self) -> Measured:
        """The request with the first system's run, by which the score is called."""
        return Measured(self.request, next(iter(self.systems.runs.values())))

    @property
    def higher_is_better(self) -> bool:
        """Whether a higher score is the better one."""
        return self.systems.metric.higher_is_better

    @property
    def comparison(self) -> Comparison:
        """The result of ``compare``."""
        comparison = self.systems.comparison
        assert comparison is not None  # there are at least two systems
        return comparison

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The names of the systems of every pair, in the order of the comparison's."""
        return [(pair["systems"][0], pair["systems"][1]) for pair in self.comparison["pairs"]]


def compare_of_visitor(
    language: Language,
    request: Request,
    given: GivenSystems,
    progress: Progress,
) -> Compared:
    """Score and compare at least two systems.

    Args:
        language: the visitor's.
        request: what is asked for.
        given: the texts of at least two systems, each with a name of its own.
        progress: is called before each step.

    Raises:
        InputError: for anything that cannot be scored.

    """
    from levmetrics.reports.systems import systems_of  # its statistics are slow to load

    metric = request.chosen()
    progress(0.05, say(language, "comparing_measuring"))
    preds, target = request.checked_systems(dict(given.systems), given.references)
    progress(0.2, say(language, "comparing_testing"))
    runs = score_systems(metric, preds, target, groups=given.groups)
    return Compared(request, given, systems_of(runs, _RESAMPLING))
