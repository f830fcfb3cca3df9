"""Files that only name a large file, which Git LFS or git-annex has not fetched yet."""

from __future__ import annotations

from pathlib import Path

from levmetrics.errors import InputError
from levmetrics.lazy import re

_MOST_BYTES = 1024  # of a pointer

_GIT_LFS = re.compile(
    r"version https://[^\s/]+/spec/v\d+\r?\n(?:ext-[^\n]*\n)*oid \w+:[0-9a-f]+\r?\nsize \d+\s*"
)
_GIT_ANNEX = re.compile(r"(?:[./]*\.git)?/annex/objects/\S+\s*")


def check_is_fetched(file: str, start: bytes) -> None:
    r"""Refuse a file that is a pointer to the one that is meant.

    Args:
        file: the name of the file.
        start: its first bytes; a pointer has at most 1024.

    Raises:
        InputError: with the command that fetches the file.

    Source: "Git LFS Specification", https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md;
    "Pointer files" of git-annex, https://git-annex.branchable.com/internals/pointer_file/.

    >>> check_is_fetched("a.txt", b"version 2")
    >>> pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:0a\nsize 12345\n"
    >>> check_is_fetched("a.parquet", pointer)
    Traceback (most recent call last):
    levmetrics.errors.InputError: a.parquet is a Git LFS pointer, and the file that it stands for
    is not here; run git lfs pull

    """
    if not start.startswith((b"version https://", b"/annex/", b".")) or len(start) > _MOST_BYTES:
        return
    text = start.decode("ascii", "replace")
    if _GIT_LFS.fullmatch(text):
        raise InputError("file.pointer", file=file, program="Git LFS", command="git lfs pull")
    if _GIT_ANNEX.fullmatch(text):
        raise InputError("file.pointer", file=file, program="git-annex", command="git annex get")


def check_file_is_fetched(path: str | Path) -> None:
    """Refuse a pointer as :func:`check_is_fetched` does, before another library reads the file.

    Raises:
        InputError: with the command that fetches the file.
        OSError: if it cannot be read.

    """
    with open(path, "rb") as file:
        check_is_fetched(str(path), file.read(_MOST_BYTES + 1))
