"""The metric that a command scores by: its options in the shell's terms, and alternatives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from levmetrics.alternatives.glm import GlobalMap
from levmetrics.cli.arguments import FLAGS, MetricOptions
from levmetrics.errors import InputError
from levmetrics.formats.files import Table
from levmetrics.formats.kinds.timed_words import Ctm, holds_alternatives
from levmetrics.formats.samples import Column
from levmetrics.metric import Config, find_config, get_metric
from levmetrics.scores.base import Metric

# Rules of a GLM file rewrite both sides, whose alternatives are then in braces.
_NO_RULES = GlobalMap((), "ctm", ignores_case=False)


@dataclass(frozen=True)
class AskedMetric:
    """A metric with the options that were given.

    Attributes:
        name: of the metric and the config: ``"wer_lev:cer"``.
        config: the config.
        given: the options by name.
        as_given: the scoring by these options.

    """

    name: str
    config: Config
    given: Mapping[str, Any]
    as_given: Metric[Any]

    @classmethod
    def of(cls, metric: str, asked: MetricOptions) -> AskedMetric:
        """Find a metric and its options, before any sample is read.

        Raises:
            InputError: for unknown names, for files of options that cannot be read, for options
                that the config does not have or lacks, and for values that they cannot have.

        """
        metric, config_name, config = find_config(metric, asked.config)
        name, given = f"{metric}:{config_name}", asked.options()
        _check_flags(name, config, given)
        return cls(name, config, given, get_metric(name, options=given))

    def options(self, predictions: Sequence[Column], references: Column) -> dict[str, Any]:
        """Return the options by name, with those for the alternatives of both sides.

        Args:
            predictions: of each system, whose alternatives are those of a ctm file.
            references: whose alternatives are read if they are in the file's format.

        """
        options = {**self.given}
        if references.table.file_format.has_alternatives:
            options.setdefault("alternatives", "braces")
        if any(_have_alternatives(column.table) for column in predictions):
            options.setdefault("equivalences", _NO_RULES)
        return options

    def chosen(self, predictions: Sequence[Column], references: Column) -> Metric[Any]:
        """Return the scoring by the options that :meth:`options` returns."""
        options = self.options(predictions, references)
        return self.as_given if options == self.given else get_metric(self.name, options=options)

    @property
    def refusal(self) -> str | None:
        """Why alternatives in trn and stm files are refused; ``None``: they are read."""
        if "alternatives" not in self.config.option_names():
            return f"which {self.name} does not read; write one of them alone, or take wer_lev"
        given = self.given.get("alternatives", "braces")
        if given == "braces":
            return None
        return (
            f"which --alternatives {given or 'none'} leaves unread; leave it out, or write one of "
            "them alone"
        )


def _have_alternatives(predictions: Table) -> bool:
    kind = predictions.file_format
    return isinstance(kind, Ctm) and kind.refusal is None and holds_alternatives(predictions.source)


def _check_flags(name: str, config: Config, given: Mapping[str, Any]) -> None:
    """Refuse options that a config does not take, and a config without those that it needs."""
    known = config.option_names()
    for option in given:
        if option not in known and option not in config.fixed:
            flags = ", ".join(flag for other, flag in FLAGS.items() if other in known)
            raise InputError(
                "command.foreign_option", option=FLAGS[option], metric=name, known=flags
            )
    for option in config.required:
        if option not in given:
            raise InputError("command.missing_option", metric=name, option=FLAGS[option])
