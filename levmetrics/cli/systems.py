"""The files of several systems, on the same references."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from levmetrics.cli.arguments import FileOptions, SystemOptions
from levmetrics.cli.columns import chosen_columns, read_samples
from levmetrics.errors import InputError
from levmetrics.formats.file_format import listed
from levmetrics.formats.samples import Batch, Column, RowName
from levmetrics.formats.source import OnRead
from levmetrics.inputs.columns import TextColumn, reference_column


@dataclass(frozen=True)
class SystemFiles:
    """Where the texts of samples are.

    Attributes:
        names: of the systems.
        columns: of their predictions, of the references, and of the groups if there are any.

    """

    names: list[str]
    columns: tuple[list[Column], Column, Column | None]

    def batches(self, *, nested: bool) -> Iterator[Batch]:
        """Read the samples.

        Args:
            nested: whether they are values, and not texts.

        Raises:
            InputError: for files that cannot be read.

        """
        return read_samples(self.columns, nested=nested)


@dataclass
class SystemTexts:
    """Samples with the predictions of every system.

    Attributes:
        predictions: of each system by its name, one a sample.
        references: of the samples.
        groups: the group of each; none without groups.
        ids: of the samples; none without ids.

    """

    predictions: dict[str, list[Any]]
    references: list[Any] = field(default_factory=list)
    groups: list[Any] = field(default_factory=list)
    ids: list[Any] = field(default_factory=list)

    def named_references(self, files: SystemFiles) -> TextColumn:
        """Return references that are texts as a column that knows their places in the file.

        Args:
            files: that they were read from.

        """
        name = RowName(str(files.columns[1]), "reference", 1, self.ids or None)
        return reference_column(self.references, name)


def system_files(
    asked: SystemOptions,
    options: FileOptions,
    on_read: OnRead | None = None,
    *,
    refusal: str | None,
) -> SystemFiles:
    """Find the columns of references and of every system's predictions.

    Args:
        asked: the files.
        options: how they are read.
        on_read: is told of every read.
        refusal: as for :func:`levmetrics.cli.columns.chosen_columns`.

    Raises:
        InputError: for files that cannot be read, and two systems in one file.

    """
    names = _names(asked.files())
    columns = chosen_columns(
        asked.references, asked.files(), options, asked.groups, on_read, refusal=refusal
    )
    return SystemFiles(names, columns)


def read_systems(files: SystemFiles, *, nested: bool) -> SystemTexts:
    """Read all samples into memory.

    Args:
        files: where they are.
        nested: whether they are values, and not texts.

    Raises:
        InputError: for files that cannot be read.

    """
    texts = SystemTexts({name: [] for name in files.names})
    for batch in files.batches(nested=nested):
        for name, values in zip(files.names, batch.predictions, strict=True):
            texts.predictions[name] += listed(values)
        texts.references += listed(batch.references)
        texts.groups += [] if batch.groups is None else listed(batch.groups)
        texts.ids += [] if batch.ids is None else listed(batch.ids)
    return texts


def _names(predictions: Sequence[Path]) -> list[str]:
    """Return a name for each system: its file's, or where two are the same, its path."""
    names = [path.stem for path in predictions]
    if len(set(names)) < len(names):
        names = [str(path) for path in predictions]
    if len(set(names)) < len(names):
        raise InputError("command.same_file")
    return names
