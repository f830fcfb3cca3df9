"""A scored request: the runs of one or several systems on the same references."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from levmetrics.core.scoring import score_systems
from levmetrics.tokenizers.scripts import Script, script_of
from levmetrics.view.systems import Systems, systems_of
from levmetrics.web.language import Language, say
from levmetrics.web.reading.given import Given
from levmetrics.web.requests import AUTOMATIC, Request, installed_tokenizers

# Takes the finished share of the work, and the name of the next step.
Progress: TypeAlias = Callable[[float, str], object]


@dataclass(frozen=True)
class Scored:
    """The data that the page shows for a request.

    Attributes:
        request: the request, with the metric that the texts chose.
        given: the texts.
        systems: the scored systems and their comparison.
        chosen_by: the script of the references, if it chose the metric; else ``None``.

    """

    request: Request
    given: Given
    systems: Systems
    chosen_by: Script | None


def score(request: Request, given: Given, progress: Progress, language: Language = "en") -> Scored:
    """Score the texts of a visitor.

    Args:
        request: the request.
        given: the texts.
        progress: called before each step.
        language: the language of the steps' names.

    Raises:
        InputError: for anything that cannot be scored.

    """
    progress(0.05, say(language, "step_reading"))
    script = None
    if request.metric == AUTOMATIC:
        script = script_of([*map(request.kind.words, given.references)])
        request = replace(request, metric=_metric_of(script))
    metric = request.chosen()
    preds, target = request.checked_systems(given.predictions, given.references)
    progress(0.2, say(language, "step_measuring"))
    runs = score_systems(metric, preds, target, ids=given.ids, groups=given.groups)
    progress(0.5, say(language, "step_interval"))
    systems = systems_of(runs)
    progress(0.8, say(language, "step_errors"))
    return Scored(request, given, systems, script)


def _metric_of(script: Script) -> str:
    """Return the metric that suits a script."""
    if script == "japanese" and "mecab" in installed_tokenizers():
        return "ja"
    return {"spaced": "wer", "unspaced": "mixed"}.get(script, "cer")
