"""The scoring run: one reading, whatever is asked of it, sums that add up."""

import json
import math
import re
from collections import Counter

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import levmetrics
from levmetrics import InputError, Run, align, error_counts, plotting, score
from levmetrics.core.metric import Metric
from levmetrics.core.names import get_metric
from levmetrics.core.run import worst_first
from levmetrics.core.scoring import run_all
from levmetrics.inputs.json_values import json_value_columns
from levmetrics.significance.resampling import confidence_interval
from levmetrics.similarity.similarity_metric import DistanceMetric
from levmetrics.tokenizers import CharTokenizer, CustomTokenizer
from tests.packages import needs_config

PREDS = ["is there", "the cat sat", "", "hello"]
TARGET = [["who was that", "is it there"], ["the cat sat"], ["a"], ["hello world", "hello"]]
TREES = [{"a": "12", "b": ["x", "y"]}], [{"a": ("12", "13"), "b": ["y", "x", "z"]}]
JSON_SIDES = [
    ('{"a": 1}', {"a": 1}),
    ({"a": 1}, {"a": 1}),
    ('{"a":1}', '{"a": 1}'),
    ({"a": 1}, '{"a":1}'),
]


def test_nested_values_survive_json_with_their_details():
    metric = get_metric("anls:star", options={"reduction": "none"})
    run = Run.of(metric, *TREES)
    assert Run.from_dict(metric, json.loads(json.dumps(run.to_dict()))).result() == run.result()
    assert run.result()["closest"] == [{"a": "12", "b": ["x", "y", "z"]}]


@pytest.mark.parametrize(
    ("metric", "options"),
    [
        ("cer", {}),
        ("wer", {"reduction": "mean"}),
        ("wer", {"normalizer": "lower"}),
        ("wer", {"costs": "nist"}),
        ("wer", {"tokenizer": str.split}),
        ("anls", {}),
    ],
)
def test_runs_of_other_settings_neither_add_nor_load(metric, options):
    run = score(PREDS, TARGET, "wer")
    other = get_metric(metric, options=options)
    with pytest.raises(InputError, match="settings"):
        run + Run.of(other, PREDS, TARGET)
    with pytest.raises(InputError, match="settings"):
        Run.from_dict(other, run.to_dict())


def test_tokenizers_of_one_name_and_two_makers_do_not_add():
    one, other = (score(["a"], ["a"], tokenizer=lambda text: text.split()) for _ in range(2))
    with pytest.raises(InputError, match="settings"):
        one + other


