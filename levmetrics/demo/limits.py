"""How much one visitor may give, so that everybody gets an answer."""

from __future__ import annotations

from levmetrics.arrays import IntArray
from levmetrics.errors import InputError

ROWS = 20_000
CHARACTERS_PER_TEXT = 10_000
CHARACTERS = 2_000_000
FILE_MEGABYTES = 10
COLUMNS = 200
VALUES = 400_000  # of a column, where a row may hold several
BYTES = 20_000_000  # of a column, as a file of few bytes says that it holds
READING_SECONDS = 20  # for a file that needs a process of its own
READING_MEGABYTES = 256  # that this process may take for it
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
