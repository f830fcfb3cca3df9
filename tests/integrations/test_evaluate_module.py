"""Through ``evaluate.load``: the numbers of the classes, and evaluate's whole interface."""

import doctest
import json
import multiprocessing
import subprocess
import sys

import datasets
import evaluate
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import levmetrics
from levmetrics import scoring
from levmetrics.errors import InputError
from levmetrics.formats.examples import read_pairs
from levmetrics.inputs.json_values import to_json
from levmetrics.significance.intervals import confidence_interval
from tests.corpora import ASR_EN
from tests.inputs.test_values import DEEP, ITSELF
from tests.scores.test_anls_star import SAMPLES

COUNTS = ["substitutions", "deletions", "insertions", "hits", "reference_length"]
ANLS_VARIANTS = ["stvqa", "docvqa", "star"]
CONFIGS = [("anls", None), *(("anls", variant) for variant in ANLS_VARIANTS)]
CONFIGS += [("wer_lev", None), ("wer_lev", "cer"), ("wer_lev", "ja")]
every_module_of_texts = pytest.mark.parametrize(
    ("name", "config"), [config for config in CONFIGS if config[1] != "star"]
)
every_module = pytest.mark.parametrize(("name", "config"), CONFIGS)
PREDS = ["rain", "lnaguaeg", "", "who  is", "今日はいい"]
TARGET = ["shine", "language", "a", "is there", "今日は 良い"]


@pytest.fixture(scope="module")
def anls():
    return evaluate.load("anls")


@pytest.fixture(scope="module")
def wer():
    return evaluate.load("wer_lev")


# --- the numbers ---------------------------------------------------------------------------------


def test_the_reference_examples_of_anls(anls):
    score = {"anls": 0.45}
    assert anls.compute(predictions=["rain", "lnaguaeg"], references=["shine", "language"]) == score
    assert anls.compute(predictions=["rain"], references=["shine"]) == {"anls": 0.4}
    assert anls.compute(predictions=["lnaguaeg"], references=["language"]) == {"anls": 0.5}
    assert anls.compute(predictions=["", "a"], references=["", ""]) == {"anls": 0.5}


def test_the_reference_examples_of_the_error_rates(wer):
    result = wer.compute(predictions=["is there"], references=["who is there"])
    assert result == {
        "wer": 1 / 3,
        "mer": 1 / 3,
        "wil": pytest.approx(1 / 3),
        "wip": pytest.approx(2 / 3),
        "substitutions": 0,
        "deletions": 1,
        "insertions": 0,
        "hits": 2,
        "reference_length": 3,
        "prediction_length": 2,
    }
    assert all(type(result[name]) is int for name in COUNTS)
    assert type(result["wer"]) is float
    gumbo = evaluate.load("wer_lev", "cer").compute(predictions=["GAMBOL"], references=["GUMBO"])
    assert next(iter(gumbo)) == "cer"
    assert "wer" not in gumbo
    assert gumbo["cer"] == 0.4


def test_empty_references_have_a_defined_error_rate(wer):
    assert wer.compute(predictions=[""], references=[""])["wer"] == 0
    assert wer.compute(predictions=["a b"], references=[""])["wer"] == 2


def test_japanese_is_scored_in_words(wer):
    texts = {"predictions": ["今日はいい天気です"], "references": ["今日は良い天気です"]}
    assert wer.compute(**texts)["wer"] == 1
    assert evaluate.load("wer_lev", "ja").compute(**texts)["wer"] == 0.2
    assert wer.compute(**texts, tokenizer="mecab")["wer"] == 0.2


def test_asr_en_has_the_known_error_rate(wer):
    preds, references = (column.texts.to_pylist() for column in read_pairs(ASR_EN))
    result = wer.compute(predictions=preds, references=references)
    assert result["wer"] == 0.04966729164368957
    assert [result[name] for name in COUNTS] == [892, 922, 888, 52588, 54402]


