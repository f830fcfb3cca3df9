"""The page's door: what its functions make of an input, without a browser."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tests.recorder.answers import answers, of_html
from tests.recorder.inputs import Input, other_system

_SOURCES = ["pasted"] * 3


def page(config: str, given: Input, options: Mapping[str, Any]) -> Any:
    """Return the texts of the page's result, of a sample, and of the endpoints."""
    import anyio

    from levmetrics.core.aliases import qualified
    from levmetrics.web import endpoints, explorer, scored
    from levmetrics.web.reading.given import SINGLE, Given
    from levmetrics.web.requests import Request

    asked: dict[str, Any] = {**options}
    for name in {*asked} - {"tokenizer", "normalizer", "threshold", "schema"}:
        return {"not on the page": name}
    if isinstance(asked.get("normalizer"), list):
        asked["normalizer"] = "+".join(asked["normalizer"])
    if "schema" in asked:
        asked["schema"] = json.dumps(asked["schema"])
    request = Request(config, {name: f"{value}" for name, value in asked.items()})
    predictions, references = _texts(given.predictions), _texts(given.references)
    other = other_system(predictions)
    labels = {
        "ids": given.ids,
        "groups": None if given.groups is None else [*map(str, given.groups)],
    }

    def shown(**systems: list[str]) -> Any:
        made = scored.score(
            request,
            Given(references, systems, _SOURCES[: len(systems) + 1], **labels),
            lambda *_: None,
        )
        found = json.loads(explorer.explored(made))
        for said in found["languages"].values():
            said |= {part: of_html(said[part]) for part in ("top", "fields", "bottom")}
        return found

    def sample(language: str) -> Any:
        sent = {"request": vars(request), "language": language}
        sides = {"reference": references[0], "predictions": {SINGLE: predictions[0]}}
        return of_html(anyio.run(explorer.aligned, {**sent, **sides}))

    def endpoint() -> Any:
        metric, part = qualified(config)
        call = endpoints.anls if metric == "anls" else endpoints.wer
        texts = ("\n".join(predictions), "\n".join(map(_one_line, references)))
        return call(
            *texts, part, **{name: one for name, one in asked.items() if name != "threshold"}
        )

    return answers(
        result=lambda: shown(**{SINGLE: predictions}),
        comparison=lambda: shown(one=predictions, other=other),
        sample=lambda: sample("en"),
        sample_ja=lambda: sample("ja"),
        endpoint=endpoint,
    )


def _texts(side: Any) -> list[Any]:
    """Return a side as the page has it: texts, and nested values and sessions as JSON."""
    values = [*side.values()] if isinstance(side, dict) else side
    return [_text(value) for value in values]


def _text(value: Any) -> Any:
    if isinstance(value, list) and value and all(isinstance(one, str) for one in value):
        return value  # several references
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _one_line(reference: Any) -> str:
    return reference if isinstance(reference, str) else " ||| ".join(reference)
