"""Results outside the page: downloads as CSV and JSON, and Python that gives the same number."""

from __future__ import annotations

import csv
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

from levmetrics.configs import find_config
from levmetrics.demo.requests import Scored
from levmetrics.rendering.labels import COUNTS
from levmetrics.rendering.text import formula_safe
from levmetrics.scores.error_counts import ErrorCounts
from levmetrics.version import __version__

# A sample's values by the heading of their column.
Row: TypeAlias = dict[str, "str | int | float"]

_MAX_WRITTEN_SAMPLES = 20  # of a snippet; more are read from the download


def write(scored: Scored, cache: str) -> tuple[str, str]:
    """Write the results to new files, and return the paths of the CSV and the JSON.

    Args:
        scored: what was scored.
        cache: the folder of files that the server serves, and deletes by their age; each call
            makes a new folder in it.

    """
    Path(cache).mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=cache))
    table, document = folder / "levmetrics.csv", folder / "levmetrics.json"
    with table.open("w", encoding="utf-8-sig", newline="") as file:  # Excel needs the BOM
        writer = csv.writer(file)
        rows = _rows(scored)
        first = next(rows)
        writer.writerow(first.keys())
        for row in (first, *rows):
            writer.writerow([formula_safe(value) for value in row.values()])
    document.write_text(json.dumps(_document(scored), ensure_ascii=False, indent=1), "utf-8")
    return str(table), str(document)


def _rows(scored: Scored) -> Iterator[Row]:
    """Iterate over the samples, each with its score, its counts and its texts."""
    for i, score in enumerate(scored.scores.tolist()):
        counts = scored.counts
        yield {
            "sample": i + 1,
            scored.score: score,
            **({} if counts is None else _sample_counts(counts, i)),
            "prediction": scored.predictions[i],
            "reference": scored.compared[i],
        }


def _sample_counts(counts: ErrorCounts, sample: int) -> dict[str, int]:
    return {count.key: int(getattr(counts, count.key)[sample]) for count in COUNTS}


def _document(scored: Scored) -> dict[str, object]:
    """Return everything that was scored, ready for JSON."""
    return {
        "levmetrics": __version__,
        "signature": scored.signature,
        "result": scored.result,
        "interval": scored.interval,
        "predictions": list(scored.predictions),
        "references": list(scored.references),
        "samples": list(_rows(scored)),
    }


def snippet(scored: Scored) -> str:
    """Return the Python that gives the same number, from the clone of this repository."""
    metric, config, _ = find_config(scored.request.metric)
    options = "".join(f", {name}={value!r}" for name, value in scored.request.options().items())
    if len(scored.predictions) <= _MAX_WRITTEN_SAMPLES:
        texts = f"predictions = {list(scored.predictions)!r}\n"
        texts += f"references = {list(scored.references)!r}\n"
    else:
        texts = (
            "import json\n\n"
            'given = json.load(open("levmetrics.json", encoding="utf-8"))  # the download\n'
            'predictions, references = given["predictions"], given["references"]\n'
        )
    return (
        f"import evaluate\n{texts}"
        f'metric = evaluate.load("{metric}", "{config}")\n'
        "print(metric.compute(predictions=predictions, references=references, "
        f"confidence_level=0.95{options}))\n"
    )