@every_module
@settings(max_examples=20, deadline=None)
@given(st.lists(st.tuples(st.text(), st.text()), min_size=1))
def test_any_unicode_scores_as_the_class_does(name, config, texts):
    preds, references = [p for p, _ in texts], [r for _, r in texts]
    assume(config != "star" or not any(r.strip().startswith(("{", "[", '"')) for r in references))
    module = evaluate.load(name, config, keep_in_memory=True)
    result = module.compute(predictions=preds, references=references)
    if name == "anls":
        metric = levmetrics.ANLS(config or "default")
        assert result == {"anls": metric(preds, references).item()}
    else:
        tokenizer = {None: "whitespace", "cer": "char", "ja": "mecab"}[config]
        expected = levmetrics.ErrorRates(tokenizer=tokenizer)(preds, references)
        assert list(result.values()) == [value.item() for value in expected.values()]


def test_several_references_score_by_the_best(anls, wer):
    references = [["cd", "ab"], ["xy z", "x"]]
    assert anls.compute(predictions=["ab", "xy z"], references=references) == {"anls": 1.0}
    assert wer.compute(predictions=["ab", "xy q"], references=references)["substitutions"] == 1


# --- the variants of ANLS ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("config", "scores"),
    [
        ("stvqa", [0, 8 / 9, 1, 0, 0]),
        ("docvqa", [0, 8 / 9, 1, 0, 0]),
        ("star", [0, 8 / 9, 1, 0, 0]),
    ],
)
def test_the_published_table_of_the_competition(config, scores):
    outputs = ["The Coca", "CocaCola", "Coca cola", "Cola", "Cat"]
    accepted = [["Coca Cola", "Coca Cola Company"]] * 5
    module = evaluate.load("anls", config)
    result = module.compute(predictions=outputs, references=accepted, reduction="none")
    assert result["anls"] == pytest.approx(scores)
    mean = module.compute(predictions=outputs, references=accepted)
    assert mean == {"anls": pytest.approx(sum(scores) / 5)}


@pytest.mark.parametrize("config", [None, *ANLS_VARIANTS])
def test_each_config_scores_the_threshold_by_its_own_rule(config):
    module = evaluate.load("anls", config)
    texts = {"predictions": ["ab"], "references": ["a"]}
    assert module.compute(**texts) == {"anls": 0.0 if config == "stvqa" else 0.5}
    assert module.compute(**texts, threshold=0.6) == {"anls": 0.5 if config == "stvqa" else 0.0}


@pytest.fixture(scope="module")
def star():
    return evaluate.load("anls", "star")


def test_values_score_as_the_class_scores_them(star):
    preds = [prediction for prediction, _ in SAMPLES[:500]]
    references = [reference for _, reference in SAMPLES[:500]]
    result = star.compute(predictions=preds, references=references, reduction="none")
    metric = levmetrics.ANLS("star", reduction="none")
    metric.update(preds, references)
    expected = metric.results()
    assert result["anls"] == expected["score"].tolist()
    assert result["reference"] == expected["reference"].tolist()
    assert repr(result["closest"]) == repr(expected["closest"])
    assert result["key_scores"] == expected["key_scores"]


def test_json_scores_as_the_values_do(star):
    for prediction, reference in SAMPLES[:300]:
        plain = star.compute(predictions=[[prediction]], references=[[reference]])
        as_json = star.compute(
            predictions=[json.dumps([prediction])], references=[to_json([reference])]
        )
        assert plain == as_json


def test_references_with_other_keys_and_types_are_no_columns_of_arrow(star):
    references = [{"a": 1, "b": ["x", None]}, "text", None, [1, "a"], ({"c": 1.5}, {"d": True})]
    assert star.compute(
        predictions=[{"a": 1, "b": ["x", None]}, "text", None, [1, "a"], {"d": True}],
        references=references,
    ) == {"anls": 1.0}


def test_values_are_added_one_by_one_and_in_batches(star):
    star.add(prediction={"a": "x"}, reference={"a": ("x", "y")})
    star.add(prediction="b", reference=["a", "b"])
    star.add_batch(predictions=[None, ["c"]], references=[None, ["c", "d"]])
    result = star.compute(predictions=["e"], references=["f"], reduction="none")
    assert result["anls"] == [1.0, 1.0, 1.0, 0.5, 0.0]
    assert result["reference"] == [0, 1, 0, 0, 0]


