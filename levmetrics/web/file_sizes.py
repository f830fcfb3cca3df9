"""Checks file sizes in the browser, so that no visitor waits for an upload that is too large."""

from __future__ import annotations

from levmetrics.errors import InputError
from levmetrics.rendering.html import render
from levmetrics.web.error_messages import refusal
from levmetrics.web.language import LANGUAGES
from levmetrics.web.limits import FILE_MEGABYTES, UPLOAD_MEGABYTES

REFUSAL_CLASS = "lev-file-refusal"
"""The class of the element that shows a refusal, beside the file input."""


def file_size_script() -> str:
    """Return the page's script that checks the sizes of files."""
    file = InputError("page.file_too_large", file="{file}", megabytes=FILE_MEGABYTES)
    together = InputError("page.files_too_large", megabytes=UPLOAD_MEGABYTES)
    words = {
        language: {
            "frame": refusal("", language),
            "file": file.sentence(language),
            "together": together.sentence(language),
        }
        for language in LANGUAGES
    }
    sizes = [megabytes * 1_000_000 for megabytes in (FILE_MEGABYTES, UPLOAD_MEGABYTES)]
    return render("page/file_sizes.js.j2", words=words, bytes=sizes)
