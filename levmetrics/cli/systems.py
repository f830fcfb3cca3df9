"""The predictions of several systems, read from files as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from levmetrics.cli.arguments import FileOptions, MetricOptions
from levmetrics.cli.columns import chosen_columns
from levmetrics.configs import find_config
from levmetrics.errors import InputError
from levmetrics.formats.file_format import listed
from levmetrics.formats.samples import sample_batches, text_batches


@dataclass(frozen=True)
class SystemTexts:
    """Samples with the predictions of every system.

    Attributes:
        predictions: of each system by its name, one a sample.
        references: of the samples.
        groups: the group of each; ``None`` without groups.
        ids: of the samples; ``None`` without ids.

    """

    predictions: dict[str, list[Any]]
    references: list[Any]
    groups: list[Any] | None
    ids: list[Any] | None


def read_systems(
    metric: str,
    references: Path,
    predictions: Sequence[Path],
    metric_options: MetricOptions,
    file_options: FileOptions,
    groups: str | None,
) -> SystemTexts:
    """Read the references and the predictions of every system.

    Raises:
        InputError: for files that cannot be read, and two systems in one file.

    """
    names = _names(predictions)
    columns = chosen_columns(references, predictions, file_options, groups)
    nested = find_config(metric, metric_options.config)[2].nested
    systems: dict[str, list[Any]] = {name: [] for name in names}
    target: list[Any] = []
    labels: list[Any] = []
    ids: list[Any] = []
    for batch in (sample_batches if nested else text_batches)(*columns):
        for name, values in zip(names, batch.predictions, strict=True):
            systems[name] += listed(values)
        target += listed(batch.references)
        labels += [] if batch.groups is None else listed(batch.groups)
        ids += [] if batch.ids is None else listed(batch.ids)
    return SystemTexts(systems, target, labels or None, ids or None)


def _names(predictions: Sequence[Path]) -> list[str]:
    """Return a name for each system: its file's, or where two are the same, its path."""
    names = [path.stem for path in predictions]
    if len(set(names)) < len(names):
        names = [str(path) for path in predictions]
    if len(set(names)) < len(names):
        raise InputError("two systems have the same file; give each its own")
    return names