def test_datasets_columns_of_json_are_taken(star):
    values = [{"a": 1, "b": [{"c": "x"}]}, ["y", 2]]
    features = datasets.Features({"p": datasets.Json(), "r": datasets.Json()})
    data = datasets.Dataset.from_dict({"p": values, "r": values}, features=features)
    assert star.compute(predictions=data["p"], references=data["r"]) == {"anls": 1.0}
    alternatives = datasets.Dataset.from_dict(
        {"p": values, "r": [{"__any__": [value, None]} for value in values]}, features=features
    )
    assert star.compute(predictions=data["p"], references=alternatives["r"]) == {"anls": 1.0}


def test_a_failed_compute_keeps_the_values_that_were_added(star):
    def failing(text):
        raise RuntimeError("no")

    star.add_batch(predictions=[{"a": "x"}], references=[{"a": ("x", "y")}])
    with pytest.raises(InputError, match=r"failed on 'x' in references\[0\]: RuntimeError: no"):
        star.compute(predictions=["z"], references=["z"], normalizer=failing)
    assert star.compute(reduction="none")["closest"] == [{"a": "x"}]


@pytest.mark.parametrize(
    ("predictions", "references", "message"),
    [
        ("abc", ["abc"], "predictions is a bare string; give a list: predictions=['abc']"),
        ([("a",)], ["a"], "predictions[0] is a tuple, which stands for alternatives"),
        (["a"], [()], "references[0] holds no alternatives; give at least one"),
        (["{}"], ['{"__any__": []}'], "references[0] holds no alternatives; give at least one"),
        ([{"a": {1}}], ["a"], "predictions[0]['a'] is of type set; it must be a string, a number"),
        ([float("nan")], ["a"], "predictions[0] is NaN; give None"),
        (["a"], ["{'a': 1}"], "references[0] begins as a JSON object does, but is none ("),
        ([{1: "a"}], [{}], "predictions[0] has the key 1 of type int; every key must be a string"),
        ([ITSELF], [{}], "predictions[0] is nested more than 100 levels deep, or holds itself"),
        (["a"], [DEEP], "references[0] is nested more than 100 levels deep, or holds itself"),
        (["a"], ["[" * 200_000], "references[0] is nested deeper than Python's recursion limit"),
        (["a"], ["[" * 500 + "]" * 500], "references[0] is nested more than 100 levels deep"),
        ([1, 2], [1], "predictions and references differ in length (2 and 1)"),
    ],
)
def test_values_that_cannot_be_scored_are_refused_and_what_was_added_stays(
    star, predictions, references, message
):
    star.add(prediction=1, reference=1)
    with pytest.raises(InputError) as caught:
        star.compute(predictions=predictions, references=references)
    assert str(caught.value).startswith(message)
    assert star.compute() == {"anls": 1.0}


@pytest.mark.parametrize("config", [None, "star"])
def test_add_says_what_it_was_not_given(config):
    module = evaluate.load("anls", config)
    with pytest.raises(InputError, match=r"^reference is missing; add takes one prediction and"):
        module.add(prediction="x")
    with pytest.raises(InputError, match=r"^prediction is missing; "):
        module.add(reference="x")
    assert len(module) == 0


def test_add_names_the_one_value_that_it_refuses(star):
    with pytest.raises(InputError, match=r"^reference\['a'\] is of type set"):
        star.add(prediction="a", reference={"a": {1}})


def test_the_published_rules_have_no_tokenizer(star):
    with pytest.raises(InputError, match="the variant 'star' counts characters"):
        star.compute(predictions=["a"], references=["a"], tokenizer="mecab")


# --- options -------------------------------------------------------------------------------------


def test_a_threshold_drops_what_is_less_alike(anls):
    texts = {"predictions": ["rain", "lnaguaeg"], "references": ["shine", "language"]}
    assert anls.compute(**texts, threshold=0.5) == {"anls": 0.25}


def test_reduction_none_gives_a_value_a_sample_even_of_one(anls, wer):
    result = anls.compute(predictions=["rain"], references=["shine"], reduction="none")
    assert result == {"anls": [0.4], "reference": [0]}
    result = wer.compute(predictions=["a", "b c"], references=["a", "b d"], reduction="none")
    assert result["wer"] == [0.0, 0.5]
    assert result["hits"] == [1, 1]


def test_tokenizers_and_normalizers_plug_in(anls, wer):
    texts = {"predictions": ["A-b"], "references": ["a-c"]}
    assert wer.compute(**texts, tokenizer=lambda t: t.split("-"), normalizer="lower")["wer"] == 0.5
    assert anls.compute(**texts, normalizer=["lower", str.strip]) == {"anls": pytest.approx(2 / 3)}


