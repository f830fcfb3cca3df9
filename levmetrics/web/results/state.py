"""What was scored, while the page remembers it."""

from __future__ import annotations

from levmetrics.errors import InputError
from levmetrics.web.results.scored import Scored

LIFETIME = 3600  # seconds


def not_expired(scored: Scored | None) -> Scored:
    """Return what was scored.

    Args:
        scored: the state; ``None`` when the page has forgotten it.

    Raises:
        InputError: when it has.

    """
    if scored is None:
        raise InputError("page.results_expired")
    return scored
