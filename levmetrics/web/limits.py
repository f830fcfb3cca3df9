"""The most that one request may hold, so that the page stays responsive for everybody."""

from __future__ import annotations

from levmetrics.formats.source import Limits

FILE_MEGABYTES = 10
UPLOAD_MEGABYTES = 60  # of one upload, which may be several files
BODY_MEGABYTES = 25  # of any other HTTP request: the texts of both sides, as JSON
SECONDS = 5.0  # of one processor, that a request may be expected to take
SYSTEMS = 6  # in one comparison
# Of one visitor: requests that wait or run, and seconds of a processor in a minute.
REQUESTS_OF_VISITOR = 12
SECONDS_OF_VISITOR = 40.0
PAGE = Limits(
    "this page",
    rows=20_000,
    characters_per_text=10_000,
    characters=2_000_000,
    file_bytes=FILE_MEGABYTES * 1_000_000,
    columns=200,
)
TEXTS_IN_WORDS = (
    f"At most {PAGE.rows:,} samples, {PAGE.characters_per_text:,} characters a text and "
    f"{PAGE.characters:,} characters in all"
)
IN_WORDS = f"{TEXTS_IN_WORDS}, and files of {FILE_MEGABYTES} MB. Run it yourself for more."
FOR_PROGRAMS = (
    f"{TEXTS_IN_WORDS} of each side, and no more work than takes a processor {SECONDS:g} seconds; "
    "what is more is refused with a sentence that says so."
)
