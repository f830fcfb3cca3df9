"""Systems compared: the numbers of the modules and of the tests, as a dictionary and as tables."""

import json
from importlib.metadata import version
from itertools import combinations

import numpy as np
import pytest
from rich.console import Console

import levmetrics
from levmetrics import InputError, compare
from levmetrics.edits.kernel import edit_places
from levmetrics.edits.reader import token_pairs
from levmetrics.significance.paired_tests import TESTS, compare_two, holm, segment_differences
from tests.corpora import ASR_EN, read_pairs
from tests.packages import needs

PREDS, REFERENCES = (c.texts.to_pylist() for c in read_pairs(ASR_EN))
REFERENCES, PREDS = REFERENCES[:600], PREDS[:600]
WORSE = [text.replace("the", "a", 1) if i % 7 == 0 else text for i, text in enumerate(PREDS)]
OTHER = [text.replace("and", "an", 1) if i % 5 == 0 else text for i, text in enumerate(PREDS)]
WORDS = list("abcdefghijklmnopqrst")


@pytest.fixture(scope="module")
def compared():
    return compare({"old": WORSE, "new": PREDS}, REFERENCES, n_resamples=500)


def test_wordings_of_one_reference_that_differ_by_system_are_one_segment():
    worded = ("{ a b c i / x } d e f g h", "a b c i d e f g z", "x d e f g z")
    plain = ("d e f g h", "d e f g z", "d e f g z")
    p_values = []
    for sides in (worded, plain):
        references, old, new = (
            [first] * 5 + [side] * 5
            for first, side in zip(("p q", "p r", "p q"), sides, strict=True)
        )
        result = compare({"old": old, "new": new}, references, alternatives="braces")
        p_values.append(result["pairs"][0]["mapsswe"])
    assert p_values[0] == p_values[1] < 1


def test_scores_are_the_modules_and_tests_are_those_of_the_counts(compared):
    evaluate = pytest.importorskip("evaluate")
    module = evaluate.load("wer_lev")
    counts = [levmetrics.error_counts(texts, REFERENCES) for texts in (WORSE, PREDS)]
    for (name, own), texts in zip(compared["systems"].items(), (WORSE, PREDS), strict=True):
        result = module.compute(
            predictions=texts, references=REFERENCES, confidence_level=0.95, n_resamples=500
        )
        assert own == {"wer": result["wer"], "wer_interval": result["wer_interval"]}, name
    pairs = [edit_places(token_pairs(texts, REFERENCES, "whitespace")) for texts in (WORSE, PREDS)]
    expected = compare_two(
        *(own.statistics() for own in counts),
        segment_differences=segment_differences(*pairs),
        n_resamples=500,
    )
    (pair,) = compared["pairs"]
    assert {test: pair[test] for test in TESTS} == expected.p_values
    assert pair["systems"] == ["old", "new"]
    assert pair["difference"] == expected.difference < 0
    assert pair["difference_interval"] == [*expected.interval]
    assert pair["probability_of_improvement"] == expected.probability_of_improvement > 0.95


def test_the_result_is_json(compared):
    assert json.loads(json.dumps(compared)) == compared
    assert [compared[name] for name in ("metric", "score", "samples")] == [
        "wer",
        "wer",
        600,
    ]
    assert "confidence_level:0.95|n_resamples:500|seed:0" in compared["signature"]
    assert "uncorrected" not in compared["pairs"][0]


def test_a_result_that_was_read_from_json_prints_but_has_no_report(compared):
    read = levmetrics.Comparison(json.loads(json.dumps(compared)))
    assert str(read) == str(compared)
    with pytest.raises(InputError, match=r"^this comparison holds no runs, which a report"):
        read.report()


def test_the_result_prints_as_tables_within_eighty_columns(compared):
    console = Console(width=80, record=True)
    console.print(compared)
    lines = console.export_text().splitlines()
    assert max(map(len, lines)) <= 80
    text = "\n".join(lines)
    for shown in (
        "new is better than old",
        "95 % interval",
        "MAPSSWE",
        "McNemar",
        "lower is better",
    ):
        assert shown in text


