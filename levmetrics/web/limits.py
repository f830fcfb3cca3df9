"""The limits of a request, which keep the page responsive for everybody."""

from __future__ import annotations

from dataclasses import replace

from levmetrics.formats.source import Limits

FILE_MEGABYTES = 10
UPLOAD_MEGABYTES = 60  # all files of a visitor
UPLOAD_SECONDS = 300.0  # maximum time of an upload
HELD_MEGABYTES = 500  # the files of all visitors
HELD_SECONDS = 3600  # after which a file is deleted while its visitor stays
BODY_MEGABYTES = 25  # any other HTTP request: the texts of both sides, as JSON
SECONDS = 10.0  # maximum time of a run
SYSTEMS = 6  # in one comparison
REQUESTS_OF_VISITOR = 6  # waiting or running: half of the concurrent ones
PAGE = Limits(
    "this page",
    rows=20_000,
    characters_per_text=10_000,
    characters_alone=100_000,
    characters=2_000_000,
    file_bytes=FILE_MEGABYTES * 1_000_000,
    columns=200,
    members=20_000,
)
# A sample is a whole meeting.
SESSIONS = replace(PAGE, characters_per_text=PAGE.characters, characters_alone=None)
SCHEMA = Limits(PAGE.owner, characters=100_000)
FOR_PROGRAMS = (
    f"At most {PAGE.rows:,} samples, {PAGE.characters_per_text:,} characters a text, "
    f"{PAGE.characters_alone:,} if it is the only one, and {PAGE.characters:,} characters in all "
    f"of each side; what takes longer than {SECONDS:g} seconds is ended, with a sentence that says "
    "so."
)
