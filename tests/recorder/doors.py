"""The doors: each scores an input by a config, and returns what it gives as JSON values."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import levmetrics as lm
from levmetrics.core.names import config_of, configs_of_module
from tests.recorder.answers import answer, answers, of_html
from tests.recorder.inputs import SCHEMA, Input, Kind, other_system
from tests.recorder.page_door import page
from tests.recorder.shell_door import shell

_REQUIRED = {"keywords": ["there", "the mat", "日本"], "schema": SCHEMA}
_RESAMPLES = {"n_resamples": 100}


def kind_of(config: str) -> Kind:
    """Return what a sample of a config is."""
    takes = config_of(config).kind.takes
    return "sessions" if not takes.in_columns else "values" if takes.nulls else "texts"


def with_required(config: str, given: Input) -> dict[str, Any]:
    """Return the options of an input, with those that the config must have."""
    required = config_of(config).required
    return {**{name: _REQUIRED[name] for name in required}, **given.options}


def _run(config: str, given: Input, predictions: Any = None) -> lm.Run:
    options = with_required(config, given)
    sides = given.predictions if predictions is None else predictions, given.references
    return lm.score(*sides, config, **given.names, **options)


def _python(config: str, given: Input) -> Any:
    made: list[lm.Run] = []
    scored = answer(lambda: made.append(_run(config, given)))
    if not made:
        return scored
    (run,) = made
    return {
        "score": scored,
        **answers(
            result=run.result,
            summary=run.summary,
            signature=run.signature,
            repr=lambda: repr(run),
            html=lambda: of_html(run._repr_html_()),
            to_dict=run.to_dict,
            to_arrow=run.to_arrow,
            twice=lambda: (run + run).result(),
            samples=lambda: {"columns": run.samples().column_names, "rows": run.samples()},
            worst=lambda: run.worst(3),
            worst_first=run.worst_first,
            by_group=run.by_group,
            group_table=run.group_table,
            interval=lambda: run.interval(0.9, **_RESAMPLES),
            alignment=lambda: run.alignment(0).to_dict(),
            alignment_text=lambda: str(run.alignment(0)),
            alignment_html=lambda: of_html(run.alignment(0).to_html()),
            confusions=lambda: run.confusions().to_dict(),
            edit_places=lambda: run.metric.edit_places(run),
        ),
    }


def _compare(config: str, given: Input) -> Any:
    options = with_required(config, given)
    groups = {"groups": given.groups} if given.groups is not None else {}
    one, other = given.predictions, other_system(given.predictions)
    systems = {"one": one, "other": other, "third": other_system(other)}

    def compared(*names: str) -> Any:
        chosen = {name: systems[name] for name in names}
        return lm.compare(chosen, given.references, config, **groups, **_RESAMPLES, **options)

    return answers(
        two=lambda: dict(compared("one", "other")),
        text=lambda: str(compared("one", "other")),
        html=lambda: of_html(compared("one", "other")._repr_html_()),
        three=lambda: dict(compared("one", "other", "third")),
        alone=lambda: compared("one"),
    )


_module = cache(lm.load)


def _evaluate(config: str, given: Input) -> Any:
    module = _module(config)
    options = with_required(config, given)
    sides = {"predictions": given.predictions, "references": given.references}

    def added() -> Any:
        another = lm.load(config, keep_in_memory=True)
        another.add_batch(**sides)
        return another.compute(**options)

    groups = {"groups": given.groups} if given.groups is not None else {}
    asked = {"confidence_level": 0.9, "signature": True, **_RESAMPLES, **groups, **options}
    more = {"added": added} if given.is_broad else {}
    return answers(
        result=lambda: module.compute(**sides, **options),
        more=lambda: module.compute(**sides, **asked),
        **more,
    )


def _classes() -> list[str]:
    """Return the names of the public torchmetrics classes."""
    from torchmetrics import Metric

    public = {name: getattr(lm, name) for name in lm.__all__}
    return [
        name for name, one in public.items() if isinstance(one, type) and issubclass(one, Metric)
    ]


def _torch(name: str, given: Input) -> Any:
    made = getattr(lm, name)
    rules = [*configs_of_module("anls")]

    def computed(*rule: str) -> Any:
        state = made(*rule, **given.options)
        state.update(given.predictions, given.references)
        return {
            "compute": state.compute(),
            "results": state.results(),
            "repr": repr(state),
            "signature": state.signature(),
        }

    of_rules = {rule: lambda rule=rule: computed(rule) for rule in rules if name == "ANLS"}
    return answers(computed=computed, **of_rules)


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "wer": lm.wer,
    "cer": lm.cer,
    "anls": lm.anls,
    "anls_star": lm.anls_star,
    "edit_distance": lm.edit_distance,
    "normalized_levenshtein_similarity": lm.normalized_levenshtein_similarity,
    "error_counts": lm.error_counts,
    "align_all": lm.align_all,
}


def _function(name: str, given: Input) -> Any:
    return answer(lambda: _FUNCTIONS[name](given.predictions, given.references, **given.options))


def _table(config: str, given: Input) -> Any:
    names = {"prediction": "said", "reference": "right"}
    options = {**names, **with_required(config, given)}
    columns = {"said": given.predictions, "right": given.references}
    if given.kind == "values":  # whose types differ from row to row
        columns = {name: [*map(json.dumps, side)] for name, side in columns.items()}

    def rows(table: Any) -> Any:
        scored = lm.score_table(table, config, **options)
        return {"columns": [*scored.column_names], "rows": scored}

    calls = {
        "arrow": lambda: rows(pa.table(columns)),
        "batch": lambda: lm.score_table(metric=config, **options)(columns),
    }
    if given.is_broad:
        calls["pandas"] = lambda: _pandas(columns, config, options)
        calls["polars"] = lambda: _polars(columns, config, with_required(config, given))
        calls["duckdb"] = lambda: _duckdb(columns, config, with_required(config, given))
    return answers(**calls)


def _pandas(columns: dict[str, Any], config: str, options: dict[str, Any]) -> Any:
    import pandas as pd

    return lm.score_table(pd.DataFrame(columns), config, **options).to_dict("list")


def _polars(columns: dict[str, Any], config: str, options: dict[str, Any]) -> Any:
    import polars as pl

    import levmetrics.polars as lev

    frame = pl.DataFrame(columns)
    return frame.select(lev.score(config, "said", "right", **options)).to_dict(as_series=False)


def _duckdb(columns: dict[str, Any], config: str, options: dict[str, Any]) -> Any:
    import duckdb

    import levmetrics.duckdb as lev

    with duckdb.connect() as connection:
        lev.register(connection, config, name="scored", **options)
        connection.register("samples", pa.table(columns))
        return [*connection.sql("select scored(said, right) from samples").fetchall()]


def _gate(config: str, given: Input) -> Any:
    def verdict(**options: Any) -> Any:
        after = _run(config, given, other_system(given.predictions))
        found = lm.gate(after, _run(config, given), **_RESAMPLES, **options)
        return {**found.to_dict(), "text": str(found)}

    def stored() -> Any:
        with TemporaryDirectory() as folder:
            path = Path(folder, "baseline.parquet")
            _run(config, given).to_baseline(path, with_texts=True, with_edits=True)
            return pq.read_table(path)

    def plain_baseline() -> Any:
        with TemporaryDirectory() as folder:
            path = Path(folder, "baseline.parquet")
            _run(config, given).to_baseline(path)
            return lm.gate(_run(config, given), path, margin=0.0, **_RESAMPLES)

    return answers(
        margin=lambda: verdict(margin=0.01),
        relative=lambda: verdict(relative_margin=0.1),
        mapsswe=lambda: verdict(margin=0.01, with_mapsswe=True),
        without_margin=verdict,
        baseline=stored,
        against_itself=plain_baseline,
    )


def _report(config: str, given: Input) -> Any:
    from levmetrics.integrations.trackers import contents
    from tests.reports.making import report

    options = with_required(config, given)
    systems = {"one": given.predictions, "other": other_system(given.predictions)}
    groups = {"groups": given.groups} if given.groups is not None else {}
    asked = {**groups, **_RESAMPLES, **options}

    def of_run() -> Any:
        made = _run(config, given).report(title="A title", **_RESAMPLES)
        return {
            "page": of_html(made.html()),
            "text": str(made),
            "markdown": made.markdown(),
            **answers(
                tracked_numbers=lambda: contents.numbers(made, "eval_"),
                tracked_confusions=lambda: contents.confusions(made),
                tracked_alignments=lambda: [*contents.worst_alignments(made)],
            ),
        }

    def of_systems() -> Any:
        made = report(systems, given.references, config, **asked)
        return {"title": made.title, "page": of_html(made.html()), "text": str(made)}

    return answers(of_run=of_run, of_systems=of_systems)


class _CodePoints:
    """A processing class whose ids are code points."""

    pad_token_id = 0

    def __len__(self) -> int:
        """Return the size of the vocabulary."""
        return 0x110000

    def batch_decode(self, rows: Any, skip_special_tokens: bool) -> list[str]:
        """Return the texts of rows of ids."""
        return ["".join(chr(one) for one in row if one) for row in rows]


def _ids(texts: Any, padding: int) -> Any:
    longest = max([1, *map(len, texts)])
    return np.array([[*map(ord, text)] + [padding] * (longest - len(text)) for text in texts])


def _training(config: str, given: Input) -> Any:
    from levmetrics.integrations.rewards import Reward

    options = with_required(config, given)

    def reward() -> Any:
        made = Reward(config, reference="right", **options)
        rewards = made(completions=given.predictions, right=given.references)
        return {"name": made.__name__, "rewards": rewards}

    def evaluation() -> Any:
        compute = lm.make_compute_metrics(_CodePoints(), [config], keys="all", **given.options)
        return compute((_ids(given.predictions, 0), _ids(given.references, -100)))

    return answers(reward=reward, compute_metrics=evaluation)


@dataclass(frozen=True)
class Door:
    """A door.

    Attributes:
        call: scores an input by a config, and returns JSON values.
        is_slow: whether it only scores the broad inputs.
        configs: what it scores by.
        kind_of: what a sample of a config is.

    """

    call: Callable[[str, Input], Any]
    is_slow: bool = False
    configs: Callable[[], list[str]] = lm.list_metrics
    kind_of: Callable[[str], Kind] = kind_of


DOORS = {
    "python": Door(_python),
    "compare": Door(_compare, is_slow=True),
    "functions": Door(_function, configs=lambda: [*_FUNCTIONS], kind_of=lambda _: "texts"),
    "evaluate": Door(_evaluate),
    "torch": Door(_torch, configs=_classes, kind_of=lambda _: "texts"),
    "table": Door(_table),
    "shell": Door(lambda config, given: shell(config, given, with_required(config, given))),
    "gate": Door(_gate, is_slow=True),
    "report": Door(_report, is_slow=True),
    "page": Door(
        lambda config, given: page(config, given, with_required(config, given)), is_slow=True
    ),
    "training": Door(_training, is_slow=True),
}
