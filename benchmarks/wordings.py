"""Compounds and alternatives: ``OPENBLAS_NUM_THREADS=1 python -m benchmarks.wordings``.

One pair of 20,000 words with compounds, in a fresh process for each contender (kaldialign keeps the
whole matrix: 7 GiB), and 100,000 references with two alternatives each beside the same without.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from dataclasses import asdict
from typing import Annotated

import kaldialign
import pyarrow as pa
import typer
from rich.console import Console
from rich.table import Table

from benchmarks.bars import OURS
from benchmarks.memory import Measured, measured
from benchmarks.timing import Call, in_turns
from levmetrics import error_counts

PEER = "kaldialign"
REFERENCES, WORDS_OF_A_REFERENCE = 100_000, 18


def pair(words: int, seed: int = 0) -> tuple[list[str], list[str]]:
    """Return what a recogniser may hear of a text, and the text, of which it joins some words."""
    draw = random.Random(seed)
    vocabulary = ["".join(draw.choices("abcdefghij", k=draw.randint(1, 6))) for _ in range(3000)]
    target = draw.choices(vocabulary, k=words)
    pred: list[str] = []
    rest = iter(target)
    for word in rest:
        chance = draw.random()
        if chance < 0.04:
            pred.append(word + next(rest, ""))
        elif chance < 0.16:
            pred += draw.choice([[], [draw.choice(vocabulary)], [word, draw.choice(vocabulary)]])
        else:
            pred.append(word)
    return pred, target


def calls(words: int) -> dict[str, Call]:
    """Return what each contender does with the pair."""
    pred, target = pair(words)
    texts = " ".join(pred), " ".join(target)
    return {
        OURS: lambda: int(error_counts(*texts, compounds="merge").errors.sum()),
        PEER: lambda: kaldialign.edit_distance(target, pred, merge_compounds=True)["total"],
    }


def in_fresh_process(who: str, words: int) -> tuple[Measured, float]:
    """Measure a contender, and return its score as well."""
    command = [sys.executable, "-m", "benchmarks.wordings", "--words", str(words), "--who", who]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    result = json.loads(done.stdout)
    return Measured(**result["measured"]), result["score"]


def references() -> tuple[pa.Array, pa.Array, pa.Array]:
    """Return predictions, their references, and these with two alternatives each."""
    draw = random.Random(1)
    letters = "abcdefghijklmnop"
    vocabulary = ["".join(draw.choices(letters, k=draw.randint(1, 9))) for _ in range(5000)]
    sides: tuple[list[str], list[str], list[str]] = ([], [], [])
    for _ in range(REFERENCES):
        words = draw.choices(vocabulary, k=WORDS_OF_A_REFERENCE)
        heard = [w if draw.random() < 0.95 else draw.choice(vocabulary) for w in words]
        at = draw.randrange(WORDS_OF_A_REFERENCE - 1)
        group = ["{", *words[at : at + 2], "/", draw.choice(vocabulary), "}"]
        for side, tokens in zip(
            sides, (heard, words, [*words[:at], *group, *words[at + 2 :]]), strict=True
        ):
            side.append(" ".join(tokens))
    preds, plain, with_alternatives = (pa.array(side, pa.large_string()) for side in sides)
    return preds, plain, with_alternatives


def main(
    words: Annotated[int, typer.Option(help="Of the pair with compounds.")] = 20_000,
    who: Annotated[str, typer.Option(hidden=True)] = "",
) -> None:
    """Measure both, and print a table of each."""
    if who:
        call = calls(words)[who]
        scores: list[float | None] = []
        result = measured(lambda: in_turns({who: lambda: scores.append(call())}, 3)[who])
        typer.echo(json.dumps({"measured": asdict(result), "score": scores[0]}))
        return
    console = Console()
    table = Table("", "seconds", "processor", "MiB above the texts", "errors")
    for contender in (OURS, PEER):
        own, score = in_fresh_process(contender, words)
        figures = f"{own.seconds:.2f}", f"{own.processor:.2f}", f"{own.above:,.0f}"
        table.add_row(contender, *figures, f"{score:g}")
    console.print(f"a pair of {words:,} words with compounds", table)
    preds, plain, with_alternatives = references()
    timings = in_turns(
        {
            "without": lambda: error_counts(preds, plain).wer,
            "alternatives": lambda: (
                error_counts(preds, with_alternatives, alternatives="braces").wer
            ),
        }
    )
    table = Table("", "seconds", "processor")
    for name, timing in timings.items():
        table.add_row(name, f"{timing.median:.3f}", f"{timing.median_processor:.3f}")
    console.print(f"{REFERENCES:,} references with two alternatives each", table)


if __name__ == "__main__":
    typer.run(main)
