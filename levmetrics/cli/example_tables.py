"""The tables of ``levmetrics demo``."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from levmetrics.edits.reader import SampleReader
from levmetrics.formats.examples import Example, read_example
from levmetrics.metric import get_metric
from levmetrics.run import Run
from levmetrics.scoring import score
from levmetrics.tables import error_rate_row, score_table


def print_examples() -> None:
    """Score the example texts, and print a table of each."""
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
        runs = Run.of_systems(get_metric("wer_lev", config, options={}), reader)
        for system, run in zip(speech.systems, runs, strict=True):
            table.add_row(f"{heading}, {system.replace('_', ' ')}", *error_rate_row(run.measures()))
    return table


def _ocr_table(ocr: Example) -> tuple[Table, str]:
    """Return a table of the scores, and a note if one needs a package that is not installed."""
    table = score_table(f"ocr_ja: {len(ocr.references):,} Japanese sentences, as OCR read them")
    texts = ocr.systems["reading"], ocr.references
    table.add_row("ANLS (characters)", f"{score(*texts, 'anls').result()['anls']:.4f}")
    characters = score(*texts, "wer_lev:cer").measures()
    table.add_row("CER (characters)", *error_rate_row(characters))
    try:
        words = score(*texts, "wer_lev:ja").measures()
    except ImportError as error:
        return table, f"WER (MeCab words): {error}\n"
    table.add_row("WER (MeCab words)", *error_rate_row(words))
    return table, ""
