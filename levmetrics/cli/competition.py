"""``levmetrics competition``: score a submission to a DocVQA competition."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from levmetrics.cli.arguments import check_outputs, command

if TYPE_CHECKING:
    from levmetrics.formats.competition import Average


@command()
def competition(
    ground_truth: Path,
    submission: Path,
    *,
    rule: str = "docvqa",
    json: bool = False,
    details: Path | None = None,
    spreadsheet: bool = False,
) -> None:
    """Score a submission to a DocVQA competition, in total and by kind of question."""
    from rich.console import Console

    from levmetrics.cli.details import details_file, sample_columns
    from levmetrics.cli.score import print_json
    from levmetrics.core.scoring import score
    from levmetrics.core.tables import competition_table
    from levmetrics.formats.competition import Average, read_submission
    from levmetrics.formats.samples import Batch

    check_outputs([ground_truth, submission], [details])
    console = Console()
    with details_file(details, spreadsheet) as add_details:
        answers = read_submission(ground_truth, submission)
        with console.status("Scoring ..."):
            run = score(answers.predictions, answers.references, f"anls:{rule}")
        if add_details is not None:
            ids = [*map(str, answers.question_ids)]
            samples = Batch((answers.predictions,), answers.references, ids=ids)
            add_details(sample_columns(samples, run))
    overall = Average(run.score, len(answers.predictions))
    kinds = answers.breakdowns(run.sample_scores())
    if json:
        of_kinds = {
            kind: {label: _numbers(average) for label, average in labels.items()}
            for kind, labels in kinds.items()
        }
        print_json({**_numbers(overall), "kinds": of_kinds, "signature": run.signature()})
        return
    console.print(competition_table(overall, kinds))
    console.print("")
    console.print(run.signature(), style="dim", soft_wrap=True, markup=False, highlight=False)


def _numbers(average: Average) -> dict[str, Any]:
    """Return an average under the names of result fields."""
    return {"anls": average.score, "samples": average.questions}
