"""``levmetrics demo``: the example texts, scored."""

from __future__ import annotations

from rich.console import Console

from levmetrics.edits.reader import SampleReader
from levmetrics.formats.examples import Example, read_example
from levmetrics.metric import get_metric
from levmetrics.rendering.labels import ERRORS, decimal, percent
from levmetrics.rendering.table import Cell, Table, whole, written
from levmetrics.run import Run
from levmetrics.scoring import score


def print_examples() -> None:
    """Score the example texts, and print a table of each."""
    console = Console()
    with console.status("Scoring speech_en ..."):
        speech_table = _speech_table(read_example("speech_en"))
    _show(console, speech_table)
    with console.status("Scoring ocr_ja ..."):
        ocr_table, note = _ocr_table(read_example("ocr_ja"))
    _show(console, ocr_table)
    if note:
        console.print(note, style="dim", markup=False, highlight=False)
    console.print("The same from Python, for your own texts:", style="bold")
    for line in (
        'levmetrics.error_counts(predictions, references, tokenizer="mecab").wer',
        'evaluate.load("wer_lev", "ja").compute(predictions=[...], references=[...])',
    ):
        console.print(f"  {line}", markup=False)


def _speech_table(speech: Example) -> Table:
    """Return a table of the error rates of all systems."""
    reader = SampleReader([*speech.systems.values()], speech.references)
    rows = []
    for heading, config in (("WER", "wer"), ("CER", "cer")):
        runs = Run.of_systems(get_metric("wer_lev", config, options={}), reader)
        for system, run in zip(speech.systems, runs, strict=True):
            rows.append(_error_rate_row(f"{heading}, {system.replace('_', ' ')}", run))
    sentences = f"{len(speech.references):,} sentences by synthetic voices"
    return _score_table(f"speech_en: {sentences}, as a real recogniser heard them", rows)


def _ocr_table(ocr: Example) -> tuple[Table, str]:
    """Return a table of the scores, and a note if one needs a package that is not installed."""
    texts = ocr.systems["reading"], ocr.references
    anls = written(score(*texts, "anls").score, decimal, is_strong=True)
    rows: list[list[Cell]] = [
        ["ANLS (characters)", anls, "", "", "", ""],
        _error_rate_row("CER (characters)", score(*texts, "wer_lev:cer")),
    ]
    note = ""
    try:
        rows.append(_error_rate_row("WER (MeCab words)", score(*texts, "wer_lev:ja")))
    except ImportError as error:
        note = f"WER (MeCab words): {error}\n"
    title = f"ocr_ja: {len(ocr.references):,} Japanese sentences, as OCR read them"
    return _score_table(title, rows), note


def _error_rate_row(label: str, run: Run) -> list[Cell]:
    """Return a label, the error rate, its errors and the tokens of the references."""
    counts = (*(run[count.key] for count in ERRORS), run["reference_length"])
    return [label, written(run.score, percent, is_strong=True), *map(whole, counts)]


def _score_table(title: str, rows: list[list[Cell]]) -> Table:
    counts = [*(count.participle for count in ERRORS), "of tokens"]
    return Table(title, ["metric"], ["score", *counts], rows)


def _show(console: Console, table: Table) -> None:
    console.print(table.caption, style="bold", highlight=False)
    console.print(table, "")


def demo() -> None:
    """Score the example texts: speech as a recogniser heard it, and Japanese as OCR read it."""
    print_examples()
