"""What a view says of unusual runs is true, and a notebook shows every run."""

import json

import pytest

from levmetrics import InputError, compare, score
from levmetrics.comparison.comparison import Comparison
from levmetrics.core.run import Run
from levmetrics.reports.report import report_of_runs

pytestmark = pytest.mark.filterwarnings("ignore:.*too few|.*rough")
LONG = "a b c d e f g h i j"
REFERENCES = ["w"] * 15 + [LONG] * 15
A = ["x"] * 10 + ["w"] * 5 + [LONG] * 15  # 10 errors
B = ["w"] * 15 + ["x y c d e f g h i j"] * 15  # 30 errors


def said(run):
    return str(run.report()).replace("\n", " ")


def test_a_mean_of_rates_is_not_told_as_a_number_of_errors():
    text = str(compare({"A": A, "B": B}, REFERENCES, reduction="mean"))
    assert text.startswith("B is better than A\nIts WER is 23.33 points lower")
    one = said(score(["x"] + [LONG] * 9, ["w"] + [LONG] * 9, reduction="mean"))
    assert "10.00 %, the mean of the samples' rates" in one
    assert "of 91 words" not in one


def test_the_companion_of_a_mean_is_a_mean():
    text = said(score(["x y z", LONG], ["w", LONG], reduction="mean"))
    # 3 errors of 1 word, 5 of 1 character; the other sample has none
    assert "WER 150.00 %" in text
    assert "CER 250.00 %" in text


def test_a_comparison_from_json_has_the_same_view_whatever_its_options():
    made = compare({"A": A, "B": B}, REFERENCES, tokenizer="char")
    assert "CER" in str(made)
    assert str(Comparison(json.loads(json.dumps(made)))) == str(made)


def test_a_comparison_by_a_metric_that_is_not_here_is_shown():
    made = json.loads(json.dumps(compare({"A": A, "B": B}, REFERENCES)))
    made |= {"metric": "theirs", "score": "their_score"}
    for system in made["systems"].values():
        system |= {"their_score": system["wer"], "their_score_interval": system["wer_interval"]}
    text = str(Comparison(made))
    assert text.startswith("A is better than B\n0.1212 fewer word errors")
    assert "their score" in text


def test_an_interval_over_random_groups_says_so():
    run = score(["a b", "a c"] * 40, ["a c"] * 80)
    grouped = run.with_random_groups([str(i % 9) for i in range(80)])
    assert "|resampled:random_groups|" in said(grouped)
    assert "95 % interval" in said(grouped + grouped)
    few = said(run.with_random_groups([str(i % 3) for i in range(80)]))
    assert "It takes 5 groups or more to say how certain the score is (here: 3)." in few


def test_a_notebook_shows_a_run_in_a_single_random_group():
    run = score(["a b"] * 40, ["a c"] * 40).with_random_groups(["s"] * 40)
    assert "50.00 %" in run._repr_html_()


def test_an_interval_without_0_that_the_test_does_not_confirm_is_no_reason_for_chance():
    made = compare({"A": A[:10] + A[15:], "B": B[:10] + B[15:]}, REFERENCES[5:])
    pair = made["pairs"][0]
    pair |= {"difference_interval": [0.01, 0.2], "approximate_randomization": 0.08}
    text = str(made).replace("\n", " ")
    assert "No clear difference between A and B" in text
    assert "(95 % interval 1.00 to 20.00), but the test does not confirm it." in text
    assert "may be chance" not in text


def test_systems_that_share_the_best_score_are_all_named():
    text = str(compare({"A": A, "B": A, "C": B}, REFERENCES))
    assert "A and B share the best score (6.06 %)." in text
    few = str(compare({"A": ["a"] * 3, "B": ["a"] * 3, "C": ["b"] * 3}, ["a"] * 3))
    assert few.startswith("A and B share the best score here; 3 samples are too few")
    best = str(compare({"A": ["a"] * 3, "B": ["b"] * 3, "C": ["b"] * 3}, ["a"] * 3))
    assert best.startswith("A has the best score here")


def test_no_samples_have_no_score():
    run = Run.empty(score(["a b"], ["a c"]).metric)
    with pytest.warns(UserWarning, match="no sample was scored"):
        assert "There are no samples, so there is no score." in run._repr_html_()


def test_groups_that_are_alike_are_not_called_samples_that_are():
    run = score(["a b", "a x"] * 6, ["a b"] * 12, groups=[str(i // 2) for i in range(12)])
    assert "Resampling these 6 groups gives the same score every time" in said(run)


def test_a_sum_without_one_score_has_no_report():
    run = score(["a", "b"], ["a", "c"], reduction="none")
    with pytest.raises(InputError, match="every sample has a score of its own"):
        (run + run).report()


@pytest.mark.parametrize(("runs", "why"), [({}, "by its name"), ({1: None}, "has the name 1")])
def test_a_report_refuses_runs_without_names(runs, why):
    with pytest.raises(InputError, match=why):
        report_of_runs(runs)


def test_a_note_that_begins_with_a_file_keeps_its_name():
    run = score(["a"], ["b"])
    notes = ["data/ref.tsv has 3 empty rows", "rows are matched by their ids"]
    text = str(report_of_runs({"A": run}, notes=notes))
    assert "\ndata/ref.tsv has 3 empty rows.\nRows are matched by their ids.\n" in text


@pytest.mark.parametrize(
    ("predictions", "references", "sentence"),
    [
        (["x y z"], ["a"], "may hold more words than the reference"),
        (["x y z", "q"], ["", ""], "No reference holds a word, so all words of the predictions"),
        (["x y z"], ["a"], "where the references have 1 word:"),
    ],
)
def test_words_are_singular_and_plural_where_they_are(predictions, references, sentence):
    assert sentence in said(score(predictions, references))