def test_groups_have_rates_of_their_own_beside_the_pooled_ones(wer):
    texts = {"predictions": ["a b", "x", "c"], "references": ["a b", "a", "c d"]}
    result = wer.compute(**texts, groups=["ann", "bob", "ann"])
    assert result["wer"] == 2 / 5
    assert list(result["groups"]) == ["ann", "bob"]
    ann = wer.compute(predictions=["a b", "c"], references=["a b", "c d"])
    assert result["groups"]["ann"] == ann
    assert result["groups"]["bob"]["wer"] == 1.0
    cer = evaluate.load("wer_lev", "cer").compute(**texts, groups=[1, 1, 1])
    assert cer["groups"][1]["cer"] == cer["cer"]


@pytest.mark.parametrize(
    ("groups", "message"),
    [
        (["ann"], "groups has 1 labels for 2 samples; give one for each"),
        (["ann", None], "groups[1] is None; every sample needs a label"),
        (
            ["ann", 1],
            "groups holds labels of several types, or that are no labels; make all of them strings",
        ),
    ],
)
def test_groups_that_do_not_fit_are_named_and_what_was_added_stays(wer, groups, message):
    wer.add_batch(predictions=["a", "b"], references=["a", "b"])
    with pytest.raises(InputError) as caught:
        wer.compute(groups=groups)
    assert str(caught.value).startswith(message)
    assert wer.compute()["hits"] == 2


@pytest.mark.parametrize(
    ("name", "config", "score"),
    [
        ("anls", None, "anls"),
        ("anls", "star", "anls"),
        ("wer_lev", None, "wer"),
        ("wer_lev", "cer", "cer"),
    ],
)
def test_a_confidence_level_adds_the_interval_of_the_score(name, config, score):
    module = evaluate.load(name, config)
    texts = {"predictions": PREDS, "references": TARGET}
    plain = module.compute(**texts)
    result = module.compute(**texts, confidence_level=0.9, n_resamples=200, seed=7)
    low, high = result.pop(f"{score}_interval")
    assert result == plain
    assert type(low) is float
    assert low <= plain[score] <= high
    statistics = scoring.score(PREDS, TARGET, name, config).statistics()
    expected = confidence_interval(statistics, confidence_level=0.9, n_resamples=200, seed=7)
    assert (low, high) == expected


def test_groups_are_the_blocks_of_the_interval(wer):
    texts = {
        "predictions": ["a x", "b y", "c", "d"] * 9,
        "references": ["a b", "b c", "c", "d"] * 9,
    }
    groups = ["ann", "ann", "bob", "bob"] * 9
    plain = wer.compute(**texts, confidence_level=0.95)["wer_interval"]
    blocks = wer.compute(**texts, confidence_level=0.95, groups=groups)
    assert np.diff(blocks["wer_interval"])[0] > np.diff(plain)[0]
    assert blocks["groups"]["bob"]["wer"] == 0.0


def test_the_signature_names_the_resampling(anls):
    texts = {"predictions": ["a", "b"], "references": ["a", "c"]}
    result = anls.compute(**texts, confidence_level=0.95, signature=True)
    assert "|confidence_level:0.95|n_resamples:1000|seed:0|" in result["signature"]
    assert "n_resamples" not in anls.compute(**texts, signature=True)["signature"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"confidence_level": 95}, "confidence_level is 95; it must be a number between 0 and 1"),
        ({"n_resamples": 0}, "n_resamples is 0; it must be a whole number of 2 or more"),
        ({"seed": 1.5}, "seed is 1.5; it must be a whole number of 0 or more"),
        (
            {"confidence_level": 0.9, "reduction": "sum"},
            'an interval or a test is of a mean, but the reduction is "sum"; take "mean"',
        ),
        ({"confidence_level": 0.9}, "there are 1 samples; a confidence interval or a test needs"),
    ],
)
def test_intervals_that_cannot_be_are_refused_and_what_was_added_stays(anls, options, message):
    anls.add(prediction="a", reference="a")
    with pytest.raises(InputError) as caught:
        anls.compute(**options)
    assert str(caught.value).startswith(message)
    assert anls.compute() == {"anls": 1.0}


