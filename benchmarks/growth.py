"""What a run of more samples takes, and what one large sample or file; on Linux.

``python -m benchmarks.growth`` prints the tables of docs/benchmarks.md, in some minutes and 6 GiB:
the processor time of each request, and its memory.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from io import StringIO
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import pandas  # noqa: F401  # which Arrow would load within what is measured

import levmetrics as lm
from benchmarks.meetings import meeting
from benchmarks.memory import in_fresh_processes, with_memory
from benchmarks.results import seconds
from levmetrics import Run
from levmetrics.cli import app
from levmetrics.system.garbage import collect_rarely

SIZES = (1_000, 10_000, 100_000, 1_000_000)
_WORDS = 10  # of a text
_VOCABULARY = 1_000
_DISTINCT = 20_000

Request: TypeAlias = Callable[[Run, Path], object]
"""Asks a run for something, which may write into a folder."""

Sides: TypeAlias = "tuple[list[Any], list[Any]]"
"""Predictions and references."""


def _texts(samples: int) -> tuple[list[str], list[str]]:
    """Return predictions and references, of which a third has a wrong word."""
    rng = np.random.default_rng(0)
    words = [f"w{number}" for number in range(_VOCABULARY)]
    rows = rng.integers(0, _VOCABULARY, (_DISTINCT, _WORDS)).tolist()
    texts = [" ".join(words[number] for number in row) for row in rows]
    target = [f"{texts[i % _DISTINCT]} {i // _DISTINCT}" for i in range(samples)]
    return [text if i % 3 else f"{text} more" for i, text in enumerate(target)], target


def _run(samples: int) -> Run:
    preds, target = _texts(samples)
    return lm.score(preds, target, "wer", ids=[f"u{number}" for number in range(samples)])


REQUESTS: dict[str, Request] = {
    "score": lambda run, folder: lm.score(*run.request.texts(), "wer"),
    "alignment(i)": lambda run, folder: run.alignment(run.sample_count // 2),
    "worst(10)": lambda run, folder: run.worst(10),
    "interval()": lambda run, folder: run.interval(),
    "report": lambda run, folder: run.report(folder / "report.html"),
    "baseline": lambda run, folder: run.to_baseline(folder / "baseline.parquet"),
    "baseline with edits and texts": lambda run, folder: run.to_baseline(
        folder / "edits.parquet", with_edits=True, with_texts=True
    ),
    "gate": lambda run, folder: lm.gate(run, folder / "baseline.parquet", margin=0.01),
}
"""What is asked of a run, by its name in the table."""


class Work(NamedTuple):
    """Work that grows with one sample or file.

    Attributes:
        sizes: of the input, ascending.
        unit: what the sizes count.
        inputs: makes an input of a size, in a folder that it may use.
        ask: the work.

    """

    sizes: tuple[int, int, int]
    unit: str
    inputs: Callable[[int, Path], Any]
    ask: Callable[[Any], object]


def _session(words: int, folder: Path) -> Sides:
    said, found = meeting(words)
    return [found], [said]


def _shuffled(rows: int, folder: Path) -> list[str]:
    """Write two files with ids in different orders, and return a command that scores them."""
    preds, target = _texts(rows)
    order = np.random.default_rng(0).permutation(rows)
    sides = {folder / f"references{rows}.csv": [f"utt-{i},{text}" for i, text in enumerate(target)]}
    sides[folder / f"hypotheses{rows}.csv"] = [f"utt-{i},{preds[i]}" for i in order.tolist()]
    for path, lines in sides.items():
        path.write_text("\n".join(["id,text", *lines, ""]))
    return ["wer", *map(str, sides)]


_LINE = """<TextLine id="{id}"><Coords points="0,{top} 900,{top} 900,{low} 0,{low}"/>
<TextEquiv><Unicode>{text}</Unicode></TextEquiv></TextLine>"""


def _folders(level: str) -> Callable[[int, Path], list[str]]:
    """Return what writes two folders of PAGE XML, and returns a command that scores them."""

    def written(files: int, folder: Path) -> list[str]:
        lines = 280  # of a file of 49 kB
        sides = _texts(files * lines)
        folders = [folder / f"{side}{files}" for side in ("ocr", "gt")]
        for texts, side in zip(sides, folders, strict=True):
            side.mkdir(exist_ok=True)
            for number in range(files):
                some = enumerate(texts[number * lines : (number + 1) * lines])
                page = "".join(
                    _LINE.format(id=f"{side.name}_{i}", top=9 * i, low=9 * i + 9, text=text)
                    for i, text in some
                )
                document = f"<PcGts><Page><TextRegion>{page}</TextRegion></Page></PcGts>"
                (side / f"{number}.xml").write_text(document)
        return ["cer", *map(str, reversed(folders)), "--level", level]

    return written


def _texts_of(words: str) -> Callable[[int, Path], Sides]:
    """Return what makes pairs of texts of 12 of these words, of which a third has one more.

    Each text ends in its number, so that no two are equal. No input has the texts of one before it,
    whose results may be remembered.
    """
    seeds = count()

    def made(texts: int, folder: Path) -> Sides:
        rng = np.random.default_rng(next(seeds))
        known = words.split()
        rows = rng.choice(known, (texts, 12)).tolist()
        target = [f"{' '.join(row)} {i}" for i, row in enumerate(rows)]
        return [text if i % 3 else f"{text} {known[0]}" for i, text in enumerate(target)], target

    return made


def _command(arguments: list[str]) -> None:
    collect_rarely()  # as the shell's program does
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        try:
            app(arguments)
        except SystemExit as ended:  # as every command ends
            if ended.code:
                raise


def _record(items: int, folder: Path) -> Sides:
    """Return two records with a list of items, in other orders, of which a third has an error."""
    rng = np.random.default_rng(0)
    prices = rng.integers(100, 100_000, items).tolist()
    said = [{"name": f"item {i}", "price": str(price)} for i, price in enumerate(prices)]
    found = [{**item, "price": "1"} if i % 3 else item for i, item in enumerate(said)]
    return [{"items": [found[i] for i in rng.permutation(items).tolist()]}], [{"items": said}]


def _page(characters: int, folder: Path) -> Sides:
    """Return two pages with lines of 60 characters, of which every tenth is wrong."""
    rng = np.random.default_rng(0)
    letters = np.array([*"abcdefghijklmnopqrst    "])
    said = rng.choice(letters, characters)
    found = np.where(rng.random(characters) < 0.1, rng.choice(letters, characters), said)
    lines = range(0, characters, 60)
    preds, target = ("\n".join("".join(side[i : i + 60]) for i in lines) for side in (found, said))
    return [preds], [target]


def _scored(metric: str, **options: Any) -> Callable[[Sides], object]:
    return lambda sides: lm.score(*sides, metric, **options)


def _of_record(lists: str) -> Callable[[Sides], object]:
    name = {"type": "string", "x-levmetrics": {"key": lists == "keyed"}}
    item = {"type": "object", "properties": {"name": name}}
    schema = {"type": "object", "properties": {"items": {"type": "array", "items": item}}}
    return _scored("record", lists=lists, schema=schema)


WORKS: dict[str, Work] = {
    "`meeting:cp` of a session": Work(
        (1_000, 10_000, 100_000), "words", _session, _scored("meeting:cp")
    ),
    "its alignment, with causes": Work(
        (200, 2_000, 20_000),
        "words",
        lambda words, folder: lm.score(*_session(words, folder), "meeting:cp"),
        lambda run: run.alignment(0),
    ),
    "`meeting:greedy_orc`": Work(
        (1_000, 10_000, 100_000), "words", _session, _scored("meeting:greedy_orc")
    ),
    "`levmetrics wer` of CSV files with ids in other orders": Work(
        (10_000, 100_000, 1_000_000), "rows", _shuffled, _command
    ),
    "`records` with a list, `keyed`": Work((50, 500, 5_000), "items", _record, _of_record("keyed")),
    "`records` with a list, `optimal`": Work(
        (50, 500, 5_000), "items", _record, _of_record("optimal")
    ),
    "`page:flexible`, a tenth wrong": Work(
        (1_000, 3_000, 10_000), "characters", _page, _scored("page:flexible")
    ),
    "`levmetrics cer` of folders of PAGE XML": Work(
        (1, 10, 100), "files a side", _folders("page"), _command
    ),
    "the same, `--level line`": Work((1, 10, 100), "files a side", _folders("line"), _command),
    "`wer`, normalizer `numbers:en`": Work(
        (1_000, 10_000, 100_000),
        "texts of 12 words",
        _texts_of("the seven cat twenty on hundred mats and thirty saw"),
        _scored("wer", normalizer="numbers:en"),
    ),
    "`cer`, normalizer `kana`": Work(
        (1_000, 10_000, 100_000),
        "texts of 12 words",
        _texts_of("今日 は 良い 天気 です 東京 の 駅 まで 行く 山田 さん"),
        _scored("cer", normalizer="kana"),
    ),
    "`cer`, tokenizer `grapheme`, with combining characters": Work(
        (1_000, 10_000, 100_000),
        "texts of 12 words",
        _texts_of("cafe\u0301 nai\u0308ve se\u0301ance the cats on a mat"),
        _scored("cer", tokenizer="grapheme"),
    ),
}
"""What takes one sample or file, by its name in the table."""


def _taken(inputs: Any, ask: Callable[[Any], object]) -> tuple[float, float]:
    """Return the processor time of some work, and its MiB."""
    start = process_time()
    _, memory = with_memory(partial(ask, inputs))
    return process_time() - start, memory


def _row_of_samples(name: str) -> list[str]:
    """Return the processor time for each size, its exponent at the end, and the memory there."""
    taken: list[tuple[float, float]] = []
    with TemporaryDirectory() as folder:
        for samples in (100, *SIZES):  # the first one loads modules
            run = _run(samples)
            run.to_baseline(Path(folder) / "baseline.parquet")
            run = _run(samples)  # that keeps nothing of an earlier request
            taken.append(_taken(run, lambda run: REQUESTS[name](run, Path(folder))))
    return _cells(taken[1:], SIZES)


def _row_of_work(name: str) -> list[str]:
    """Return the sizes, and for each one the same."""
    work = WORKS[name]
    with TemporaryDirectory() as folder:
        inputs = [work.inputs(size, Path(folder)) for size in (work.sizes[0], *work.sizes)]
        taken = [_taken(each, work.ask) for each in inputs]
    sizes = ", ".join(f"{size:,}" for size in work.sizes)
    return [f"{sizes} {work.unit}", *_cells(taken[1:], work.sizes)]


def _cells(taken: Sequence[tuple[float, float]], sizes: Sequence[int]) -> list[str]:
    times = [time for time, _ in taken]
    growth = math.log(times[-1] / times[-2]) / math.log(sizes[-1] / sizes[-2])
    return [*map(seconds, times), f"{growth:.2f}", f"{taken[-1][1]:,.0f} MiB"]


if __name__ == "__main__":
    sizes = [f"{size:,} samples" for size in SIZES]
    in_fresh_processes(["asked of a run", *sizes, "exponent", "memory"], _row_of_samples, REQUESTS)
    in_fresh_processes(
        ["", "sizes", "smallest", "middle", "largest", "exponent", "memory"], _row_of_work, WORKS
    )
