"""The warning of too few samples, or groups of samples, for a reliable interval."""

from __future__ import annotations

# From these numbers on, 93 % or more of the 95 % intervals hold the true score:
# benchmarks.coverage.
MIN_SAMPLES, MIN_GROUPS = 20, 8


class FewUnitsWarning(UserWarning):
    """A warning that an interval or test has too few samples or groups."""


def too_few(samples: int, groups: int | None = None) -> str:
    """Return the sentence that there are too few units for an interval; ``""`` if there are enough.

    A single unit has no interval.

    Args:
        samples: the number of samples.
        groups: the number of groups, if groups are the units.

    >>> too_few(600, 4)
    '4 groups are too few for a reliable interval: it takes 8 or more'
    >>> too_few(600)
    ''

    """
    units, least, kind = (
        (samples, MIN_SAMPLES, "samples") if groups is None else (groups, MIN_GROUPS, "groups")
    )
    if not 1 < units < least:
        return ""
    return f"{units} {kind} are too few for a reliable interval: it takes {least} or more"
