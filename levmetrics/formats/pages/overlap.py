"""Which segment of a reference a predicted one belongs to: by their ids, or by their overlap."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from levmetrics.arrays import FloatArray
from levmetrics.errors import InputError
from levmetrics.extras import needed_by
from levmetrics.formats.pages.page import Segment

_LEAST = 0.5  # of the smaller area, that two segments have in common


def belonging(
    references: Sequence[Segment], predictions: Sequence[Segment], page: str = ""
) -> list[str | None]:
    """Return for each predicted segment the id of the reference's that it belongs to.

    Args:
        references: of a page.
        predictions: of the same page.
        page: its id, for messages.

    Raises:
        InputError: if they have other ids and no outlines.
        ImportError: if shapely is not installed, with the line that installs it.

    >>> from levmetrics.formats.pages.page import outline
    >>> first, second = outline(0, 0, 90, 10), outline(0, 10, 90, 10)
    >>> ours = [Segment("l1", "a b", first), Segment("l2", "c", second)]
    >>> right, below = outline(50, 1, 40, 10), outline(0, 80, 90, 10)
    >>> belonging(ours, [Segment("x", "b", right), Segment("y", "z", below)])
    ['l1', None]

    """
    ids = {segment.id: segment for segment in references}
    names = [segment.id for segment in predictions]
    has_outlines = all(segment.polygon for segment in (*references, *predictions))
    same_ids = bool(ids) and {*names} == {*ids} and len(names) == len(references)
    if not references or not predictions:
        return [None] * len(predictions)
    if not has_outlines:
        if same_ids:
            return [*names]
        shared = len({*names} & {*ids})
        raise InputError("pages.no_outlines", page=page, count=shared, segments=len(ids))
    common, shares = _overlaps(references, predictions)
    if same_ids:
        own = [[*ids].index(name) for name in names]
        if (shares[own, np.arange(len(names))] >= _LEAST).all():
            return [*names]
    owners = np.where(shares >= _LEAST, common, 0).argmax(axis=0)
    share = shares[owners, np.arange(len(names))]
    return [
        references[owner].id if share[index] >= _LEAST else None
        for index, owner in enumerate(owners)
    ]


def _overlaps(
    references: Sequence[Segment], predictions: Sequence[Segment]
) -> tuple[FloatArray, FloatArray]:
    """Return the common area of each two segments, and which part of the smaller one it is.

    Returns:
        Both of shape ``(references, predictions)``.

    """
    with needed_by("matching regions and lines by their overlap", "ocr"):
        import shapely
    ours, theirs = (
        shapely.make_valid([shapely.Polygon(segment.polygon) for segment in side])
        for side in (references, predictions)
    )
    theirs_at, ours_at = shapely.STRtree(ours).query(theirs, predicate="intersects")
    areas = shapely.area(shapely.intersection(ours[ours_at], theirs[theirs_at]))
    smaller = np.minimum(shapely.area(ours[ours_at]), shapely.area(theirs[theirs_at]))
    common, shares = np.zeros((2, len(ours), len(theirs)))
    common[ours_at, theirs_at] = areas
    shares[ours_at, theirs_at] = np.divide(areas, smaller, out=smaller * 0, where=smaller > 0)
    return common, shares
