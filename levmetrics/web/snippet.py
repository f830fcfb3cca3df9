"""Python code that reproduces the number on the page."""

from __future__ import annotations

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
    request, given, metric = scored.request, scored.given, scored.systems.metric
    (predictions,) = given.predictions.values()
    named = request.files() | ({} if given.groups is None else {"groups": [*given.groups]})
    values = {"predictions": [*predictions], "references": [*given.references], **named}
    lines = [f"{name} = {value!r}" for name, value in values.items()]
    imports = ["from levmetrics import score"]
    if len(predictions) > _MAX_WRITTEN_SAMPLES or sum(map(len, lines)) > _MAX_WRITTEN_CHARACTERS:
        imports.insert(0, "import json\n")
        lines = [
            f"# {say(language, 'snippet_needs')}",
            'given = json.load(open("levmetrics.json", encoding="utf-8"))',
            *(f'{name} = given["{name}"]' for name in values),
        ]
    columns = "predictions, references"
    if request.takes_json:
        imports.append("from levmetrics.inputs.json_values import json_value_columns")
        columns = f"*json_value_columns({columns})"
    arguments = [
        columns,
        f'"{metric_name(request.metric)}"',
        *(f"{name}={value!r}" for name, value in request.options().items() if name not in named),
        *(f"{name}={name}" for name in named),
    ]
    lines += [f"run = score({', '.join(arguments)})", "print(run.result())"]
    if scored.systems.intervals:
        lines.append("print(run.interval())")
    facts = TOKENIZERS.get(metric.tokenizer_name)
    extras = ",".join(filter(None, [facts.extra if facts else "", metric.extra]))
    package = f"levmetrics[{extras}]" if extras else "levmetrics"
    return "\n".join([f"# pip install '{package}'", *imports, "", *lines, ""])