def test_an_interval_tokenizes_once(wer):
    seen = []

    def counted(text):
        seen.append(text)
        return text.split()

    wer.compute(
        predictions=["a b", "c"],
        references=["a", "c"],
        tokenizer=counted,
        confidence_level=0.9,
        groups=["x", "y"],
    )
    assert len(seen) <= 4


def test_every_measure_of_every_sample_and_which_reference_it_was(wer):
    result = wer.compute(
        predictions=["a b", "c"], references=[["x y", "a x"], ["c"]], reduction="none"
    )
    assert result["reference"] == [1, 0]
    assert result["wer"] == [0.5, 0.0]
    assert all(len(values) == 2 for values in result.values())


def test_nist_costs_plug_in(wer):
    texts = {"predictions": ["b c d x"], "references": ["a b c"]}
    assert wer.compute(**texts, costs="nist")["hits"] == 2
    with pytest.raises(InputError, match="unknown costs 'NIST'; did you mean 'nist'"):
        wer.compute(**texts, costs="NIST")


def test_signatures_say_how_the_number_came_about(wer):
    result = wer.compute(predictions=["a"], references=["b"], signature=True, normalizer="lower")
    assert result["signature"].startswith(
        f"metric:wer_lev|levmetrics:{levmetrics.__version__}|config:wer|tokenizer:whitespace|"
        "normalizer:lower|costs:unit|reduction:corpus|"
    )
    assert "signature" not in wer.compute(predictions=["a"], references=["b"])


# --- evaluate's interface ------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "config"), [("anls", "default"), ("wer_lev", "wer")])
def test_the_default_config_may_be_written_out(name, config):
    assert evaluate.load(name, config).config_name == config == evaluate.load(name).config_name


@every_module
@pytest.mark.parametrize("keep_in_memory", [True, False])
def test_add_and_add_batch_come_to_the_same_as_compute(name, config, keep_in_memory):
    module = evaluate.load(name, config, keep_in_memory=keep_in_memory)
    whole = module.compute(predictions=PREDS, references=TARGET, reduction="none")
    module.add(prediction=PREDS[0], reference=TARGET[0])
    module.add_batch(predictions=PREDS[1:3], references=TARGET[1:3])
    module.add(prediction=PREDS[3], reference=TARGET[3])
    assert len(module) == 4
    assert module.compute(predictions=PREDS[4:], references=TARGET[4:], reduction="none") == whole
    assert len(module) == 0


def test_add_takes_several_references(anls):
    anls.add(prediction="a", reference=["b", "a"])
    anls.add_batch(predictions=["c"], references=[["c"]])
    assert anls.compute() == {"anls": 1.0}


def test_an_empty_batch_adds_nothing(anls):
    anls.add_batch(predictions=[], references=[])
    anls.add_batch(predictions=["a"], references=[["a", "b"]])
    anls.add_batch(predictions=[], references=[])
    assert anls.compute(predictions=[], references=[]) == {"anls": 1.0}


@pytest.mark.parametrize("kind", [tuple, np.array, pa.array, pd.Series])
def test_columns_of_every_kind_are_taken(wer, kind):
    result = wer.compute(predictions=kind(["a b", "c"]), references=kind(["a x", "c"]))
    assert result["wer"] == 1 / 3


def test_datasets_columns_are_taken(wer):
    data = datasets.Dataset.from_dict({"p": ["a b", "c"], "r": [["a x"], ["d", "c"]]})
    assert wer.compute(predictions=data["p"], references=data["r"])["wer"] == 1 / 3


def test_more_rows_than_fit_one_table_keep_their_order(wer):
    preds = [str(i) for i in range(25_000)]
    result = wer.compute(predictions=preds, references=[["0"]] * 25_000, reduction="none")
    assert result["wer"] == [0.0] + [1.0] * 24_999


def test_modules_combine(anls, wer):
    both = evaluate.combine([anls, wer])
    result = both.compute(predictions=["a b"], references=["a c"])
    assert (result["anls"], result["wer"]) == (pytest.approx(2 / 3), 0.5)
    both.add(prediction="a", reference="a")
    both.add_batch(predictions=["b"], references=["c"])
    assert both.compute()["wer"] == 0.5