def test_a_test_that_does_not_apply_is_not_named():
    of_errors, of_similarities = (
        str(compare({"a": WORDS, "b": ["a"] * 20}, WORDS, metric)) for metric in ("wer", "anls")
    )
    assert of_errors.count("MAPSSWE") == 2
    assert "MAPSSWE" not in of_similarities
    assert "The other tests are shown for reference.\n" in of_similarities


def test_long_names_of_systems_are_shown_whole():
    names = ["whisper-large-v3-finetuned-librispeech-" + hours for hours in ("100h", "960h")]
    found = compare(dict(zip(names, (WORSE, PREDS), strict=True)), REFERENCES)
    console = Console(width=80, record=True)
    console.print(found)
    assert console.export_text().count("…") == 0


def test_every_pair_of_several_systems_is_corrected_by_holm():
    systems = {"a": WORSE, "b": PREDS, "c": OTHER}
    found = compare(systems, REFERENCES, n_resamples=200)
    assert [pair["systems"] for pair in found["pairs"]] == [*map(list, combinations("abc", 2))]
    for test in TESTS:
        own = [pair["uncorrected"][test] for pair in found["pairs"]]
        alone = [
            compare({n: systems[n] for n in pair["systems"]}, REFERENCES, n_resamples=200)
            for pair in found["pairs"]
        ]
        assert own == [one["pairs"][0][test] for one in alone]
        assert [pair[test] for pair in found["pairs"]] == holm(own)
    console = Console(width=100, record=True)
    console.print(found)
    shown = " ".join(console.export_text().split())
    assert "p-value (Holm)" in shown
    assert "below 0.05 after Holm's correction for 3 pairs" in shown


def test_numbers_of_a_pair_and_of_a_system_do_not_depend_on_the_other_systems():
    systems = {"a": WORSE, "b": PREDS, "c": OTHER}
    found = compare(systems, REFERENCES, n_resamples=200)
    for pair in found["pairs"]:
        names = pair["systems"]
        alone = compare({name: systems[name] for name in names}, REFERENCES, n_resamples=200)
        assert {**pair, **pair["uncorrected"]} == {
            "uncorrected": pair["uncorrected"],
            **alone["pairs"][0],
        }
        assert alone["systems"] == {name: found["systems"][name] for name in names}
    for name, texts in systems.items():
        interval = levmetrics.score(texts, REFERENCES).interval(n_resamples=200)
        assert found["systems"][name]["wer_interval"] == [*interval]


@pytest.mark.parametrize(
    ("metric", "options"),
    [
        ("cer", {}),
        ("cer", {"normalizer": "lower"}),
        ("wer", {"tokenizer": "char", "reduction": "mean"}),
        ("wer", {"costs": "nist"}),
        ("anls", {"threshold": 0.9}),
        ("anls:stvqa", {}),
        ("anls:docvqa", {}),
        ("anls:star", {}),
    ],
)
def test_metrics_keep_their_configs_and_options(metric, options):
    pytest.importorskip("evaluate")
    found = compare({"x": WORSE, "y": PREDS}, REFERENCES, metric, n_resamples=20, **options)
    module = levmetrics.load(metric)
    for system, texts in (("x", WORSE), ("y", PREDS)):
        result = module.compute(predictions=texts, references=REFERENCES, **options)
        assert found["systems"][system][found["score"]] == pytest.approx(result[found["score"]])
    pooled = not metric.startswith("anls") and "reduction" not in options
    assert (found["pairs"][0]["mapsswe"] is not None) == pooled
    assert found["higher_is_better"] == metric.startswith("anls")


def test_nested_values_and_several_references_are_compared():
    nested = compare(
        {"x": [{"a": 1}, ["b"]], "y": [{"a": 2}, ["b"]]}, [{"a": (1, 3)}, ["b"]], "anls:star"
    )
    assert [own["anls"] for own in nested["systems"].values()] == [1.0, 0.5]
    several = compare(
        {"x": ["a b", "c"], "y": ["a d", "c"]}, [["a b", "a d"], ["c"]], n_resamples=20
    )
    assert several["pairs"][0]["difference"] == 0


