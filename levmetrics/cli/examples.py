"""``levmetrics demo``: score the example texts, or write them as files to try commands on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from levmetrics.cli.arguments import command

if TYPE_CHECKING:
    from levmetrics.formats.examples import Example
    from levmetrics.rendering.table import Cell

# What each example holds, and the metrics of its table; {} is a system's name.
_EXAMPLES = {
    "speech_en": (
        "sentences by synthetic voices, as a real recogniser heard them",
        {"WER, {}": "wer", "CER, {}": "cer"},
    ),
    "ocr_ja": (
        "Japanese sentences, as OCR read them",
        {"ANLS (characters)": "anls", "CER (characters)": "cer", "WER (MeCab words)": "ja"},
    ),
}


@command()
def demo(*, to: Path | None = None) -> None:
    """Score the example texts: English speech recognition and Japanese OCR."""
    if to is not None:
        _write_files(to)
        return
    from rich.console import Console

    from levmetrics.formats.examples import read_example
    from levmetrics.rendering.labels import ERRORS
    from levmetrics.rendering.table import Table

    console = Console()
    headings = ["score", *(count.participle for count in ERRORS), "of tokens"]
    for name, (what, metrics) in _EXAMPLES.items():
        rows: list[list[Cell]] = []
        note = ""
        with console.status(f"Scoring {name} ..."):
            example = read_example(name)
            for label, metric in metrics.items():
                try:
                    rows += _rows(example, label, metric)
                except ImportError as error:  # a tokenizer's package is not installed
                    note = f"{label}: {error}\n"
        title = f"{name}: {len(example.references):,} {what}"
        console.print(title, style="bold", highlight=False)
        console.print(Table(title, ["metric"], headings, rows), "")
        if note:
            console.print(note, style="dim", markup=False, highlight=False)
    console.print("The same from Python, for your own texts:", style="bold")
    for line in (
        'levmetrics.error_counts(predictions, references, tokenizer="mecab").wer',
        'evaluate.load("wer_lev", "ja").compute(predictions=[...], references=[...])',
    ):
        console.print(f"  {line}", markup=False)


def _rows(example: Example, label: str, metric: str) -> list[list[Cell]]:
    """Return a row for each system: its score, and its errors and tokens if the metric has them."""
    from levmetrics.core.names import get_metric
    from levmetrics.core.scoring import score_systems
    from levmetrics.rendering.labels import ERRORS
    from levmetrics.rendering.table import whole, written

    chosen = get_metric(metric, options={})
    counts = (*(count.key for count in ERRORS), "reference_length")
    rows: list[list[Cell]] = []
    for system, run in score_systems(chosen, example.systems, example.references).items():
        result = run.result()
        score = written(run.score, chosen.label.write, is_strong=True)
        cells = [whole(int(result[key])) if key in result else "" for key in counts]
        rows.append([label.format(system.replace("_", " ")), score, *cells])
    return rows


def _write_files(folder: Path) -> None:
    """Write the English example as the files that the documentation uses, and print their names.

    Raises:
        InputError: if one of them exists already, or cannot be written.

    """
    import csv
    from io import StringIO

    from levmetrics.errors import InputError
    from levmetrics.formats.examples import read_example
    from levmetrics.system.written_files import make_folder, write_text

    def lines(texts: list[str]) -> str:
        return "".join(f"{text}\n" for text in texts)

    def table(columns: dict[str, list[str]], delimiter: str = ",") -> str:
        written = StringIO()
        writer = csv.writer(written, delimiter=delimiter, lineterminator="\n")
        writer.writerows([[*columns], *zip(*columns.values(), strict=True)])
        return written.getvalue()

    speech = read_example("speech_en")
    voices, (wide, narrow) = speech.groups or [], speech.systems.values()
    both = {"reference": speech.references, "prediction": wide, "voice": voices}
    systems = {"reference": speech.references, **speech.systems}
    what = {
        "ref.txt": ("the sentences that the voices read", lines(speech.references)),
        "hyp.txt": ("the output of the recogniser", lines(wide)),
        "wide.txt": ("the same as hyp.txt, recognised with wide beams", lines(wide)),
        "narrow.txt": ("the output with narrow beams", lines(narrow)),
        "groups.txt": ("the voice of each sentence", lines(voices)),
        "two.txt": ("two of the sentences", lines(speech.references[1:3])),
        "two_heard.txt": ("the output of the recogniser for them", lines(wide[1:3])),
        "speech.csv": ("references, predictions and voices as columns", table(both)),
        "beams.tsv": (
            "references, and the output with wide and narrow beams",
            table(systems, "\t"),
        ),
    }
    if there := [name for name in what if (folder / name).exists()]:
        raise InputError("command.demo_file_exists", folder=str(folder), files=", ".join(there))
    make_folder(folder)
    for name, (content, text) in what.items():
        write_text(folder / name, text)
        click.echo(f"{folder / name}: {content}")