class Halves(CharTokenizer):
    """A tokenizer that says it is ``char`` and is not."""

    def __call__(self, text):
        return [text[: len(text) // 2], text[len(text) // 2 :]]

    def column(self, column):
        return CustomTokenizer(self.__call__).column(column)


def test_a_tokenizer_that_has_the_name_of_another_is_not_taken_for_it():
    run = score(PREDS, TARGET, "wer", tokenizer=Halves())
    builtin = get_metric("wer", options={"tokenizer": "char"})
    assert repr(Halves()) == "char"
    assert run.result() != Run.of(builtin, PREDS, TARGET).result()
    with pytest.raises(InputError, match="settings"):
        run + Run.of(builtin, PREDS, TARGET)
    with pytest.raises(InputError, match="settings"):
        Run.from_dict(builtin, run.to_dict())


@pytest.mark.parametrize(
    "sums",
    [
        {},
        {"counts": [1, 2], "samples": 2},
        {"counts": "many", "samples": 2},
        {"counts": [1, 2, 3, 0.5], "samples": 2},
        {"counts": [1, 2, 3, -1], "samples": 2},
        {"counts": [[1], [2], [3], [4, 5]], "samples": 2},
        {"counts": [1, 2, 3, 4], "others": 1, "samples": 2},
        {"counts": [1, 2, 3, 4]},
        None,
    ],
)
def test_sums_that_no_run_wrote_are_refused(sums):
    saved = {**score(PREDS, TARGET).to_dict(), "sums": sums}
    with pytest.raises(InputError, match="saved"):
        Run.from_dict(get_metric("wer", options={}), saved)


def test_what_is_no_saved_run_is_refused():
    for saved in (None, [], {}, {"settings": {}}, "run"):
        with pytest.raises(InputError, match="saved"):
            Run.from_dict(get_metric("wer", options={}), saved)


def test_everything_asked_of_a_run_is_what_its_own_function_says():
    run = score(PREDS, TARGET, "wer")
    counts = error_counts(PREDS, TARGET)
    assert run.measured == counts
    assert run.result()["wer"] == counts.wer
    assert run.request.reference.tolist() == counts.reference.tolist() == [1, 0, 0, 1]
    assert run.interval(seed=3) == confidence_interval(counts.statistics(), seed=3)
    chosen = [TARGET[i][j] for i, j in enumerate(counts.reference)]
    assert run.confusions(2) == score(PREDS, chosen).confusions(2)
    assert run.alignment(0).operations == align(PREDS[0], TARGET[0][1]).operations
    assert run.alignment(0).reference == 1
    groups = ["x", "y", "x", "y"]
    wers = {label: result["wer"] for label, result in run.by_group(groups).items()}
    assert wers == {label: c.wer for label, c in counts.by_group(groups).items()}


def test_the_results_of_many_groups_are_computed_at_once(monkeypatch):
    asked = []
    measures = Metric.measures
    monkeypatch.setattr(Metric, "measures", lambda *given: asked.append(1) or measures(*given))
    for reduction in ("corpus", "mean", "none"):
        run = score(["a b"] * 3_000, ["a c"] * 3_000, reduction=reduction, groups=range(3_000))
        assert [group["wer"] for group in run.by_group().values()] == [0.5] * 3_000
        assert run.group_table()["group"].to_pylist() == [*range(3_000)]
    assert len(asked) == 6


@needs_config("openasr")
def test_groups_of_no_rate_stand_beside_others():
    leaderboard = score(["a", "b x"], ["", "b"], "openasr", reduction="mean")
    dropped, kept = leaderboard.by_group(["ann", "bob"]).values()
    assert (math.isnan(dropped["wer"]), kept["wer"], dropped["dropped_samples"]) == (True, 1.0, 1)
    options = {"metric": "keywords", "keywords": ["bob"], "reduction": "mean"}
    without, found = score(["a", "bob"], ["a", "bob"], **options).by_group([1, 2]).values()
    assert (math.isnan(without["keyword_wer"]), found["keyword_wer"]) == (True, 0.0)


def test_the_two_zeros_are_one_group():
    run = score(["a", "b"], ["a", "x"], groups=[0.0, -0.0])
    assert {label: group["wer"] for label, group in run.by_group().items()} == {0.0: 0.5}


def test_distances_have_groups_and_intervals_too():
    run = Run.of(DistanceMetric().called("EditDistance"), ["ab", "b", "c"], ["ab", "c", "c"])
    assert run.by_group([1, 1, 2]) == {1: {"score": 0.5}, 2: {"score": 0.0}}
    assert run.interval() == confidence_interval(run.statistics())


def test_what_was_added_up_says_that_it_has_no_samples():
    total = score(PREDS, TARGET) + score(PREDS, TARGET)
    asked = [total.statistics, total.sample_scores, total.confusions, lambda: total.request]
    for ask in (*asked, lambda: total.measured, lambda: total.metric.edit_places(total)):
        with pytest.raises(InputError, match="score all of them in one run"):
            ask()


def test_metrics_scored_together_are_as_scored_apart():
    metrics = ["wer", "cer", "anls:docvqa"]
    runs = run_all([get_metric(name, options={}) for name in metrics], PREDS, TARGET)
    for name, run in zip(metrics, runs, strict=True):
        assert run.result() == score(PREDS, TARGET, name).result()


@pytest.mark.parametrize(
    ("metric", "make"),
    [
        ("cer", lambda: (["ab", "cd"], ["ax", "cd"])),
        ("wer", lambda: (["a b", "c"], ["a x", "c"])),
        ("anls:docvqa", lambda: (["abc", "cd"], ["abx", "cd"])),
        ("wer", lambda: ([["a", "b"], ["c"]], [["a", "x"], ["c"]])),
        ("wer", lambda: (np.array([[1, 2], [3, 4]]), np.array([[1, 9], [3, 4]]))),
    ],
)
def test_what_is_shown_is_what_was_scored_whatever_becomes_of_the_callers_lists(metric, make):
    expected = score(*make(), metric)
    preds, target = make()
    run = score(preds, target, metric)
    for column in (preds, target):
        column[0] = column[1]  # after the score, and before anything else is asked
        column[1] = column[0]
    assert run.confusions() == expected.confusions()
    assert run.alignment(0) == expected.alignment(0)
    assert run.confusions().substitutions


@pytest.mark.parametrize(("prediction", "reference"), JSON_SIDES)
def test_json_text_is_read_as_the_value_that_it_is_in_every_door(prediction, reference):
    table = {"p": [prediction], "r": [reference]}
    scorer = levmetrics.score_table(metric="anls:star", prediction="p", reference="r")
    compared = levmetrics.compare(
        {"x": [prediction] * 2, "y": ["?"] * 2}, [reference] * 2, metric="anls:star"
    )
    assert score([prediction], [reference], "anls:star").result() == {"anls": 1}
    assert scorer(table)["anls"] == [1]
    assert compared["systems"]["x"]["anls"] == 1


def test_what_was_read_once_is_not_read_again():
    columns = json_value_columns(['"x"'], ['"\\"x\\""'])
    assert columns[1].values == ['"x"']
    assert json_value_columns(*columns) == columns


@pytest.mark.parametrize(
    ("metric", "options"),
    [
        ("wer", {}),
        ("wer", {"reduction": "mean"}),
        ("anls", {}),
        ("anls", {"reduction": "sum"}),
        ("anls:docvqa", {}),
    ],
)
@given(
    samples=st.lists(
        st.tuples(st.text("ab ", max_size=6), st.text("ab ", max_size=6), st.sampled_from("xyz")),
        min_size=1,
    )
)
def test_a_group_has_the_result_of_its_own_run_in_every_door(metric, options, samples):
    preds, target, groups = map(list, zip(*samples, strict=True))
    run = score(preds, target, metric, **options)
    own = {}
    for label in dict.fromkeys(groups):
        rows = [sample for sample in samples if sample[2] == label]
        heard, said, _ = map(list, zip(*rows, strict=True))
        own[label] = score(heard, said, metric, **options).result()
    assert run.by_group(groups) == own
    assert {label: part.result() for label, part in run.split_by_group(groups).items()} == own
    named = run.with_names(None, groups)
    assert named.by_group() == own
    assert (named + Run.empty(run.metric)).by_group() == own
    rows = {row.pop("group"): row for row in named.group_table().to_pylist()}
    assert {label: row.pop("samples") for label, row in rows.items()} == Counter(groups)
    assert rows == own
    if not options:
        table = pa.table({"p": preds, "r": target, "g": groups})
        scored = levmetrics.score_table(table, metric, prediction="p", reference="r", groups="g")
        name = run.metric.key
        assert scored[f"group_{name}"].to_pylist() == [own[label][name] for label in groups]


@pytest.mark.parametrize(
    ("predictions", "references", "message"),
    [
        (["a", None], ["a", "b"], "predictions[1] is None"),
        (["a"], [None], "references[0] is None"),
        ([["a"], None], [["a"], ["b"]], "predictions[1] is of type NoneType"),
        (["a"], ["a", "b"], "predictions and references differ in length"),
    ],
)
def test_messages_name_the_arguments_of_score(predictions, references, message):
    with pytest.raises(InputError, match=f"^{re.escape(message)}"):
        score(predictions, references)


def test_counts_in_the_place_of_statistics_and_of_a_run_are_refused_in_a_sentence():
    with pytest.raises(InputError, match=r"^statistics is of type ErrorCounts; give"):
        confidence_interval(error_counts(["a"] * 2, ["a"] * 2))
    pytest.importorskip("matplotlib")
    with pytest.raises(InputError, match=r"^run is of type TokenConfusions; give the run itself"):
        plotting.plot_confusions(score(["a"], ["b"]).confusions())


@pytest.mark.parametrize("reduction", ["mean", "none"])
def test_runs_of_nested_values_go_through_arrow(reduction):
    run = score(*TREES, "anls:star", reduction=reduction)
    rows = pa.concat_tables([run.to_arrow(), run.to_arrow()])
    assert Run.from_arrow(run.metric, rows).result() == (run + run).result()


@pytest.mark.parametrize("config", ["wer", "cer", "formatted", "order", "bag", "flexible"])
def test_the_errors_of_samples_and_the_lengths_of_their_references_give_the_rate(config):
    predictions, references = ["Is there, now", "a b\nc"], ["Who is there now?", "c\na b"]
    run = Run.of(get_metric(config, options={}), predictions, references)
    assert run.errors().sum() / run.measured.lengths.sum() == pytest.approx(run.score)


SIDES = {
    "strings": (["a b", "c", "", "a b c"], ["a c", "c", "d", "x y z"], "wer"),
    "columns": (pa.array(["a b", "c", "", "a b c"]), pa.array(["a c", "c", "d", "x y z"]), "wer"),
    "references": (["a b", "c", "d"], [["a", "a b c"], ["c"], ["x", "d e", "y z"]], "wer"),
    "tokens": ([["a", "b"], ["c"], []], [["a"], ["c"], ["d", "e"]], "wer"),
    "similarities": (["ab", "c", "abc"], ["ac", "c", "xyz"], "anls"),
    "values": ([{"a": 1}, {"a": "b"}, "c d"], [{"a": 2}, {"a": "c"}, "c e"], "anls:star"),
    "pages": (["a b\nc d", "e f"], ["c d\na b", "e g"], "page:order"),
}


@pytest.mark.parametrize("sides", SIDES.values(), ids=SIDES)
@pytest.mark.parametrize("named", [False, True])
def test_one_sample_and_the_worst_ones_are_those_of_all_samples(sides, named):
    preds, target, metric = sides
    ids = [f"u{n}" for n in range(len(target))] if named else None
    run = score(preds, target, metric, ids=ids)
    for number in range(len(target)):
        of_all = run.metric.alignment(run, number)
        assert str(run.alignment(number)) == str(of_all)
        assert run.alignment(number).to_dict() == of_all.to_dict()
        if ids:
            assert run.alignment(ids[number]).to_dict() == of_all.to_dict()
    for n in (1, 2, 99):
        assert run.worst(n).equals(run.samples().take(run.worst_first()[:n]))


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 3)), min_size=1), st.integers(0, 5))
def test_the_few_worst_are_the_first_of_all(samples, n):
    sides = [("x " * errors + "a " * words, "a " * words) for errors, words in samples]
    run = score(*map(list, zip(*sides, strict=True)), "wer")
    assert worst_first([run], n).tolist() == run.worst_first().tolist()[:n]
