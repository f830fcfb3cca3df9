"""``levmetrics score``, and in one line ``wer``, ``cer`` and ``anls``: two files, scored."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from levmetrics.cli.arguments import (
    FileOptions,
    MetricName,
    MetricOptions,
    ResultOptions,
    takes_groups,
)

# What the commands that are named after a score compute.
_ONE_LINERS = {
    "wer": ("wer_lev", "Score the predictions of two files by their word error rate."),
    "cer": ("wer_lev:cer", "Score the predictions of two files by their character error rate."),
    "anls": (
        "anls",
        "Score the predictions of two files by their average normalized Levenshtein similarity.",
    ),
}


def add_to(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.command()(score)
    for name, (metric, description) in _ONE_LINERS.items():
        app.command(name, help=description)(_one_liner(metric))


@takes_groups
def score(
    metric: MetricName,
    references: Annotated[
        Path | None, typer.Option("--references", "-r", help="The file of the references.")
    ] = None,
    predictions: Annotated[
        Path | None, typer.Option("--predictions", "-p", help="The file of the predictions.")
    ] = None,
    file: Annotated[Path | None, typer.Option(help="One file that has both, as columns.")] = None,
    *,
    metric_options: MetricOptions,
    file_options: FileOptions,
    result_options: ResultOptions,
) -> None:
    """Score predictions against their references, from files of any usual format."""
    from levmetrics.cli.scores import print_scores
    from levmetrics.errors import InputError

    references, predictions = references or file, predictions or file
    if references is None or predictions is None:
        raise InputError("command.no_files")
    print_scores(metric, references, predictions, metric_options, file_options, result_options)


def _one_liner(metric: str) -> Callable[..., None]:
    """Return the command of one metric, whose files are arguments."""

    def command(
        references: Annotated[
            Path, typer.Argument(metavar="REF", help="The file of the references; - is the input.")
        ],
        predictions: Annotated[
            Path, typer.Argument(metavar="HYP", help="The file of the predictions.")
        ],
        *,
        metric_options: MetricOptions,
        file_options: FileOptions,
        result_options: ResultOptions,
    ) -> None:
        from levmetrics.cli.scores import print_scores

        print_scores(metric, references, predictions, metric_options, file_options, result_options)

    return takes_groups(command)