@pytest.mark.parametrize("kind", ["lists", "ids", "arrays"])
def test_tokens_are_compared_as_the_texts_that_they_are_of(kind):
    words = {word: i for i, word in enumerate({*" ".join([*WORSE, *PREDS, *REFERENCES]).split()})}
    texts = {"old": WORSE[:50], "new": PREDS[:50], "references": REFERENCES[:50]}

    def tokens(text):
        return text.split() if kind == "lists" else [words[word] for word in text.split()]

    sides = {name: [*map(tokens, side)] for name, side in texts.items()}
    if kind == "arrays":
        longest = max(len(row) for side in sides.values() for row in side)
        sides = {
            name: np.array([row + [-100] * (longest - len(row)) for row in side])
            for name, side in sides.items()
        }
    references, of_texts = sides.pop("references"), texts.pop("references")
    found, expected = compare(sides, references), compare(texts, of_texts)
    assert (found["systems"], found["pairs"]) == (expected["systems"], expected["pairs"])


@pytest.mark.parametrize(
    ("systems", "message"),
    [
        ({"a": [["x"], ["y"]], "b": [["x"], "y"]}, r"systems\['b'\]\[1\] is .*tokens"),
        ({"a": [["x"], ["y"]], "b": ["x", "y"]}, r"systems\['b'\]\[0\] is "),
        ({"a": [["x"], ["y"]], "b": [["x"]]}, r"systems\['b'\] and references differ in length"),
        ({"a": [["x"], ["y"]], "b": None}, r"systems\['b'\]"),
    ],
)
def test_faulty_tokens_are_named_by_their_system(systems, message):
    with pytest.raises(InputError, match=message):
        compare(systems, [["x"], ["y"]])


def test_numbers_of_numpy_are_written_as_json():
    found = compare(
        {"x": WORSE[:50], "y": PREDS[:50]},
        REFERENCES[:50],
        seed=np.int64(3),
        n_resamples=np.int64(20),
        confidence_level=np.float32(0.5),
    )
    assert json.loads(json.dumps(found)) == found


def test_equal_scores_in_another_order_are_no_difference():
    """Sums of the same numbers in another order differ in the last digit."""
    reference = "abcdefghij"
    wrong = [reference[: 10 - k] + "x" * k for k in range(4)]
    found = compare(
        {"a": [wrong[0], wrong[1], wrong[3]] * 20, "b": [wrong[3], wrong[1], wrong[0]] * 20},
        [reference] * 60,
        "anls",
        groups=np.arange(60) // 3,
        n_resamples=200,
    )
    (pair,) = found["pairs"]
    assert pair["difference"] == pair["probability_of_improvement"] == 0
    assert pair["difference_interval"] == [0, 0]
    assert pair["sign"] == pair["wilcoxon"] == pair["approximate_randomization"] == 1


def test_groups_are_the_units():
    groups = np.arange(600) // 30
    found = compare({"x": WORSE, "y": PREDS}, REFERENCES, groups=groups, n_resamples=100)
    plain = compare({"x": WORSE, "y": PREDS}, REFERENCES, n_resamples=100)
    assert found["pairs"][0]["sign"] != plain["pairs"][0]["sign"]
    assert plain["pairs"][0]["mcnemar"] is not None
    assert found["pairs"][0]["mcnemar"] is found["pairs"][0]["mapsswe"] is None


