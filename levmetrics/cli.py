"""The command line."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from typer.core import TyperGroup

from levmetrics.control_characters import unsteered
from levmetrics.edits.kernel import kernel_name
from levmetrics.edits.reader import SampleReader
from levmetrics.errors import InputError
from levmetrics.extras import needed_by
from levmetrics.formats.competition import Average, read_submission
from levmetrics.formats.examples import Example, read_example
from levmetrics.scores.anls_rules import RULES
from levmetrics.scores.similarity_scorer import AnlsScorer
from levmetrics.scoring import Scoring, score, scoring_of
from levmetrics.tables import competition_table, error_rate_row, score_table
from levmetrics.version import __version__

_KERNELS = {
    "compiled": "with the compiled kernel",
    "portable": (
        "with the portable kernel (install it where there is a C++ compiler for the compiled one, "
        "which is several times as fast)"
    ),
}


class _Commands(TyperGroup):
    """The group of commands: it prints an error as one sentence, in any terminal encoding."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        try:
            return super().invoke(ctx)
        except (InputError, ImportError) as error:
            typer.echo(f"Error: {unsteered(str(error))}", err=True)
            raise typer.Exit(1) from None


app = typer.Typer(
    cls=_Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.callback(invoke_without_command=True)
def options(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version and the kernel that computes, and exit."),
    ] = False,
) -> None:
    """Exact, fast text similarity and error rates, in every script."""
    if version:
        typer.echo(f"levmetrics {__version__}, {_KERNELS[kernel_name()]}")
        raise typer.Exit


@app.command()
def demo() -> None:
    """Score the example texts: speech as a recogniser heard it, and Japanese as OCR read it."""
    console = Console()
    with console.status("Scoring speech_en ..."):
        speech_table = _speech_table(read_example("speech_en"))
    console.print(speech_table, "")
    with console.status("Scoring ocr_ja ..."):
        ocr_table, note = _ocr_table(read_example("ocr_ja"))
    console.print(ocr_table)
    console.print(note, style="dim", markup=False, highlight=False)
    console.print("The same from Python, for your own texts:", style="bold")
    for line in (
        'levmetrics.error_counts(predictions, references, tokenizer="mecab").wer',
        'evaluate.load("wer_lev", "ja").compute(predictions=[...], references=[...])',
    ):
        console.print(f"  {line}", markup=False)


def _speech_table(speech: Example) -> Table:
    """Return a table of the error rates of all systems."""
    table = score_table(
        f"speech_en: {len(speech.references):,} sentences by synthetic voices, "
        "as a real recogniser heard them"
    )
    reader = SampleReader([*speech.systems.values()], speech.references)
    for heading, config in (("WER", "wer"), ("CER", "cer")):
        runs = scoring_of("wer_lev", config, options={}).runs(reader)
        for system, run in zip(speech.systems, runs, strict=True):
            table.add_row(f"{heading}, {system.replace('_', ' ')}", *error_rate_row(run.measures()))
    return table


def _ocr_table(ocr: Example) -> tuple[Table, str]:
    """Return a table of the scores, and a note if one needs a package that is not installed."""
    table = score_table(f"ocr_ja: {len(ocr.references):,} Japanese sentences, as OCR read them")
    texts = ocr.systems["reading"], ocr.references
    table.add_row("ANLS (characters)", f"{score(*texts, 'anls').result()['anls']:.4f}")
    characters = score(*texts, "wer_lev", "cer").measures()
    table.add_row("CER (characters)", *error_rate_row(characters))
    try:
        words = score(*texts, "wer_lev", "ja").measures()
    except ImportError as error:
        return table, f"WER (MeCab words): {error}\n"
    table.add_row("WER (MeCab words)", *error_rate_row(words))
    return table, ""


@app.command("app")
def serve(
    host: Annotated[
        str | None, typer.Option(help="Address to listen on [default: 127.0.0.1].")
    ] = None,
    port: Annotated[int | None, typer.Option(help="Port [default: 7860].")] = None,
) -> None:
    """Serve the web demo; GRADIO_SERVER_NAME and GRADIO_SERVER_PORT set its address too."""
    from levmetrics.demo.address import check_address

    check_address(host, port)
    with needed_by("the web demo", "app"), Console().status("Loading ..."):
        from levmetrics.demo.page import launch
    try:
        launch(host, port)
    except OSError as error:  # another program took the port after the check
        raise InputError(f"the page cannot be served: {error}") from error


@app.command()
def competition(
    ground_truth: Annotated[Path, typer.Argument(help="The questions, as JSON.")],
    submission: Annotated[Path, typer.Argument(help="The answers, as JSON.")],
    variant: Annotated[
        str, typer.Option(help=f"The rule: {', '.join(RULES)}.", show_default=True)
    ] = "docvqa",
) -> None:
    """Score a submission to a DocVQA competition, over all questions and by their kinds."""
    console = Console()
    answers = read_submission(ground_truth, submission)
    with console.status("Scoring ..."):
        scoring = Scoring(AnlsScorer(variant), "ANLS")
        run = scoring.run(answers.predictions, answers.references)
    overall = Average(run.result()["score"], len(answers.predictions))
    console.print(competition_table(overall, answers.breakdowns(run.sample_scores())))
    console.print("")
    console.print(run.signature(), style="dim", soft_wrap=True, markup=False, highlight=False)
