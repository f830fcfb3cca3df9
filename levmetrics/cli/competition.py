"""``levmetrics competition``: a submission to a DocVQA competition, scored."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def competition(
    ground_truth: Annotated[Path, typer.Argument(help="The questions, as JSON.")],
    submission: Annotated[Path, typer.Argument(help="The answers, as JSON.")],
    rule: Annotated[
        str, typer.Option(help="The rule: default, stvqa, docvqa.", show_default=True)
    ] = "docvqa",
) -> None:
    """Score a submission to a DocVQA competition, over all questions and by their kinds."""
    from rich.console import Console

    from levmetrics.formats.competition import Average, read_submission
    from levmetrics.run import Run
    from levmetrics.scores.similarity_metric import AnlsMetric
    from levmetrics.tables import competition_table

    console = Console()
    answers = read_submission(ground_truth, submission)
    with console.status("Scoring ..."):
        metric = AnlsMetric(rule).called("ANLS")
        run = Run.of(metric, answers.predictions, answers.references)
    overall = Average(run.result()["score"], len(answers.predictions))
    console.print(competition_table(overall, answers.breakdowns(run.sample_scores())))
    console.print("")
    console.print(run.signature(), style="dim", soft_wrap=True, markup=False, highlight=False)
