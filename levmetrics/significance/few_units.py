"""The rule of few units: what few samples, or groups of samples, allow to say.

Whatever shows an interval, a p-value or a verdict asks :func:`reliability` first.
"""

from __future__ import annotations

from typing import Literal

# With 4 units that all differ in one direction, even the exact one-sided test gives 1 / 2**4 > 5 %.
MIN_UNITS = 5
# From these numbers on, 93 % or more of the 95 % intervals hold the true score:
# benchmarks.coverage.
MIN_SAMPLES, MIN_GROUPS = 20, 8

Reliability = Literal["none", "rough", "fine"]
"""What the units allow: no interval and no verdict, a rough interval, or a reliable one."""


class FewUnitsWarning(UserWarning):
    """A warning that an interval or test has too few samples or groups."""


def reliability(samples: int, groups: int | None = None) -> Reliability:
    """Return how reliable an interval or a verdict over these units is.

    Args:
        samples: the number of samples.
        groups: the number of groups, if groups are the units.

    >>> reliability(600, 4), reliability(5), reliability(600, 8)
    ('none', 'rough', 'fine')

    """
    units, enough = (samples, MIN_SAMPLES) if groups is None else (groups, MIN_GROUPS)
    return "none" if units < MIN_UNITS else "rough" if units < enough else "fine"


def too_few(samples: int, groups: int | None = None) -> str:
    """Return the sentence that there are too few units; ``""`` if there are enough.

    Args:
        samples: the number of samples.
        groups: the number of groups, if groups are the units.

    >>> too_few(600, 4)
    '4 groups are too few for an interval or a verdict: it takes 5 or more'
    >>> too_few(10)
    '10 samples give only a rough interval: a reliable one takes 20 or more'
    >>> too_few(600)
    ''

    """
    found = reliability(samples, groups)
    if found == "fine":
        return ""
    units, kind, enough = (
        (samples, "sample", MIN_SAMPLES) if groups is None else (groups, "group", MIN_GROUPS)
    )
    number = f"{units} {kind}" if units == 1 else f"{units} {kind}s"
    if found == "rough":
        return f"{number} give only a rough interval: a reliable one takes {enough} or more"
    are = "is" if units == 1 else "are"
    return f"{number} {are} too few for an interval or a verdict: it takes {MIN_UNITS} or more"
