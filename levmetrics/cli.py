"""The command line."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from typer.core import TyperGroup

from levmetrics.control_characters import unsteered
from levmetrics.errors import InputError
from levmetrics.formats.competition import Average, read_submission
from levmetrics.formats.examples import read_example
from levmetrics.scores.anls_rules import Variant
from levmetrics.tables import competition_table, error_rate_row, score_table


class _Commands(TyperGroup):
    """The commands, whose errors are said in a sentence, on terminals of any encoding."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was asked for."""
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
    help="Exact, fast text similarity and error rates, in every script.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.command()
def demo() -> None:
    """Score the example texts: speech as a recogniser heard it, and Japanese as OCR read it."""
    console = Console()
    with console.status("Loading torch ..."):
        from levmetrics.metrics import ErrorRates, NormalizedLevenshteinSimilarity

    words, characters = ErrorRates(), ErrorRates(tokenizer="char")
    speech = read_example("speech_en")
    samples = len(speech.references)
    english = score_table(
        f"speech_en: {samples:,} sentences by synthetic voices, as a real recogniser heard them"
    )
    with console.status("Scoring speech_en ..."):
        for rate, metric in (("WER", words), ("CER", characters)):
            for system, preds in speech.systems.items():
                row = error_rate_row(metric(preds, speech.references))
                english.add_row(f"{rate}, {system.replace('_', ' ')}", *row)
    console.print(english, "")

    similarity, mecab = NormalizedLevenshteinSimilarity(), ErrorRates(tokenizer="mecab")
    ocr = read_example("ocr_ja")
    texts = ocr.systems["reading"], ocr.references
    japanese = score_table(f"ocr_ja: {len(ocr.references):,} Japanese sentences, as OCR read them")
    with console.status("Scoring ocr_ja ..."):
        japanese.add_row("ANLS (characters)", f"{float(similarity(*texts)):.4f}")
        japanese.add_row("CER (characters)", *error_rate_row(characters(*texts)))
        japanese.add_row("WER (MeCab words)", *error_rate_row(mecab(*texts)))
    console.print(japanese, "")
    console.print("The same from Python, for your own texts:", style="bold")
    console.print('  evaluate.load("wer_lev", "ja").compute(predictions=[...], references=[...])')


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
    try:
        with Console().status("Loading ..."):
            from levmetrics.demo.page import launch
    except ModuleNotFoundError as error:
        raise ImportError(
            f"the web demo needs {error.name}; install it with pip install 'levmetrics[app]'"
        ) from error
    try:
        launch(host, port)
    except OSError as error:  # another program was faster
        raise InputError(f"the page cannot be served: {error}") from error


@app.command()
def competition(
    ground_truth: Annotated[Path, typer.Argument(help="The questions, as JSON.")],
    submission: Annotated[Path, typer.Argument(help="The answers, as JSON.")],
    variant: Annotated[Variant, typer.Option(help="The rule.")] = "docvqa",
) -> None:
    """Score a submission to a DocVQA competition, over all questions and by their kinds."""
    console = Console()
    answers = read_submission(ground_truth, submission)
    with console.status("Loading torch ..."):
        from levmetrics.metrics import ANLS

    with console.status("Scoring ..."):
        metric = ANLS(variant, reduction="none")
        scores = metric(answers.predictions, answers.references).numpy()
    overall = Average(scores.sum() / max(len(scores), 1), len(scores))
    console.print(competition_table(overall, answers.breakdowns(scores)))
    console.print("")
    console.print(
        ANLS(variant).signature(), style="dim", soft_wrap=True, markup=False, highlight=False
    )
