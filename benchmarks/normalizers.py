"""How long normalizers of speech take: ``OPENBLAS_NUM_THREADS=1 python -m benchmarks.normalizers``.

100,000 utterances of words of speech_en, with numbers, contractions, titles and hesitations among
them, beside transformers' own normalizer called text by text, as leaderboards call it.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pyarrow as pa
from rich.console import Console
from rich.table import Table
from transformers.models.whisper.english_normalizer import EnglishTextNormalizer

from levmetrics import get_normalizer
from levmetrics.inputs.columns import TextColumn, prediction_column

UTTERANCES = 100_000
SPEECH_EN = Path(__file__).parents[1] / "examples/data/speech_en.tsv"
MIXED_IN = (
    "don't it's we'll he'd been can't they've i'm twenty one three hundred 1960s 5 $20 1,000 2nd "
    "mr. dr. half past two colour uh um"
)
SHARE_MIXED_IN = 0.12
NAMES = ("whisper:english", "openasr:english", "openasr:multilingual")


def utterances(count: int, seed: int = 0) -> list[str]:
    """Return utterances of 10 to 26 words."""
    draw = random.Random(seed)
    lines = SPEECH_EN.read_text("utf-8").splitlines()[1:]
    words = " ".join(line.split("\t")[2] for line in lines).split()
    pools = words, MIXED_IN.split()
    return [
        " ".join(
            draw.choice(pools[draw.random() < SHARE_MIXED_IN]) for _ in range(draw.randint(10, 26))
        )
        for _ in range(count)
    ]


def main() -> None:
    """Measure each normalizer once in this process: nothing is remembered from another call."""
    texts = utterances(UTTERANCES)
    table = Table("100,000 utterances", "wall s", "processor s")
    for name, normalize in contenders(texts).items():
        wall, processor = time.perf_counter(), time.process_time()
        normalize()
        spent = time.perf_counter() - wall, time.process_time() - processor
        table.add_row(name, *(f"{seconds:.2f}" for seconds in spent))
    Console().print(table)


def contenders(texts: list[str]) -> dict[str, Callable[[], object]]:
    """Return what is measured, by name."""
    spellings = files("whisper_normalizer") / "normalizers" / "english.json"
    peer = EnglishTextNormalizer(json.loads(spellings.read_text("utf-8")))  # type: ignore[no-untyped-call]
    column = prediction_column(pa.array(texts))
    return {
        "transformers, text by text": lambda: [peer(text) for text in texts],
        **{name: _over(name, column) for name in NAMES},
    }


def _over(name: str, column: TextColumn) -> Callable[[], object]:
    chain = get_normalizer(name)
    return lambda: chain.column(column)


if __name__ == "__main__":
    main()
