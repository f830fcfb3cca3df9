"""A config: a metric as its name asks for it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from levmetrics.core.metric import Metric, SideInput
from levmetrics.errors import InputError, reason
from levmetrics.rendering.labels import Label

_signature = cache(inspect.signature)


@dataclass(frozen=True, eq=False)  # each is equal to itself alone, and so a key of caches
class Config:
    """One config of a metric.

    Attributes:
        title: the label in lists of choices.
        kind: the class of the metric; its keyword arguments are the options.
        key: the key of the main score in a result.
        fixed: the options that define the config.
        tokenizer: the default tokenizer; ``None``: the class's own default.
        required: the options without a default.
        aliases: other names of the config.
        description: a definition for programs, in one line; empty: the title.
        described: what options do in this config, by name, where the class does not say it.

    """

    title: str
    kind: type[Metric[Any]]
    key: str
    fixed: Mapping[str, Any] = field(default_factory=dict)
    tokenizer: str | None = None
    required: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    description: str = ""
    described: Mapping[str, str] = field(default_factory=dict)

    def option_names(self) -> list[str]:
        """Return the names of the options that a caller may give."""
        # Configs do not take token ids, so they need no padding id.
        left_out = {"ignore_index", *self.fixed}
        return [name for name in _signature(self.kind).parameters if name not in left_out]

    def described_option(self, name: str) -> str:
        """Return what an option does: as the config says it, or the docstring of the class.

        >>> from levmetrics.metric import find_config
        >>> find_config("anls:docvqa")[2].described_option("tokenizer")
        'the unit of an edit; the published rules count characters.'

        """
        lines = rf"^( +){name}: (.+?)(?=^\1\w|^ *$|\Z)"
        found = re.search(lines, inspect.getdoc(self.kind) or "", re.DOTALL | re.MULTILINE)
        return self.described.get(name) or (" ".join(found[2].split()) if found else "")

    @property
    def side_inputs(self) -> dict[str, SideInput]:
        """The options that come beside the two sides as a file, with what reads each."""
        known = self.option_names()
        return {name: read for name, read in self.kind.side_inputs().items() if name in known}

    def read_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return options with what comes beside the two sides read, where it is the path of a file.

        Args:
            given: the options by name, as a shell or a harness has them.

        Raises:
            InputError: for a file that cannot be read.

        """
        options = dict(given)
        for name, read in self.side_inputs.items():
            if not isinstance(value := options.get(name), (str, Path)):
                continue
            try:
                options[name] = read(str(value))
            except InputError:
                raise
            except (OSError, ValueError) as error:  # of a reader of another package
                raise InputError("file.unreadable", file=str(value), why=reason(error)) from error
        return options

    @property
    def label(self) -> Label:
        """How the score is named and written."""
        return self.kind.label_of(self.key)
