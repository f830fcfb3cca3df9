"""When there are too few samples, or groups of them, for a reliable interval."""

from __future__ import annotations

# From so many on, 93 % and more of the intervals of 95 % hold the true score: benchmarks.coverage.
MIN_SAMPLES, MIN_GROUPS = 20, 8


class FewUnitsWarning(UserWarning):
    """A warning of intervals and tests over too few samples or groups."""


def too_few(samples: int, groups: int | None = None) -> str:
    """Say that there are too few units for an interval; an empty string if there are enough.

    Of a single one there is no interval.

    Args:
        samples: how many there are.
        groups: how many there are, if they are the units.

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
