"""A metric of another package has what every door shows, without a line of its own for it."""

import re

import pytest

import levmetrics as lm
from levmetrics.core.baseline import Baseline, pair
from levmetrics.reports.gate import markdown
from tests.reports.reading import read, samples
from tests.strangers import a_strangers_metric

PREDICTIONS, REFERENCES = ["a b", "c, d", "x"] * 4, ["a b", "c, e", "x"] * 4


@pytest.fixture
def run():
    with a_strangers_metric() as name:
        yield lm.score(PREDICTIONS, REFERENCES, name, ids=range(12))


def test_its_score_is_named_after_its_key_in_tables_of_results_and_comparisons(run):
    assert ">0.6667<" in run._repr_html_()
    assert "last words" in str(lm.compare({"a": run, "b": run}))
    assert run.report().title == "Last words: predictions"


def test_it_has_figures(run):
    assert run.plot("rates").axes[0].get_xlabel() == "last words of a sample"


def test_it_has_a_gate(run, tmp_path):
    run.to_baseline(tmp_path / "baseline.parquet")
    verdict = lm.gate(run, tmp_path / "baseline.parquet", margin=0.01)
    assert str(verdict).startswith("last words 0.6667 to 0.6667: the same")


def test_its_scores_and_differences_have_four_decimals_and_no_unit_in_every_text(run, tmp_path):
    better = lm.score(REFERENCES, REFERENCES, run.metric.name, ids=range(12))
    compared = str(lm.compare({"a": run, "b": better}))
    assert re.search(r"^a {12}0\.6667   0\.\d{4} to \d\.\d{4}$", compared, re.MULTILINE)
    assert re.search(
        r"^a / b +not clear +0\.3333 for b +0\.0000 to 0\.6667 ", compared, re.MULTILINE
    )
    assert "points" not in compared
    run.to_baseline(tmp_path / "baseline.parquet")
    verdict = lm.gate(better, tmp_path / "baseline.parquet", margin=0.01)
    assert str(verdict).startswith("last words 0.6667 to 1.0000: better by 0.3333 (95 % bounds 0.")
    pairs = pair(Baseline.of(run), Baseline.of(better), by_order=False, drops_missing=False)
    shown = markdown([verdict], pairs, {run.metric.name: run.metric})
    assert "| 0.6667 | 1.0000 | -0.3333 | -0." in shown


def test_its_samples_say_their_errors_and_the_lengths_that_figures_and_reports_group_them_by(run):
    tables = read(run.report()).tables
    ((headings, *_),) = tables["last words by length of the reference"]
    assert headings[0] == "length (clauses)"
    assert run.plot("lengths").axes[0].get_xlabel() == "length of the reference (clauses)"
    assert run.worst(1)["reference"].to_pylist() == ["c, e"]
    both = samples(lm.compare({"a": run, "b": run}).report())
    assert [system["errors"] for system in both["systems"]] == [[1] * 4 + [0] * 8] * 2
