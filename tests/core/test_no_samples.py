"""Nothing that was scored is no perfect score: one rule, by every way to a score.

A call without samples is refused. A state without samples has NaN for rates and similarities, with
a warning, and 0 for counts and sums.
"""

import importlib
import math
import pickle
import warnings

import numpy as np
import pyarrow as pa
import pytest

import levmetrics
from levmetrics import InputError, Run, compare, error_counts, score
from levmetrics.core.names import configs_of_module, get_metric
from levmetrics.integrations.lm_eval import pooled
from levmetrics.sums.error_counts import ErrorCounts, PooledErrorCounts
from levmetrics.sums.sample_statistics import SampleStatistics
from tests.engines.corpora import in_parts
from tests.shell import shell

WER = get_metric("wer", options={})
NO_ROWS = pa.schema({"hyp": pa.string(), "ref": pa.string()})


def torch_metrics():
    pytest.importorskip("torch")
    return importlib.import_module("levmetrics.torch")


def evaluated(metric):
    evaluate = pytest.importorskip("evaluate")
    evaluate.load(metric).compute(predictions=[], references=[])


def engine():
    return in_parts(NO_ROWS.empty_table(), "wer", {}, 1, "hyp", "ref")


OTHERS = ("page:order", "page:bag", "page:flexible", "meeting:cp", "meeting:tcp", "meeting:der")
OTHERS += ("meeting:jer", "record", "record:donut")

