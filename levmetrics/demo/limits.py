"""What one visitor may ask for, so that everybody gets an answer."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from levmetrics.columns import InputError, IntArray, TextColumn, text_lengths
from levmetrics.inputs import Inputs, Values
from levmetrics.values import ValueColumn

ROWS = 20_000
CHARACTERS_PER_TEXT = 10_000
CHARACTERS = 2_000_000
FILE_MEGABYTES = 10
# Cells of the edit matrices of all pairs together: some seconds of search.
CELLS = 20_000_000_000
# Pairs of items in the lists of structured answers, of which each is compared with each.
ITEM_PAIRS = 500_000
IN_WORDS = (
    f"At most {ROWS:,} samples, {CHARACTERS_PER_TEXT:,} characters a text, {CHARACTERS:,} "
    f"characters in all, and files of {FILE_MEGABYTES} MB. Run it yourself for more."
)


def check_size(lengths: IntArray, name: str) -> None:
    """Refuse too many texts, or too long ones, before anything is made of them.

    Args:
        lengths: characters (or bytes) of every text.
        name: what the page calls them, for the message.

    Raises:
        InputError: naming the limit.

    """
    if len(lengths) > ROWS:
        raise InputError(f"{name}: {len(lengths):,} texts are more than the {ROWS:,} of this page")
    if len(lengths) and lengths.max() > CHARACTERS_PER_TEXT:
        place = int(lengths.argmax()) + 1
        raise InputError(
            f"{name}: text {place:,} has {int(lengths.max()):,} characters, and "
            f"{CHARACTERS_PER_TEXT:,} is the most on this page; cut it into sentences"
        )
    if lengths.sum() > CHARACTERS:
        raise InputError(
            f"{name}: {int(lengths.sum()):,} characters are more than the {CHARACTERS:,} of this "
            "page; give a part of them, or run it yourself"
        )


def checked(
    inputs: Inputs, predictions: Sequence[str], references: Sequence[str | list[str]]
) -> tuple[TextColumn | ValueColumn, TextColumn | ValueColumn]:
    """Check both sides, and that scoring them will not take too long.

    Raises:
        InputError: for anything that cannot be scored, or not in time.

    """
    if not len(predictions) and not len(references):
        raise InputError("there is nothing to score yet: give predictions and references")
    if isinstance(inputs, Values):
        flat = [r if isinstance(r, str) else " ".join(r) for r in references]
        items = [
            (p.count(",") + 1) * (r.count(",") + 1) for p, r in zip(predictions, flat, strict=False)
        ]
        if sum(items) > ITEM_PAIRS:
            raise InputError("these lists are too long to be matched on this page; give fewer")
    preds, target = inputs.batch(predictions, references)
    if isinstance(preds, TextColumn) and isinstance(target, TextColumn):
        pred_lengths = text_lengths(preds.texts)
        if target.offsets is not None:
            pred_lengths = np.repeat(pred_lengths, np.diff(target.offsets))
        if int((pred_lengths * text_lengths(target.texts)).sum()) > CELLS:
            raise InputError("these texts are too long to be compared on this page; give fewer")
    return preds, target
