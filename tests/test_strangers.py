"""A metric of another package has what every door shows, without a line of its own for it."""

import pytest

import levmetrics as lm
from tests.strangers import a_strangers_metric

PREDICTIONS, REFERENCES = ["a b", "c, d", "x"] * 4, ["a b", "c, e", "x"] * 4


@pytest.fixture
def run():
    with a_strangers_metric() as name:
        yield lm.score(PREDICTIONS, REFERENCES, name, ids=range(12))


def test_its_score_is_named_after_its_key_in_tables_of_results_and_comparisons(run):
    assert "<b>0.6667</b>" in run._repr_html_()
    assert "last words" in str(lm.compare({"a": run, "b": run}))
    assert run.report().title == "Last words: predictions"


def test_it_has_figures(run):
    assert run.plot("rates").axes[0].get_xlabel() == "last words of a sample"


def test_it_has_a_gate(run, tmp_path):
    run.to_baseline(tmp_path / "baseline.parquet")
    verdict = lm.gate(run, tmp_path / "baseline.parquet", margin=0.01)
    assert str(verdict).startswith("last words 66.67 % to 66.67 %: the same")


def test_its_samples_say_their_errors_and_the_lengths_that_figures_and_reports_group_them_by(run):
    html = run.report().html()
    assert "clauses in the reference" in html
    assert run.plot("lengths").axes[0].get_xlabel() == "length of the reference (clauses)"
    assert run.worst(1)["reference"].to_pylist() == ["c, e"]
    assert ">errors, a<" in lm.compare({"a": run, "b": run}).report().html()
