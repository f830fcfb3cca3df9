"""A command that takes the options of the metric that its arguments name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from levmetrics.cli.arguments import Command

# What a context has: the options that are offered, and whether its arguments name no metric.
_OFFERED, _NAMES_NONE = "levmetrics.offered", "levmetrics.names_no_metric"
_NOTHING: tuple[list[str], None] = [], None  # what arguments name that cannot be parsed


class MetricCommand(Command):
    """A command that takes the options of the metric that its arguments name.

    Args:
        metric: the name of the metric if the arguments name none; empty: there is no such metric.
        lists_metrics: whether the help lists all metrics if the arguments name none.

    """

    def __init__(
        self, *arguments: Any, metric: str = "", lists_metrics: bool = True, **settings: Any
    ) -> None:
        super().__init__(*arguments, **settings)
        self._metric = metric
        self._lists_metrics = lists_metrics

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the parameters of the command, and the options of the metric."""
        return [*super().get_params(ctx), *ctx.meta.get(_OFFERED, ())]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments with the options of the metric that they name.

        An option that it lacks is taken if another metric has it, so that the command can say so.
        """
        from levmetrics.cli.metric_options import options_of_all

        named = self._named(ctx, args)
        self._offer(ctx, *named)
        is_known = bool(ctx.meta[_OFFERED]) and self._named(ctx, args) in (named, _NOTHING)
        # What stands where the metric does may be the value of an option before it; and a shell
        # completes options before the metric is known.
        if not is_known and (named[0] or ctx.resilient_parsing):
            ctx.meta[_OFFERED] = options_of_all(self.params)
            if (known := self._named(ctx, args)) != _NOTHING:
                self._offer(ctx, *known)
        try:
            return super().parse_args(ctx, [*args])
        except click.NoSuchOption:
            ctx.meta[_OFFERED] = options_of_all(self.params)
            return super().parse_args(ctx, args)

    def _offer(self, ctx: click.Context, metrics: Sequence[str], config: str | None) -> None:
        """Offer the options of the metrics that arguments name."""
        from levmetrics.cli.metric_options import options_of_metrics

        ctx.meta[_NAMES_NONE] = not (metrics or config)
        metrics = metrics or ([self._metric] if self._metric else [])
        ctx.meta[_OFFERED] = options_of_metrics(metrics, config, self.params)

    def _named(self, ctx: click.Context, args: Sequence[str]) -> tuple[list[str], str | None]:
        """Return the metrics and the config that arguments name."""
        strict, ctx.ignore_unknown_options = ctx.ignore_unknown_options, True
        try:
            found, _, _ = self.make_parser(ctx).parse_args([*args])
        except click.UsageError:  # which parsing says
            return _NOTHING
        finally:
            ctx.ignore_unknown_options = strict
        given = [found.get("metric"), found.get("kind"), *(found.get("metrics") or ())]
        config = found.get("config")
        # An argument that is not given has another type.
        named = [name for name in given if isinstance(name, str)]
        return named, config if isinstance(config, str) else None

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, and where no metric is named, all metrics."""
        super().format_options(ctx, formatter)
        if self._lists_metrics and ctx.meta[_NAMES_NONE]:
            from levmetrics.core.names import all_configs

            with formatter.section("Metrics, each with options of its own, which its --help lists"):
                formatter.write_dl([(name, one.title) for name, one in all_configs().items()])
