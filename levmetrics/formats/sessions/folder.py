"""Folders and zip files of sessions, and how the format of sessions is found."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Self

from levmetrics.errors import InputError, few
from levmetrics.formats.file_format import Family
from levmetrics.formats.sessions.session_format import SESSION_FORMATS, Segment, SessionFormat
from levmetrics.formats.source import Source, distinct_names
from levmetrics.formats.within import files_within, holds_files


class SessionFolder(SessionFormat):
    """A folder or zip file whose files have sessions in one format, each in one file or several.

    Args:
        kind: the format.

    """

    def __init__(self, kind: SessionFormat) -> None:
        self._kind = kind.changed(is_of_several=True)
        self.name, self.description, self.suffixes = kind.name, kind.description, kind.suffixes
        self.refusal = kind.refusal

    @property
    def is_binary(self) -> bool:
        """Whether there is no text to decode: a folder has none of its own."""
        return True

    def refusing_alternatives(self, why: str | None) -> Self:
        """Return the format whose files refuse alternatives for a reason, or have them."""
        return type(self)(self._kind.refusing_alternatives(why))

    def files(self, source: Source) -> list[tuple[Source, SessionFormat]]:
        """Return the files in the order of their paths."""
        return [(file, self._kind) for file in _files(source, [self])]

    def segments(self, source: Source) -> Iterator[Segment]:
        """Yield the segments, file by file."""
        for file, kind in self.files(source):
            yield from kind.segments(file)


def _files(source: Source, kinds: list[SessionFormat]) -> list[Source]:
    """Return the files of a folder or zip file that have the suffix of a format, in order.

    Raises:
        InputError: for a folder without such files.

    """
    suffixes = {suffix: None for kind in kinds for suffix in kind.suffixes}
    found = sorted((PurePosixPath(path), file) for path, file in files_within(source, suffixes))
    if not found:
        raise InputError("sessions.no_files", folder=source.name, suffixes=", ".join(suffixes))
    names = distinct_names(file.path for _, file in found)
    return [file.changed(label=names[file.path]) for _, file in found]


def _of_files(source: Source, asked: SessionFormat | None) -> SessionFolder | None:
    """Return the format of a folder or zip file by that of all its files; ``None`` for a file.

    Raises:
        InputError: for files of several formats, which may be of the same sessions.

    """
    if not holds_files(source):
        return None
    if asked is not None:
        _files(source, [asked])
        return SessionFolder(asked)
    files = _files(source, [*SESSION_FORMATS.values()])
    kinds = {kind.name: kind for kind, _ in (FAMILY.format_of(file, None) for file in files)}
    if len(kinds) > 1:
        raise InputError("sessions.mixed_folder", folder=source.name, formats=few(sorted(kinds)))
    (kind,) = kinds.values()
    return SessionFolder(kind)


def _checked(source: Source, shown: SessionFormat | None) -> SessionFormat:
    """Return the format that a file shows.

    Raises:
        InputError: if it shows none.

    """
    if shown is None:
        raise InputError("sessions.no_format", file=source.name, known=few(SESSION_FORMATS))
    return shown


FAMILY = Family(SESSION_FORMATS, _of_files, _checked)
