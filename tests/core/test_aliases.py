"""Every old name of a metric means the same as its name of today, and none is written."""

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import levmetrics as lm
from levmetrics import InputError
from levmetrics.core import baseline
from levmetrics.core.aliases import NEW_NAMES, OLD_NAMES, new_name, qualified
from levmetrics.core.baseline import Baseline
from levmetrics.core.names import config_of, configs_of_module, get_metric, metric_name
from tests.packages import needs, needs_config
from tests.shell import shell

STORED = Path(__file__).parents[1] / "data" / "old_names" / "baseline.parquet"
GIVEN = {
    "keywords": {"keywords": ("a",)},
    "record:docubench": {"schema": {"properties": {"a": {"type": "string"}}}},
}
PAIRS = [
    pytest.param(old, new, id=f"{old} is {new}", marks=needs_config(new))
    for old, new in NEW_NAMES.items()
]
OF_TEXTS = [
    pytest.param(old, new, id=f"{old} is {new}", marks=needs_config(new))
    for old, new in NEW_NAMES.items()
    if config_of(new).kind.takes.in_columns and new not in GIVEN
]
PREDICTIONS, REFERENCES = ["a b", "c d e"], ["a b", "c x e"]


def signed(signature):
    """Return the name of the metric in a signature."""
    return signature.partition("|")[0].removeprefix("metric:")


def test_each_old_name_has_one_meaning_and_none_is_a_metric():
    assert [*OLD_NAMES] == [name for name in lm.list_metrics() if name in OLD_NAMES]
    assert sum(map(len, OLD_NAMES.values())) == len(NEW_NAMES)
    assert not NEW_NAMES.keys() & {*lm.list_metrics()}


@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_an_old_name_gives_the_same_metric(old, new):
    options = GIVEN.get(new, {})
    made = get_metric(old, options=options)
    assert made.name == new
    assert signed(made.signature()) == new
    assert "config:" not in made.signature()
    assert made.signature() == get_metric(new, options=options).signature()
    if not options:
        assert made is get_metric(new, options={})


@needs("num2words")
def test_what_an_old_name_begins_with_may_be_followed_by_a_language():
    assert get_metric("wer_lev:openasr:de", options={}) is get_metric("openasr:de", options={})


@pytest.mark.parametrize("name", lm.list_metrics())
def test_a_qualified_name_means_the_metric(name):
    module, config = qualified(name)
    assert module in ("wer_lev", "anls", "rouge_lev", "diarization")
    assert new_name(f"{module}:{config}") == metric_name(module, config) == name
    assert configs_of_module(module)[config] is config_of(name)


@pytest.mark.parametrize(
    ("given", "nearest"),
    [
        *(("wer_lev:cerr", "cer"), ("ordr", "page:order"), ("docvqua", "anls:docvqa")),
        *(("diarizaton", "meeting:der"), ("meeting:cpp", "meeting:cp"), ("wr", "wer")),
    ],
)
def test_a_misspelt_name_new_or_old_is_answered_by_the_nearest_of_today(given, nearest):
    with pytest.raises(InputError, match=f"unknown metric '{given}'; did you mean '{nearest}'"):
        get_metric(given, options={})


@pytest.mark.parametrize(("old", "new"), OF_TEXTS)
def test_a_shell_takes_an_old_name_and_says_the_new_one(old, new, tmp_path):
    path = tmp_path / "a.jsonl"
    rows = zip(PREDICTIONS, REFERENCES, strict=True)
    path.write_text("".join(json.dumps({"prediction": p, "reference": r}) + "\n" for p, r in rows))
    outputs = [shell("score", name, "--file", path, "--json") for name in (old, new)]
    assert outputs[0].output == outputs[1].output
    assert signed(json.loads(outputs[0].stdout)["signature"]) == new


def test_a_shell_completes_and_lists_no_old_name():
    asked = {"_LEVMETRICS_COMPLETE": "bash_complete", "COMP_WORDS": "levmetrics score "}
    done = shell(env={**asked, "COMP_CWORD": "2"}, prog_name="levmetrics")
    assert done.stdout.split() == [f"plain,{name}" for name in lm.list_metrics()]
    listed = shell("score", "--help").stdout.split()
    assert not [old for old in NEW_NAMES if ":" in old and old in listed]


@needs("evaluate")
@pytest.mark.parametrize(
    ("old", "new"),
    [each for each in PAIRS if each.values[0].partition(":")[0] in ("wer_lev", "anls")],
)
def test_evaluate_has_its_configs_by_their_names(old, new):
    module, _, config = old.partition(":")
    loaded = lm.load(module, config or None, keep_in_memory=True)
    assert loaded.name == module
    assert (loaded.name, loaded.config_name) == qualified(new)
    assert lm.load(new, keep_in_memory=True).config_name == loaded.config_name


def test_a_stored_baseline_with_old_names_is_that_of_the_names_of_today(monkeypatch):
    written = pq.read_schema(STORED).metadata[b"levmetrics.baseline"]
    monkeypatch.setattr(baseline, "__version__", json.loads(written)["levmetrics"])
    assert "wer_lev:wer" in pq.read_schema(STORED).names
    stored = Baseline.read(STORED)
    assert [*stored.metrics][:3] == ["wer", "cer", "mixed"]
    assert not stored.metrics.keys() - {*lm.list_metrics()}
    texts = stored.rows.to_pydict()
    for name in stored.metrics:
        run = lm.score(texts["prediction"], texts["reference"], name, ids=texts["id"])
        verdict = lm.gate(run, STORED, margin=0.0, n_resamples=100)
        assert (verdict.metric, verdict.difference) == (name, 0)
        assert stored.rows[name].type == Baseline.of(run).rows[name].type


@needs("gradio")
@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_the_page_is_for_a_metric_by_its_old_name(old, new):
    from levmetrics.web.controls import first_choice
    from levmetrics.web.requests import Request, page_metrics

    if new in page_metrics():
        assert first_choice(old) == new
    assert Request(old).takes == Request(new).takes


@pytest.mark.parametrize(("old", "new"), OF_TEXTS)
def test_a_task_of_a_harness_takes_each_name(old, new):
    from levmetrics.integrations import lm_eval

    pairs = [*zip(PREDICTIONS, REFERENCES, strict=True)]
    made = [getattr(lm_eval, name) for name in (old, new)]
    scores = [lm_eval.pooled([task([right], [said]) for said, right in pairs]) for task in made]
    assert scores[0] == scores[1] == lm.score(PREDICTIONS, REFERENCES, new).score
