"""Samples that the leaderboard drops are dropped, by every way to a score, and are counted."""

import json

import numpy as np
import pytest

from levmetrics import Run, compare, score
from levmetrics.core.names import get_metric
from levmetrics.torch.text_metric import AnyMetric
from tests.leaderboards import open_asr

REFERENCES = ["Uh, hmm.", "yes no", "Ignore time segment in scoring!", "[noise]", "we are here", ""]
PREDICTIONS = ["well then now", "yes", "uh who is there", "", "we were here now", "d"]
KEPT = [1, 4]


def run(config="openasr", predictions=PREDICTIONS, references=REFERENCES, **options):
    pytest.importorskip("whisper_normalizer")
    pytest.importorskip("num2words")
    return score(predictions, references, config, **options)


def kept(column):
    return [column[sample] for sample in KEPT]


@pytest.mark.parametrize(("config", "language"), [("openasr", "en"), ("openasr:de", "de")])
def test_the_number_is_the_leaderboards(config, language):
    theirs = open_asr.score(PREDICTIONS, REFERENCES, language)
    ours = run(config).result()
    assert ours["wer"] == theirs["err_rate"]
    assert ours["reference_length"] == theirs["ref_len"]
    assert ours["insertions"] == theirs["ins"]


@pytest.mark.parametrize("reduction", ["corpus", "mean"])
def test_the_rest_scores_as_if_the_dropped_were_not_there(reduction):
    whole = run(reduction=reduction)
    rest = run(predictions=kept(PREDICTIONS), references=kept(REFERENCES), reduction=reduction)
    assert rest.result()["dropped_samples"] == 0
    assert whole.result() == {**rest.result(), "dropped_samples": 4}
    assert whole.confusions() == rest.confusions()
    assert whole.statistics().value == rest.statistics().value
    assert (whole + rest).result()["dropped_samples"] == 4
    assert Run.from_arrow(whole.metric, whole.to_arrow()).result() == whole.result()


def test_a_dropped_sample_has_a_row_that_is_no_number():
    assert np.flatnonzero(~np.isnan(run().sample_scores())).tolist() == KEPT
    result = run(reduction="none").result()
    assert result["dropped_samples"] == [1, 0, 1, 1, 0, 1]
    assert result["insertions"] == [0, 0, 0, 0, 1, 0]
    assert str(run().alignment(0)).split() == ["REF:", "HYP:"]


def test_groups_and_batches_count_their_dropped():
    groups = run().by_group(["a", "a", "b", "b", "b", "b"])
    assert [group["dropped_samples"] for group in groups.values()] == [1, 3]
    sums = run(reduction="mean").with_names(None, ["a", "a", "b", "b", "b", "b"]).group_sums
    assert sums.sums["samples"].tolist() == [1, 1]
    metric = get_metric("openasr", options={})
    total = Run.empty(metric)
    for prediction, reference in zip(PREDICTIONS, REFERENCES, strict=True):
        total += Run.of(metric, [prediction], [reference])
    assert total.result() == run().result()


def test_nothing_left_is_no_number():
    result = run(predictions=["a"], references=["uh"]).result()
    assert np.isnan(result["wer"])
    assert result["dropped_samples"] == 1


def test_of_several_references_all_must_be_dropped():
    result = run(predictions=["a b", "x"], references=[["uh", "a b"], ["uh", ""]]).result()
    assert (result["wer"], result["dropped_samples"]) == (0.0, 1)


def test_the_signature_names_it():
    assert "|dropped:empty_references|" in run().signature()
    assert "dropped" not in score(["a"], ["a"]).signature()


def test_other_configs_drop_nothing():
    result = score(["a"], [""], normalizer="lower").result()
    assert result["insertions"] == 1
    assert "dropped_samples" not in result


def test_comparisons_do_without_the_dropped():
    pytest.importorskip("whisper_normalizer")
    systems = {"one": [*PREDICTIONS] * 3, "two": ["", "yes no", "a", "b", "a b", "c"] * 3}
    found = compare(systems, REFERENCES * 3, "openasr", n_resamples=50)
    rest = {name: kept(texts[:6]) * 3 for name, texts in systems.items()}
    alone = compare(rest, kept(REFERENCES) * 3, "openasr", n_resamples=50)
    for name in systems:
        assert found["systems"][name]["wer"] == alone["systems"][name]["wer"]


def test_torchmetrics_states_add_up():
    pytest.importorskip("torch")
    pytest.importorskip("whisper_normalizer")
    metric = AnyMetric(get_metric("openasr", options={}))
    for part in (slice(0, 2), slice(2, 6)):
        metric.update(PREDICTIONS[part], REFERENCES[part])
    assert {name: float(value) for name, value in metric.results().items()} == run().result()


def test_the_evaluate_module_says_how_many():
    evaluate = pytest.importorskip("evaluate")
    pytest.importorskip("whisper_normalizer")
    module = evaluate.load("wer_lev", "openasr")
    assert module.compute(predictions=PREDICTIONS, references=REFERENCES) == run().result()


def test_a_table_has_its_rows():
    pd = pytest.importorskip("pandas")
    from levmetrics import score_table

    pytest.importorskip("whisper_normalizer")
    table = pd.DataFrame({"hyp": PREDICTIONS, "ref": REFERENCES})
    rows = score_table(table, "openasr", prediction="hyp", reference="ref")
    [column] = [name for name in rows.columns if name.endswith("wer")]
    assert np.flatnonzero(rows[column].notna()).tolist() == KEPT


def test_the_command_line_says_how_many(tmp_path):

    from tests.shell import shell

    pytest.importorskip("whisper_normalizer")
    for name, column in (("ref", REFERENCES), ("hyp", PREDICTIONS)):
        rows = [{"text": text} for text in column]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)))
    files = ["-r", str(tmp_path / "ref.jsonl"), "-p", str(tmp_path / "hyp.jsonl")]
    shown = shell("score", "openasr", *files, "--json")
    assert json.loads(shown.stdout)["dropped_samples"] == 4
    shown = shell("score", "openasr", *files)
    assert "dropped, with nothing in the reference: 4" in shown.stdout
