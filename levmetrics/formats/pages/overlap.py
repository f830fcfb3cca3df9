"""Matching of predicted segments with the reference's, by id or overlap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np

from levmetrics.errors import InputError
from levmetrics.formats.pages.page import Page, Polygon, Segment
from levmetrics.inputs.arrays import FloatArray
from levmetrics.system.extras import needed_by

_LEAST = 0.5  # the share of the smaller area that two matched segments have in common


def segments_by_reference(
    references: Mapping[str, Page], predictions: Iterable[tuple[str, Page]], level: str
) -> Iterator[tuple[str, Page]]:
    """Yield predicted pages whose segments have the ids of the matching reference segments.

    Segments are matched by id if both sides of a page have the same ids, unless two segments of one
    id do not overlap. Otherwise a predicted segment belongs to the reference segment that it
    overlaps most, by at least half of the smaller one. Several predicted segments that belong to
    the same one are joined in order. A segment without a match keeps its id, with ``+`` before it.

    Args:
        references: the reference pages by id.
        predictions: the predicted pages with their ids.
        level: ``"region"`` or ``"line"``.

    Raises:
        InputError: for a page whose segments have other ids and no outlines.
        ImportError: if shapely is not installed; the message has the line that installs it.

    """
    for name, page in predictions:
        theirs = page.segments(level)
        ours = references[name].segments(level) if name in references else []
        found: dict[str, list[Segment]] = {}
        for segment, owner in zip(theirs, belonging(ours, theirs, name), strict=True):
            found.setdefault(f"+{segment.id}" if owner is None else owner, []).append(segment)
        joint = " " if level == "line" else "\n"
        joined = (
            replace(parts[0], id=owner, text=joint.join(part.text for part in parts), lines=())
            for owner, parts in found.items()
        )
        # As regions, whose lines are not needed.
        yield name, replace(page, regions=tuple(_as_one(segment, level) for segment in joined))


def _as_one(segment: Segment, level: str) -> Segment:
    """Return a region that is a segment, or has the segment as its only line."""
    return segment if level == "region" else replace(segment, lines=(segment,))


def belonging(
    references: Sequence[Segment], predictions: Sequence[Segment], page: str = ""
) -> list[str | None]:
    """Return, for each predicted segment, the id of its reference segment.

    Args:
        references: the reference segments of a page.
        predictions: the predicted segments of the page.
        page: the id of the page, for messages.

    Raises:
        InputError: if the segments have other ids and no outlines.
        ImportError: if shapely is not installed; the message has the line that installs it.

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
        place = {name: index for index, name in enumerate(ids)}
        own = [place[name] for name in names]
        if not (shares[own, np.arange(len(names))] < _LEAST).any():  # NaN is not
            return [*names]
    owners = np.where(shares >= _LEAST, common, -1).argmax(axis=0)
    share = shares[owners, np.arange(len(names))]
    return [
        references[owner].id if share[index] >= _LEAST else None
        for index, owner in enumerate(owners)
    ]


def _overlaps(
    references: Sequence[Segment], predictions: Sequence[Segment]
) -> tuple[FloatArray, FloatArray]:
    """Return the common area of each two segments, and its share of the smaller one.

    Returns:
        Two arrays of shape ``(references, predictions)``, which are 0 for a share that is far too
        small; the second is NaN if a segment has no area.

    """
    with needed_by("matching regions and lines by their overlap", "ocr"):
        import shapely
    ours, theirs = (
        shapely.make_valid(shapely.polygons(_rings([segment.polygon for segment in side])))
        for side in (references, predictions)
    )
    theirs_at, ours_at = shapely.STRtree(ours).query(theirs)
    smaller = np.minimum(shapely.area(ours)[ours_at], shapely.area(theirs)[theirs_at])
    # Of lines that only touch, the boxes have less in common than decides.
    boxes, their_boxes = shapely.bounds(ours[ours_at]), shapely.bounds(theirs[theirs_at])
    sides = np.minimum(boxes, their_boxes)[:, 2:] - np.maximum(boxes, their_boxes)[:, :2]
    near = sides.prod(axis=1) >= smaller * (_LEAST / 2)
    theirs_at, ours_at, smaller = theirs_at[near], ours_at[near], smaller[near]
    areas = shapely.area(shapely.intersection(ours[ours_at], theirs[theirs_at]))
    common, shares = np.zeros((2, len(ours), len(theirs)))
    common[ours_at, theirs_at] = areas
    shares[ours_at, theirs_at] = np.divide(areas, smaller, out=smaller * 0, where=smaller > 0)
    # An outline without an area does not locate a segment.
    flat = (shapely.area(ours) == 0)[:, None] | (shapely.area(theirs) == 0)[None, :]
    return common, np.where(flat, np.nan, shares)


def _rings(polygons: Sequence[Polygon]) -> Any:
    """Return the rings of shapely with the corners of polygons."""
    import shapely

    corners = np.array([*chain.from_iterable(polygons)])
    owners = np.repeat(np.arange(len(polygons)), [*map(len, polygons)])
    return shapely.linearrings(corners, indices=owners)