def score_shard(process_id, cache, queue, predictions, references):
    module = evaluate.load(
        "wer_lev", "cer", num_process=2, process_id=process_id, experiment_id="x", cache_dir=cache
    )
    module.add_batch(predictions=predictions, references=references)
    queue.put((process_id, module.compute()))


LISTS = [[text, "other"] for text in TARGET]


@pytest.mark.parametrize(
    "shards",
    [
        [(PREDS[::2], TARGET[::2]), (PREDS[1::2], TARGET[1::2])],
        [(PREDS, LISTS), ([], [])],
        [([], []), (PREDS, LISTS)],
        [(PREDS[:1], TARGET[:1]), (PREDS[1:], LISTS[1:])],
    ],
    ids=["uneven", "the second has none", "the first has none", "lists and strings"],
)
def test_two_processes_score_what_one_scores(tmp_path, shards):
    context = multiprocessing.get_context("spawn")
    queue = context.Queue()
    workers = [
        context.Process(target=score_shard, args=(i, str(tmp_path), queue, *shards[i]))
        for i in range(2)
    ]
    for worker in workers:
        worker.start()
    results = dict(queue.get(timeout=120) for _ in workers)
    for worker in workers:
        worker.join()
    references = [r if isinstance(r, list) else [r] for _, own in shards for r in own]
    predictions = [p for own, _ in shards for p in own]
    whole = evaluate.load("wer_lev", "cer").compute(predictions=predictions, references=references)
    assert results == {0: whole, 1: None}


def test_a_metric_of_a_module_never_waits_for_other_ranks(wer):
    """evaluate has gathered the samples itself; only the first process computes."""
    assert wer._request({}).metric.sync_on_compute is False


@every_module
def test_the_descriptions_are_whole_and_their_examples_run(name, config):
    module = evaluate.load(name, config)
    assert module.description.strip()
    assert "@inproceedings" in module.citation
    assert all(set(form) == {"predictions", "references"} for form in module.features)
    assert module.inputs_description in module.compute.__doc__
    examples = doctest.DocTestParser().get_doctest(module.inputs_description, {}, name, None, 0)
    assert examples.examples
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    assert runner.run(examples).failed == 0


def test_the_first_call_works_from_the_working_directory_without_a_network():
    code = (
        "import evaluate; "
        "print(evaluate.load('anls').compute(predictions=['rain'], references=['shine']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "{'anls': 0.4}\n"


# --- refusals ------------------------------------------------------------------------------------


REFUSED = [
    (
        {"predictions": "abc", "references": "abc"},
        "predictions is a bare string; give a list: predictions=['abc']",
    ),
    (
        {"predictions": ["abc"], "references": "abc"},
        "references is a bare string; give a list: references=['abc']",
    ),
    (
        {"predictions": ["a", "b", "c", None], "references": ["a"] * 4},
        "predictions[3] is None; every prediction must be a string",
    ),
    (
        {"predictions": [None], "references": ["a"]},
        "predictions[0] is None; every prediction must be a string",
    ),
    (
        {"predictions": ["a", 2], "references": ["a", "b"]},
        "predictions[1] is of type int; every prediction must be a string",
    ),
    (
        {"predictions": ["a"], "references": [["a", None]]},
        "references[0][1] is None; every reference must be a string",
    ),
    (
        {"predictions": ["a", "b"], "references": ["a"]},
        "predictions and references differ in length (2 and 1); "
        "give one prediction for each sample of references",
    ),
    (
        {"predictions": ["a"], "references": None},
        "references is None; it must be a sequence or a column of strings: give a list of strings",
    ),
    (
        {"predictions": ["a"], "references": [[]]},
        "references[0] is an empty list; "
        "every sample needs at least one reference, if only the empty string",
    ),
    (
        {"predictions": ["\ud800"], "references": ["a"]},
        "predictions[0] has the lone surrogate U+D800 at character 0; every prediction must be "
        "valid Unicode: clean it with text.encode('utf-8', 'replace').decode()",
    ),
]
refused = pytest.mark.parametrize(("texts", "message"), REFUSED)


@every_module_of_texts
@refused
@pytest.mark.parametrize("call", ["compute", "add_batch"])
def test_refused_input_is_named_and_what_was_added_stays(name, config, call, texts, message):
    module = evaluate.load(name, config)
    module.add_batch(predictions=PREDS, references=TARGET)
    with pytest.raises(InputError) as caught:
        getattr(module, call)(**texts)
    assert str(caught.value) == message
    assert len(module) == len(PREDS)
    assert module.compute() == evaluate.load(name, config).compute(
        predictions=PREDS, references=TARGET
    )


@every_module
@pytest.mark.parametrize("nothing", [{}, {"predictions": [], "references": []}])
def test_nothing_to_score_is_said(name, config, nothing):
    with pytest.raises(InputError, match=r"there is nothing to score: give predictions and"):
        evaluate.load(name, config).compute(**nothing)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"tokeniser": "char"},
            "unknown option of wer_lev.compute 'tokeniser'; did you mean 'tokenizer'? "
            "Known: confidence_level, costs, groups, n_resamples, normalizer, reduction, seed, "
            "signature, tokenizer",
        ),
        (
            {"sync_on_compute": True},
            "unknown option of wer_lev.compute 'sync_on_compute'; "
            "Known: confidence_level, costs, groups, n_resamples, normalizer, reduction, seed, "
            "signature, tokenizer",
        ),
        (
            {"tokenizer": "mecub"},
            "unknown tokenizer 'mecub'; did you mean 'mecab'? Known: char, grapheme, jieba, kiwi, "
            "mecab, mecab:ipadic, mixed, sudachi:A, sudachi:B, sudachi:C, whitespace",
        ),
        (
            {"reduction": "sum"},
            "unknown reduction 'sum'; Known: corpus, mean, none",
        ),
    ],
)
def test_unknown_options_are_named_and_what_was_added_stays(wer, options, message):
    wer.add_batch(predictions=["a"], references=["b"])
    with pytest.raises(InputError) as caught:
        wer.compute(**options)
    assert str(caught.value) == message
    assert wer.compute()["substitutions"] == 1


