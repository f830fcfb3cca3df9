"""Results outside the page: CSV and JSON as texts, and Python that gives the same number."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import TypeAlias

from levmetrics.metric import find_config
from levmetrics.rendering.text import formula_safe
from levmetrics.scores.error_counts import SampleCounts
from levmetrics.tokenizers import TOKENIZERS
from levmetrics.version import __version__
from levmetrics.web.language import Language, say
from levmetrics.web.results.scored import Scored

# A sample's values by the heading of their column.
Row: TypeAlias = dict[str, "str | int | float"]

# Of a snippet; more are read from the download.
_MAX_WRITTEN_SAMPLES = 20
_MAX_WRITTEN_CHARACTERS = 2_000


def as_csv(scored: Scored) -> str:
    """Return the samples as CSV, in which a spreadsheet finds no formula."""
    table = io.StringIO(newline="")
    writer = csv.writer(table)
    rows = list(_rows(scored))
    writer.writerow(rows[0].keys())
    writer.writerows([formula_safe(value) for value in row.values()] for row in rows)
    return table.getvalue()


def as_json(scored: Scored) -> str:
    """Return everything that was scored as JSON."""
    document = {
        "levmetrics": __version__,
        "signature": scored.measured.run.signature(),
        "result": scored.result,
        "interval": scored.interval,
        "references": list(scored.references),
        "predictions": list(scored.predictions),
        "samples": list(_rows(scored)),
    }
    return json.dumps(document, ensure_ascii=False, indent=1)


def _rows(scored: Scored) -> Iterator[Row]:
    """Iterate over the samples, each with its score, its counts and its texts."""
    for i, score in enumerate(scored.scores.tolist()):
        counts = scored.counts
        yield {
            "sample": i + 1,
            scored.measured.score: score,
            **({} if counts is None else _sample_counts(counts, i)),
            "reference": scored.compared[i],
            "prediction": scored.predictions[i],
        }


def _sample_counts(counts: SampleCounts, sample: int) -> dict[str, int]:
    return {name: int(values[sample]) for name, values in counts.counts().items()}


def snippet(language: Language, scored: Scored) -> str:
    """Return Python that prints the same result and interval, from any folder.

    Args:
        language: of its comments.
        scored: what was scored.

    """
    request = scored.measured.request
    metric, config, settings = find_config(request.metric)
    options = "".join(f", {name}={value!r}" for name, value in request.options().items())
    imports = ["from levmetrics import score"]
    columns = "predictions, references"
    if settings.nested:
        imports.insert(0, "from levmetrics.inputs.json_values import json_value_columns")
        columns = "*json_value_columns(predictions, references)"
    texts = _written_texts(scored)
    if texts is None:
        imports.insert(0, "import json\n")
        texts = [
            f"# {say(language, 'snippet_needs')}",
            'given = json.load(open("levmetrics.json", encoding="utf-8"))',
            'predictions, references = given["predictions"], given["references"]',
        ]
    calls = [f'run = score({columns}, "{metric}:{config}"{options})', "print(run.result())"]
    if scored.interval is not None:
        calls.append("print(run.interval())")
    return "\n".join([_install_line(scored), *imports, "", *texts, *calls, ""])


def _install_line(scored: Scored) -> str:
    facts = TOKENIZERS.get(scored.measured.tokenizer)
    extra = f"[{facts.extra}]" if facts is not None and facts.extra else ""
    return f"# pip install 'levmetrics{extra}'"


def _written_texts(scored: Scored) -> list[str] | None:
    """Return the lines that hold the texts, if they are few."""
    sides = {"predictions": list(scored.predictions), "references": list(scored.references)}
    lines = [f"{name} = {texts!r}" for name, texts in sides.items()]
    few = len(scored.predictions) <= _MAX_WRITTEN_SAMPLES
    return lines if few and sum(map(len, lines)) <= _MAX_WRITTEN_CHARACTERS else None
