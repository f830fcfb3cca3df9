"""Metrics of other packages, found among their entry points ``levmetrics.metrics``.

The name of an entry point is that of the metric. Its value is a module or an object whose
``configs(metric)`` returns the configs by name, the default one first.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from levmetrics.errors import InputError, quoted, reason

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from levmetrics.core.config import Config

GROUP = "levmetrics.metrics"
"""The group of the entry points."""


def plugin_names() -> list[str]:
    """Return the names of the metrics of other packages, none of which is imported for it."""
    return [*_entry_points(tuple(sys.path))]


@lru_cache(maxsize=1)
def _entry_points(_path: tuple[str, ...]) -> Mapping[str, list[EntryPoint]]:
    """Return the entry points by name, cached until packages come from other folders."""
    from importlib.metadata import entry_points  # slow to load

    found: dict[str, list[EntryPoint]] = {}
    for entry in entry_points(group=GROUP):
        found.setdefault(entry.name, []).append(entry)
    return found


@dataclass(frozen=True)
class Plugin:
    """What answers for a metric of another package.

    Attributes:
        package: the name of the package.
        entry: the value of the entry point.
        answer: the module or the object.

    """

    package: str
    entry: str
    answer: Any

    def configs(self, metric: str) -> Mapping[str, Config]:
        """Return the configs of the metric by their full names.

        Raises:
            InputError: if the package gives none.

        """
        from levmetrics.core.config import Config  # slow to load

        try:
            found = self.answer.configs(metric)
        except Exception as error:  # of another package's code
            raise _failed(self.package, self.entry, metric, error) from error
        if not isinstance(found, Mapping) or not found:
            given = "nothing" if isinstance(found, Mapping) else quoted(found)
        elif wrong := [each for each in found.values() if not isinstance(each, Config)]:
            given = quoted(wrong[0])
        else:
            return {f"{metric}:{name}": one for name, one in found.items()}
        fields = {"package": self.package, "entry": self.entry, "metric": metric}
        raise InputError("plugin.configs", given=given, **fields)


def plugin(metric: str) -> Plugin:
    """Return what answers for a metric of another package.

    Raises:
        InputError: if the package cannot be imported, and if several packages have this metric.

    """
    entries = _entry_points(tuple(sys.path))[metric]
    if len(entries) > 1:
        packages = ", ".join(sorted(map(_package, entries)))
        raise InputError("plugin.of_several", metric=metric, known=packages)
    return _loaded(entries[0])


@cache
def _loaded(entry: EntryPoint) -> Plugin:
    package = _package(entry)
    try:
        return Plugin(package, entry.value, entry.load())
    except Exception as error:  # of another package's code
        raise _failed(package, entry.value, entry.name, error) from error


def _package(entry: EntryPoint) -> str:
    return "an unknown package" if entry.dist is None else entry.dist.name


def _failed(package: str, entry: str, metric: str, error: Exception) -> InputError:
    fields = {"package": package, "entry": entry, "metric": metric}
    return InputError("plugin.failed", **fields, why=reason(error))