def test_an_interrupt_in_compute_loses_nothing_that_was_added(wer):
    def interrupted(text):
        raise KeyboardInterrupt

    wer.add(prediction="a", reference="a")
    with pytest.raises(KeyboardInterrupt):
        wer.compute(tokenizer=interrupted)
    assert wer.compute()["hits"] == 1


@pytest.mark.parametrize("keep_in_memory", [True, False])
def test_a_tokenizer_that_fails_in_compute_loses_nothing_that_was_added(keep_in_memory):
    def failing(text):
        raise RuntimeError("no such word")

    module = evaluate.load("wer_lev", keep_in_memory=keep_in_memory)
    for _ in range(2):  # also after it has happened once
        module.add_batch(predictions=["a", "b"], references=[["a"], ["b", "c"]])
        with pytest.raises(InputError, match=r"predictions\[0\]: RuntimeError: no such word"):
            module.compute(predictions=["x"], references=[["y"]], tokenizer=failing)
        assert len(module) == 2
        assert module.compute()["hits"] == 2


def test_add_refuses_what_is_not_one_sample(anls):
    with pytest.raises(InputError, match="prediction is of type list; add takes one string"):
        anls.add(prediction=["a"], reference="a")
    for prediction, reference, message in (
        ("a", None, "reference is None; every reference must be a string or a list of strings"),
        ("a", ["b", None], "reference[1] is None; every reference must be a string"),
        ("a\ud800", "b", "prediction has the lone surrogate U+D800 at character 1; every "),
    ):
        with pytest.raises(InputError) as caught:
            anls.add(prediction=prediction, reference=reference)
        assert str(caught.value).startswith(message)
    assert len(anls) == 0


def test_references_are_lists_throughout_or_never(anls):
    anls.add_batch(predictions=["a"], references=["a"])
    with pytest.raises(InputError, match="references were added as lists before and as single"):
        anls.add_batch(predictions=["a"], references=[["a"]])
    assert anls.compute() == {"anls": 1.0}


@pytest.mark.parametrize(
    ("name", "config", "message"),
    [
        ("wer_lev", "jp", "unknown config 'jp'; Known: cer, ja, wer"),
        (
            "anls",
            "defualt",
            "unknown config 'defualt'; did you mean 'default'? Known: default, docvqa, star, stvqa",
        ),
    ],
)
def test_unknown_configs_get_the_nearest_name(name, config, message):
    with pytest.raises(InputError) as caught:
        evaluate.load(name, config)
    assert str(caught.value) == message
