"""Python code that reproduces the number on the page."""

from __future__ import annotations

from typing import Any

from levmetrics.core.names import metric_name
from levmetrics.tokenizers import TOKENIZERS
from levmetrics.web.language import Language, say
from levmetrics.web.scored import Scored

# Of a snippet; more are read from the download.
_MAX_WRITTEN_SAMPLES = 20
_MAX_WRITTEN_CHARACTERS = 2_000


def snippet(language: Language, scored: Scored) -> str:
    """Return Python that prints the same result and interval, from any folder.

    Args:
        language: the language of its comments.
        scored: the scored request.

    """
    request = scored.request
    (predictions,) = scored.given.predictions.values()
    sides: dict[str, Any] = {
        "predictions": [*predictions],
        "references": [*scored.given.references],
    }
    files = request.files()
    options = "".join(
        f", {name}={name if name in files else repr(value)}"
        for name, value in request.options().items()
    )
    sides |= files
    imports = ["from levmetrics import score"]
    columns = "predictions, references"
    if request.takes_json:
        imports.insert(0, "from levmetrics.inputs.json_values import json_value_columns")
        columns = "*json_value_columns(predictions, references)"
    texts = [f"{name} = {value!r}" for name, value in sides.items()]
    are_few = scored.given.groups is None and len(sides["predictions"]) <= _MAX_WRITTEN_SAMPLES
    if not are_few or sum(map(len, texts)) > _MAX_WRITTEN_CHARACTERS:
        imports.insert(0, "import json\n")
        texts = [
            f"# {say(language, 'snippet_needs')}",
            'given = json.load(open("levmetrics.json", encoding="utf-8"))',
            f"{', '.join(sides)} = " + ", ".join(f'given["{name}"]' for name in sides),
        ]
    if scored.given.groups is not None:
        options += ', groups=given["groups"]'
    calls = [
        f'run = score({columns}, "{metric_name(request.metric)}"{options})',
        "print(run.result())",
    ]
    if scored.systems.intervals:
        calls.append("print(run.interval())")
    metric = scored.systems.metric
    facts = TOKENIZERS.get(metric.tokenizer_name)
    extras = ",".join(filter(None, [facts.extra if facts else "", metric.extra]))
    package = f"levmetrics[{extras}]" if extras else "levmetrics"
    install = f"# pip install '{package}'"
    return "\n".join([install, *imports, "", *texts, *calls, ""])
