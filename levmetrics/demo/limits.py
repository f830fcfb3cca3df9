"""The most that one request may hold, so that the page stays responsive for everybody."""

from __future__ import annotations

from levmetrics.formats.reading_limits import Limits

FILE_MEGABYTES = 10
PAGE = Limits(
    "this page",
    rows=20_000,
    characters_per_text=10_000,
    characters=2_000_000,
    file_bytes=FILE_MEGABYTES * 1_000_000,
    columns=200,
)
IN_WORDS = (
    f"At most {PAGE.rows:,} samples, {PAGE.characters_per_text:,} characters a text, "
    f"{PAGE.characters:,} characters in all, and files of {FILE_MEGABYTES} MB. Run it yourself "
    "for more."
)