CALLS = {
    **{
        f"score {metric}": lambda metric=metric: score([], [], metric)
        for metric in ("wer", "anls", *OTHERS)
    },
    "score of samples": lambda: score([], [], reduction="none"),
    "score of arrays": lambda: score(np.array([], str), np.array([], str)),
    "score of nested values": lambda: score([], [], "anls:star"),
    "similarity": lambda: levmetrics.normalized_levenshtein_similarity([], []),
    "compare_systems": lambda: compare({"a": [], "b": []}, []),
    "lm_eval": lambda: pooled([]),
    "Spark and Ray": engine,
    "evaluate wer_lev": lambda: evaluated("wer_lev"),
    "evaluate anls": lambda: evaluated("anls"),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_call_without_samples_is_refused_in_one_sentence(call):
    with pytest.raises(InputError, match=r"^\w+ has no samples; there is nothing to score"):
        call()


COMMANDS = {
    "wer": ["wer", "REF", "HYP"],
    "anls": ["anls", "REF", "HYP"],
    "score": ["score", "cer", "-r", "REF", "-p", "HYP"],
    "compare": ["compare", "wer", "-r", "REF", "-p", "HYP", "OTHER"],
    "confusions": ["confusions", "REF", "HYP"],
    "report": ["report", "wer", "-r", "REF", "-p", "HYP", "-o", "OUT"],
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_a_command_without_samples_is_refused_in_one_sentence(command, tmp_path):
    paths = {name: tmp_path / f"{name.lower()}.txt" for name in ("REF", "HYP", "OTHER")}
    for path in paths.values():
        path.write_text("")
    paths["OUT"] = tmp_path / "out.html"
    done = shell(*[str(paths.get(word, word)) for word in command])
    assert (done.exit_code, done.stdout) == (2, "")
    assert "has no samples; there is nothing to score\n" in done.stderr


def measured(name, *call):
    metric = getattr(torch_metrics(), name)()
    value = metric(*call) if call else metric.compute()
    return {key: of_key.item() for key, of_key in value.items()} if name == "ErrorRates" else value


def trained():
    pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    from levmetrics import make_compute_metrics

    tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_object=_words(), pad_token="[PAD]")
    nothing = np.zeros((0, 5))
    return make_compute_metrics(tokenizer, ["wer"])((nothing, nothing))["wer"]


def _words():
    tokenizers = pytest.importorskip("tokenizers")
    return tokenizers.Tokenizer(tokenizers.models.WordLevel({"[PAD]": 0, "a": 1}, "[PAD]"))


def dropped(**options):
    pytest.importorskip("whisper_normalizer")
    return score(["a", ""], ["uh", ""], "openasr", **options)


RATES = [
    *("WordErrorRate", "CharErrorRate", "MatchErrorRate", "WordInfoLost", "WordInfoPreserved"),
    *("ErrorRates", "ANLS", "NormalizedLevenshteinSimilarity", "EditDistance"),
]
SCHEMA = {"schema": {"properties": {"a": {"type": "string"}}}}
STATES = {
    **{f"{name} before an update": lambda name=name: measured(name) for name in RATES},
    **{f"{name} of no samples": lambda name=name: measured(name, [], []) for name in RATES},
    "a run of nothing": lambda: Run.empty(WER).result(),
    "a mean of nothing": lambda: Run.empty(
        get_metric("wer", options={"reduction": "mean"})
    ).result(),
    "keywords of nothing": lambda: Run.empty(
        get_metric("keywords", options={"keywords": ["a"]})
    ).result(),
    "formatting of nothing": lambda: Run.empty(get_metric("formatted", options={})).result(),
    **{
        f"{config} of nothing": lambda config=config: Run.empty(
            get_metric(f"anls:{config}", options=SCHEMA if config == "docubench" else {})
        ).result()
        for config in configs_of_module("anls")
    },
    "a sum of runs": lambda: sum(Run.of(WER, [], []) for _ in range(3)).result(),
    "no saved rows": lambda: Run.from_arrow(WER, Run.empty(WER).to_arrow().slice(0, 0)).result(),
    "a saved row": lambda: Run.from_arrow(WER, Run.empty(WER).to_arrow()).result(),
    "a saved run": lambda: Run.from_dict(WER, Run.empty(WER).to_dict()).result(),
    "the Trainer": trained,
    **{
        f"counts, {rate}": lambda rate=rate: getattr(error_counts([], []), rate)
        for rate in ("wer", "mer", "wil", "wip")
    },
    "pooled counts": lambda: ErrorCounts.empty().pooled().wer,
    "a sum of pooled counts": lambda: sum(error_counts([], []).pooled() for _ in range(2)).wip,
    "pickled counts": lambda: pickle.loads(pickle.dumps(error_counts([], []).pooled())).wer,
    "statistics of errors": lambda: SampleStatistics.of_errors([], []).value,
    "statistics of scores": lambda: SampleStatistics.of_scores([]).value,
    "samples that are all dropped": lambda: dropped().result(),
    "a mean of samples that are all dropped": lambda: dropped(reduction="mean").result(),
}


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_a_state_without_samples_has_no_rates_and_warns(state):
    with pytest.warns(UserWarning, match="no sample was scored; every rate and similarity is NaN"):
        found = state()
    values = found if isinstance(found, dict) else {"score": float(found)}
    rates = {name: value for name, value in values.items() if isinstance(value, float)}
    assert rates
    assert all(map(math.isnan, rates.values())), rates
    counts = {name: value for name, value in values.items() if name not in rates}
    assert counts.pop("dropped_samples", 2) == 2
    assert not any(counts.values()), counts


@pytest.mark.parametrize("reduction", ["mean", "sum"])
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_edit_distances_of_no_samples_are_those_of_torchmetrics(reduction):
    torchmetrics = pytest.importorskip("torchmetrics")
    options = {"reduction": reduction, "substitution_cost": 2}
    ours = torch_metrics().EditDistance(**options)
    theirs = torchmetrics.text.EditDistance(**options)
    for found in (lambda metric: metric.compute(), lambda metric: metric([], [])):
        assert np.array_equal(found(ours).numpy(), found(theirs).numpy(), equal_nan=True)
    function = torchmetrics.functional.text.edit_distance
    assert levmetrics.edit_distance([], [], **options) == function([], [], **options) == 0


def test_a_distance_of_no_samples_warns():
    with pytest.warns(UserWarning, match="^no sample was scored; the distance is 0$"):
        assert levmetrics.edit_distance([], []) == 0
    assert levmetrics.edit_distance([], [], reduction="none").tolist() == []


def test_a_sum_of_no_similarities_is_zero():
    assert Run.empty(get_metric("anls", options={"reduction": "sum"})).result() == {"anls": 0.0}


def test_results_of_every_sample_are_empty():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = Run.empty(get_metric("wer", options={"reduction": "none"})).result()
    assert {*map(tuple, result.values())} == {()}


def test_samples_without_any_token_are_no_lack_of_samples():
    """Without reference tokens a rate is 0, or the number of insertions."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert score([""], [""]).result()["wer"] == 0.0
        assert score(["a b"], [""]).result()["wer"] == 2.0
        assert sum(error_counts([""], [""]).pooled() for _ in range(2)).wip == 1.0
        assert PooledErrorCounts([0], [0], [0], [0]).wer == 0.0
        assert SampleStatistics.of_errors([0], [0]).value == 0.0
        assert Run.of(WER, [""], [""]).score == 0.0


@pytest.mark.parametrize("reduction", ["corpus", "mean", "none"])
def test_parts_without_samples_still_add(reduction):
    metric = get_metric("wer", options={"reduction": reduction})
    nothing, whole = Run.of(metric, [], []), Run.of(metric, ["a x", "b"], ["a b", "b"])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for added in (nothing + whole, whole + nothing, sum([nothing, whole, nothing])):
            assert added.result() == whole.result()
        rows = pa.concat_tables([part.to_arrow() for part in (nothing, whole, nothing)])
        assert Run.from_arrow(metric, rows).result() == whole.result()
        if reduction != "none":
            parts = [
                Run.of(metric, texts, texts).with_names(None, texts) for texts in ([], ["a"], [])
            ]
            assert sum(parts).sample_count == 1
            assert [*sum(parts).by_group()] == ["a"]
    counts = error_counts(["a x"], ["a b"]).pooled()
    assert sum([error_counts([], []).pooled(), counts]).wer == 0.5


def test_a_batch_without_samples_adds_nothing_to_a_state():
    metric = torch_metrics().WordErrorRate()
    metric.update(["a x"], ["a b"])
    metric.update([], [])
    assert metric.compute() == 0.5


def test_an_interval_of_samples_that_are_all_dropped_is_refused():
    for reduction in ("corpus", "mean"):
        with pytest.raises(InputError, match="no sample was scored"):
            dropped(reduction=reduction).interval()
    with pytest.raises(InputError, match="no sample was scored"):
        compare({"a": ["a", ""], "b": ["", ""]}, ["uh", ""], "openasr")


def scored_by_group(tmp_path, rows):
    pytest.importorskip("whisper_normalizer")
    path = tmp_path / "rows.csv"
    path.write_text("\n".join(["reference,prediction,who", *rows]))
    asked = ["score", "openasr", "--file", str(path), "--groups", "who"]
    return (shell(*asked, *how) for how in ([], ["--json"]))


def test_the_command_line_says_once_that_all_samples_are_dropped(tmp_path):
    table, in_json = scored_by_group(tmp_path, ["uh,a,ann", "hmm,b,bob"])
    said = "Warning: no sample was scored; every rate and similarity is NaN\n"
    assert [done.stderr.count("Warning:") for done in (table, in_json)] == [1, 1]
    assert table.stderr.endswith(said)
    assert [row.split()[-1] for row in table.stdout.splitlines() if "all" in row.split()] == ["–"]
    assert '"wer": null' in in_json.stdout
    assert "NaN" not in in_json.stdout


def test_a_group_whose_samples_are_all_dropped_is_no_number_and_no_warning(tmp_path):
    table, in_json = scored_by_group(tmp_path, ["uh,a,ann", "yes,yes,bob"])
    assert "Warning" not in table.stderr + in_json.stderr
    rows = {row[:3]: row.rstrip() for row in table.stdout.splitlines()}
    assert rows["ann"].endswith(" –")
    assert rows["bob"].endswith(" 0.00 %")
