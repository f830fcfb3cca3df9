"""The interface of page formats."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Self

from levmetrics.errors import Note, few
from levmetrics.formats.file_format import FileFormat, batched
from levmetrics.formats.pages.page_options import PageOptions
from levmetrics.formats.source import Source

if TYPE_CHECKING:
    from levmetrics.formats.pages.page import Page

_ID, _TEXT = "id", "text"


class PageFormat(FileFormat):
    """A format of pages, whose samples are pages, regions or lines.

    Attributes:
        root: the name of the root element in lower case; ``None``: recognised otherwise.
        options: the options for reading pages.
        references: the format and file of the references, whose ids this file's matching regions or
            lines get; ``None``: they keep their own ids.

    """

    rank = 20
    root: str | None = None
    options = PageOptions()
    references: tuple[PageFormat, Source] | None = None

    def recognises(self, source: Source) -> bool:
        """Whether the root element is that of the format."""
        from levmetrics.formats.pages.markup import root_name

        return root_name(source.start) == self.root

    @property
    def is_binary(self) -> bool:
        """Whether no encoding applies, since markup declares its own."""
        return True

    def of_references(self, kind: FileFormat, source: Source) -> Self:
        """Return the format with the ids of regions and lines that match those of references."""
        return self.changed(references=(kind, source) if isinstance(kind, PageFormat) else None)

    def has_markup(self, source: Source) -> bool:
        """Return true: pages are in markup, unless the format says otherwise."""
        return True

    def pages(self, source: Source) -> Iterator[tuple[str, Page]]:
        """Yield the pages with their ids, then warn of the texts that are not read.

        Raises:
            InputError: as :meth:`read` does.
            ImportError: as :meth:`read` does.

        """
        lines: Counter[str] = Counter()
        files: dict[str, list[str]] = {}
        for name, page in self.read(source):
            lines.update(page.unread)
            for element in {*page.unread}:
                files.setdefault(element, []).append(name)
            yield name, page
        for element, count in lines.items():
            where = f"{source.name} ({few(files[element])})" if self.holds_files else source.name
            source.say(_unread(count, element=element, file=where))

    @abstractmethod
    def read(self, source: Source) -> Iterator[tuple[str, Page]]:
        """Yield the pages with their ids, which are empty if a file has one page.

        Raises:
            InputError: if the file has another format, or exceeds a limit.
            ImportError: if lxml is not installed; the message has the line that installs it.

        """

    def names(self, source: Source) -> list[str]:
        """Return the names of the columns; ``[""]`` for a file that is one page.

        Raises:
            InputError: as :meth:`pages` does.

        """
        first, _ = next(self.pages(source), ("", None))
        return [_ID, _TEXT] if first or self.options.level != "page" else [""]

    def batches(self, source: Source, keys: Sequence[str]) -> Iterator[tuple[list[Any], ...]]:
        """Return ids and texts.

        Raises:
            InputError: as :meth:`pages` does.

        """
        rows = self._rows(source)
        first = batched(islice(rows, 1), source.limits)  # whose id shows how all are matched
        for batch in chain(first, batched(rows, source.limits)):
            yield tuple([row[key != _ID] for row in batch] for key in keys)

    def _rows(self, source: Source) -> Iterator[tuple[str, str]]:
        """Return the id and the text of each sample."""
        if self.options.level == "page":
            return ((name, page.text) for name, page in self.pages(source))
        return iter(source.once(self._segments))

    def _segments(self, source: Source) -> list[tuple[str, str]]:
        """Return the id and the text of each region or line."""
        level = self.options.level
        if self.references is None:
            pages: Iterable[tuple[str, Page]] = source.once(self._whole)
        else:
            from levmetrics.formats.pages.overlap import segments_by_reference  # loads NumPy

            kind, file = self.references
            ours = dict(file.once(kind._whole))
            pages = segments_by_reference(ours, self.pages(source), level)
        return [
            (f"{name}/{segment.id}" if name else segment.id, segment.text)
            for name, page in pages
            for segment in page.segments(level)
        ]

    def _whole(self, source: Source) -> list[tuple[str, Page]]:
        """Return all pages, of which matching needs those of the references at once."""
        return [*self.pages(source)]


def _unread(lines: int, **place: str) -> Note:
    """Return the note on lines that are not read."""
    if lines == 1:
        return Note("note.unread_line", place)
    return Note("note.unread_lines", {"lines": lines, **place})
