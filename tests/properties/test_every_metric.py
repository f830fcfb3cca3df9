"""What every kind of metric has: runs that add up and are kept, intervals, comparisons, gates."""

import json
import pickle
import random

import numpy as np
import pyarrow as pa
import pytest

import levmetrics as lm
from levmetrics import Run
from levmetrics.core.names import get_metric
from tests.engines.corpora import in_parts
from tests.meetings.meetings import random_pair, recognised
from tests.packages import needs_config

RNG = random.Random(0)
SAMPLES = 12
TEXTS = ["is a man there?", "New York, a", "", "今日は良い天気です", "one\ntwo a", "a"] * 2
HEARD = ["is there", "new York", "a", "今日はいい 天気です", "two\none", "b"] * 2
OTHERS = ["", *TEXTS[1:]]
SESSIONS = [*zip(*(random_pair(RNG) for _ in range(SAMPLES)), strict=True)]
HEARD_AGAIN = [recognised(RNG, session) for session in SESSIONS[0]]
RECORDS = [{"a": text, "b": [{"c": f"{number}"}, {"c": "x"}]} for number, text in enumerate(TEXTS)]
FOUND = [RECORDS[0], *({"a": text, "b": [{"c": "x"}], "d": "1"} for text in HEARD[1:])]
FOUND_AGAIN = [*RECORDS[:6], *FOUND[6:]]
LINES = {"type": "array", "items": {"properties": {"c": {"type": "string"}}}}
SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}, "b": LINES}}
OPTIONS = {"keywords": {"keywords": ["new york", "a"]}, "docubench": {"schema": SCHEMA}}
OF_TEXTS = (
    *("wer", "cer", "formatted", "keywords", "reading", "order", "bag", "flexible", "docvqa"),
    "rouge",
)
CORPORA = {
    **dict.fromkeys(OF_TEXTS, (TEXTS, HEARD, OTHERS)),
    **dict.fromkeys(("cp", "orc", "tcp", "ditcp", "der", "jer"), (*SESSIONS, HEARD_AGAIN)),
    **dict.fromkeys(("star", "record", "donut", "docubench"), (RECORDS, FOUND, FOUND_AGAIN)),
}
GROUPS = [*"xyxyzzzxyxyz"]
IDS = [f"s{number}" for number in range(SAMPLES)]
every_metric = pytest.mark.parametrize(
    "metric", [pytest.param(name, marks=needs_config(name)) for name in CORPORA]
)


def scored(metric, rows=range(SAMPLES), system=1, **more):
    """The run of some samples, by their numbers, with their groups."""
    sides = ([CORPORA[metric][side][row] for row in rows] for side in (system, 0))
    more = {"groups": [GROUPS[row] for row in rows], **more}
    return lm.score(*sides, metric, **OPTIONS.get(metric, {}), **more)


def same(result, expected):
    """Assert that results are the same; sums of floats may differ in the last bits."""
    assert result.keys() == expected.keys()
    for name, value in expected.items():
        if isinstance(value, dict):
            same(result[name], value)
        else:
            np.testing.assert_allclose(result[name], value, rtol=1e-12, atol=1e-12, err_msg=name)


@every_metric
@pytest.mark.parametrize("reduction", ["corpus", "mean"])
def test_parts_in_any_order_add_up_to_the_whole_and_come_back_from_where_they_are_kept(
    metric, reduction
):
    pools = get_metric(metric, options=OPTIONS.get(metric, {})).settings["reduction"] == "corpus"
    options = {"reduction": reduction} if pools else {}
    whole, rows = scored(metric, **options), [*range(SAMPLES)]
    random.Random(1).shuffle(rows)
    parts = [scored(metric, rows[start : start + 5], **options) for start in range(0, SAMPLES, 5)]
    read = Run.from_arrow(whole.metric, pa.concat_tables([part.to_arrow() for part in parts]))
    pickled = pickle.loads(pickle.dumps(whole))
    pred, target = CORPORA[metric][1], CORPORA[metric][0]
    if whole.metric.takes.nulls and whole.metric.takes.in_columns:  # nested values are JSON there
        pred, target = ([*map(json.dumps, side)] for side in (pred, target))
    table = pa.table({"pred": pred, "target": target, "group": GROUPS})
    asked = {**OPTIONS.get(metric, {}), **options}
    engine = in_parts(table, metric, asked, 5, "pred", "target", "group")
    same(engine.result(), whole.result())
    same(engine.by_group(), whole.by_group())
    for run in (sum(parts), read, pickled):
        same(run.result(), whole.result())
        same(run.by_group(), whole.by_group())
        assert run.signature() == whole.signature()
    saved = json.loads(json.dumps(sum(parts).to_dict()))
    same(Run.from_dict(whole.metric, saved).result(), whole.result())
    for label, result in whole.by_group().items():
        own = [row for row in range(SAMPLES) if GROUPS[row] == label]
        same(scored(metric, own, **options).result(), result)


@every_metric
def test_every_sample_has_the_score_and_the_other_rates_that_it_has_alone(metric):
    run, each = scored(metric, ids=IDS), scored(metric, reduction="none").result()
    alone = [scored(metric, [row]).result() for row in range(SAMPLES)]
    samples = run.samples()
    for name in (run.metric.key, *run.metric.label.others):
        expected = [result[name] for result in alone]
        np.testing.assert_allclose(samples[name].to_numpy(), expected, rtol=1e-12)
        np.testing.assert_equal(samples[name].to_numpy(), each[name])
    np.testing.assert_equal(run.sample_scores(), each[run.metric.key])
    assert samples["id"].to_pylist() == IDS


@every_metric
def test_the_interval_is_around_the_score_and_the_same_however_samples_are_spread(metric):
    run = scored(metric)
    low, high = run.interval(n_resamples=100)
    assert low <= run.score <= high
    assert low < high
    assert run.statistics().value == pytest.approx(run.score, abs=1e-12)
    parts = [scored(metric, rows).with_random_groups([*rows]) for rows in (range(7, 12), range(7))]
    whole = run.with_random_groups([*range(SAMPLES)]).interval()
    assert sum(parts).interval() == pytest.approx(whole)
    rows = pa.concat_tables([part.to_arrow() for part in parts])
    assert Run.from_arrow(run.metric, rows).interval() == pytest.approx(whole)


@every_metric
def test_systems_are_compared_and_a_run_is_held_against_a_baseline(metric, tmp_path):
    old, new, perfect = (
        scored(metric, system=system, ids=IDS, groups=None) for system in (1, 2, 0)
    )
    (pair,) = lm.compare({"old": old, "new": new}, n_resamples=20)["pairs"]
    assert pair["difference"] == pytest.approx(new.score - old.score)
    perfect.to_baseline(tmp_path / "baseline.parquet")
    for run, outcome in ((perfect, "passed"), (old, "worse")):
        assert lm.gate(run, tmp_path / "baseline.parquet", margin=0.01).outcome == outcome
