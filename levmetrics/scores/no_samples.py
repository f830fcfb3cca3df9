"""What comes of no samples: neither a right nor a wrong rate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from levmetrics.errors import warn


def without_rates(measures: Mapping[str, Any]) -> dict[str, Any]:
    """Return the measures of no samples: of counts as they are, of rates and similarities NaN.

    Args:
        measures: whole numbers are counts.

    >>> without_rates({"wer": np.zeros(1), "hits": np.zeros(1, int)})
    {'wer': array([nan]), 'hits': array([0])}

    """
    return {
        name: np.full_like(value, np.nan) if np.asarray(value).dtype.kind == "f" else value
        for name, value in measures.items()
    }


def no_samples_message(why: str = "") -> str:
    """Say that a result has no rates.

    Args:
        why: that no sample was scored.

    """
    return f"no sample was scored{why}; every rate and similarity is NaN"


def warn_of_no_samples() -> None:
    """Warn that a result has no rates, as torchmetrics warns of a state without an update."""
    warn(no_samples_message())
