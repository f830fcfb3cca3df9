"""Student's t distribution, of whole degrees of freedom."""

from __future__ import annotations

import math

import numpy as np


def reach_of_t(level: float, degrees: int) -> float:
    """Return how far from 0 Student's t is at most, with this probability.

    Args:
        level: the probability, above 0 and below 1.
        degrees: the degrees of freedom, 1 or more.

    Source: Abramowitz and Stegun, "Handbook of Mathematical Functions", 1964, 26.7.3 and 26.7.4:
    for whole degrees of freedom, the probability is a finite sum. It is solved for the angle by
    bisection.

    By hand: of one degree of freedom, t is the tangent of an angle that is uniformly distributed,
    so half of the values are within tan(45 degrees).

    >>> round(reach_of_t(0.5, 1), 12), round(reach_of_t(0.95, 9), 4)
    (1.0, 2.2622)

    """
    is_odd = degrees % 2
    powers = np.arange(2 + is_odd, degrees - 1, 2)  # the second power of the cosine, the fourth ...
    factors = np.cumprod((powers - 1) / powers)
    number = np.arange(1, len(powers) + 1)

    def probability(angle: float) -> float:
        log = math.log1p(math.tan(angle) ** 2)  # of the cosine's power of -2
        terms = 1 + float((factors * np.exp(-log * number)).sum())
        if not is_odd:
            return math.sin(angle) * terms
        products = math.sin(angle) * math.cos(angle) * terms if degrees > 1 else 0
        return 2 / math.pi * (angle + products)

    low, high = 0.0, math.pi / 2
    while low < (middle := (low + high) / 2) < high:
        low, high = (low, middle) if probability(middle) >= level else (middle, high)
    return math.tan(high) * math.sqrt(degrees)