def test_runs_that_are_compared_by_other_groups_keep_their_ids():
    run = levmetrics.score(["a", "b"], ["a", "c"], ids=["u", "v"], groups=["one", "one"])
    found = compare({"x": run, "y": run}, groups=["ann", "bob"])
    assert [*found.runs["x"].by_group()] == ["ann", "bob"]
    assert found.runs["x"].ids == ["u", "v"]


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["wer", "anls"])
def test_systems_that_are_alike_differ_at_5_percent_in_5_percent_of_draws(metric):
    """Two recognisers with the same error process, 500 times: every test keeps its level.

    A level of 2 % is found with a probability of 92 %, one of 9 % of 93 %, one of 10 % of 99 %.
    """
    draws, samples = 500, 400
    false_alarms = dict.fromkeys(TESTS, 0)
    for seed in range(draws):
        rng = np.random.default_rng(seed)
        words = rng.choice(WORDS, (samples, 12))
        hard = rng.beta(1, 15, samples)[:, None]  # a hard sample is hard for both
        systems = {}
        for name in "ab":
            wrong = rng.random(words.shape) < hard
            heard = np.where(wrong, rng.choice(WORDS, words.shape), words)
            systems[name] = [" ".join(row) for row in heard]
        references = [" ".join(row) for row in words]
        (pair,) = compare(systems, references, metric, n_resamples=200, seed=seed)["pairs"]
        for test in TESTS:
            false_alarms[test] += pair[test] is not None and pair[test] < 0.05
    if metric == "anls":
        assert false_alarms.pop("mapsswe") == 0
    # Half of the samples that are equal count against a difference, as in NIST's sc_stats.
    assert false_alarms.pop("sign") / draws <= 0.05
    assert all(0.03 <= alarms / draws <= 0.07 for alarms in false_alarms.values()), false_alarms


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: compare({"a": ["x"]}, ["x"]), "systems must be a dictionary of at least"),
        (lambda: compare([["x"], ["y"]], ["x"]), "systems must be a dictionary of at lea"),
        (
            lambda: compare({"a": ["x", "y"], "b": "xy"}, ["x", "y"]),
            "systems['b'] is a bare string; give a list with one prediction a sample",
        ),
        (
            lambda: compare({"a": ["x", "y"], "b": ["x"]}, ["x", "y"]),
            "systems['b'] and references differ in length (1 and 2); give one prediction for each",
        ),
        (
            lambda: compare({"a": ["x", "y"], "b": ["x", None]}, ["x", "y"]),
            "systems['b'][1] is None; every prediction must be a string",
        ),
        (
            lambda: compare({"a": ["x"], "b": ["x"]}, ["x"]),
            "there are 1 samples; a confidence interval or a test needs at least two",
        ),
        (
            lambda: compare({"a": ["x"], "b": ["x"]}, ["x"], "wer_lv"),
            "unknown metric 'wer_lv'; did you mean 'wer'? Known: anls, anls:docvqa, ",
        ),
        (
            lambda: compare({"a": ["x"], "b": ["x"]}, ["x"], "anls:docvqua"),
            "unknown metric 'anls:docvqua'; did you mean 'anls:docvqa'? Known: anls, anls:docvqa, "
            "anls:star, anls:stvqa, cer, ",
        ),
        (
            lambda: compare({"a": ["x"], "b": ["x"]}, ["x"], reduction="none"),
            'an interval or a test needs one score, but the reduction is "none"; take "corpus"',
        ),
        (
            lambda: compare({"a": ["x"], "b": ["x"]}, ["x"], tokeniser="char"),
            "unknown option of compare 'tokeniser'; did you mean 'tokenizer'? Known: alte",
        ),
        (
            lambda: compare({1: ["x"], 2: ["x"]}, ["x"]),
            "systems has the name 1; every name must be a string",
        ),
        (
            lambda: compare({"a": ["x"], "b": ["x"]}, ["x"], confidence_level=95),
            "confidence_level is 95; it must be a number between 0 and 1, as 0.95",
        ),
        (
            lambda: compare({"a": ["x"], "b": ["x"]}, "x"),
            "references is a bare string; give a list with one a sample",
        ),
    ],
)
def test_what_cannot_be_compared_is_refused(call, message):
    with pytest.raises(InputError) as caught:
        call()
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("name", ["anls:", "wer_lev:"])
def test_a_name_that_ends_with_a_colon_is_not_one_without(name):
    with pytest.raises(InputError, match=f"unknown metric '{name}'"):
        compare({"a": ["x", "y"], "b": ["x", "z"]}, ["x", "y"], name)


def test_sessions_by_id_are_compared_in_the_order_of_the_references():
    hi, no = ([{"speaker": "ann", "words": words}] for words in ("hi", "no"))
    systems = {"old": {"b": no, "a": no}, "new": {"a": hi, "b": no}}
    found = compare(systems, {"a": hi, "b": no}, metric="meeting:cp", n_resamples=20)
    assert [run.score for run in found.runs.values()] == [0.5, 0.0]
    assert list(found.runs["old"].ids) == ["a", "b"]


@needs("scipy")
def test_the_signature_names_what_computes_the_tests():
    runs = {name: levmetrics.score(["a"] * 9, ["a"] * 9) for name in "xy"}
    named = f"|scipy:{version('scipy')}|"
    assert named in compare(runs)["signature"]
    assert named not in runs["x"].signature(confidence_level=0.95)
