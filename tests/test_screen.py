"""What a user learns first: ``score``, a run, ``compare`` and the functions of a single number."""

import re
from html import escape

import jiwer
import numpy as np
import pytest

import anls
import levmetrics as lm
from levmetrics import Run
from levmetrics.rendering.html import styled
from tests.corpora import SPEECH

WIDE, NARROW = SPEECH.systems["wide_beams"], SPEECH.systems["narrow_beams"]
REFERENCES, VOICES = SPEECH.references, SPEECH.groups


@pytest.fixture(scope="module")
def run():
    return lm.score(WIDE, REFERENCES, ids=[f"u{i}" for i in range(600)], groups=VOICES)


def test_a_single_number_is_that_of_other_packages():
    assert lm.wer(WIDE, REFERENCES) == pytest.approx(jiwer.wer(REFERENCES, WIDE), abs=1e-15)
    assert lm.cer(WIDE, REFERENCES) == pytest.approx(jiwer.cer(REFERENCES, WIDE), abs=1e-15)
    expected = anls.anls_score("coca cola", ["Coca-Cola", "pepsi"])
    assert lm.anls(["coca cola"], [["Coca-Cola", "pepsi"]], rule="stvqa") == expected


def test_sides_are_given_by_position_or_by_name(run):
    named = lm.score(references=REFERENCES, predictions=WIDE, metric="wer")
    assert named.result() == run.result()


@pytest.mark.parametrize(
    ("short", "full"),
    [
        *(("wer", "wer"), ("cer", "cer"), ("mixed", "mixed")),
        *(("docvqa", "anls:docvqa"), ("star", "anls:star"), ("anls", "anls")),
    ],
)
def test_short_names_of_metrics_are_those_in_full(short, full):
    run, other = lm.score(["a B"], ["a b"], short), lm.score(["a B"], ["a b"], full)
    assert run.signature() == other.signature()
    assert run.result() == other.result()
    assert full in lm.list_metrics()


def test_a_run_has_each_number_by_its_key(run):
    assert {key: run[key] for key in run.result()} == run.result()
    assert run.score == run["wer"] == next(iter(run.result().values()))
    with pytest.raises(
        lm.InputError, match="unknown number of this run 'were'; did you mean 'wer'"
    ):
        _ = run["were"]
    alone = lm.score(["a", "b"], ["a", "c"], reduction="none")
    assert alone["wer"] == [0.0, 1.0]
    with pytest.raises(lm.InputError, match="every sample has a score of its own"):
        _ = alone.score


def test_groups_of_a_run_are_those_of_its_results_and_of_its_interval(run):
    assert run.by_group() == lm.score(WIDE, REFERENCES).by_group(VOICES)
    with pytest.warns(UserWarning, match="4 groups are too few"):
        assert run.interval(0.9) == lm.score(WIDE, REFERENCES).interval(0.9, groups=VOICES)
    with pytest.raises(lm.InputError, match="this run has no groups; give a label for each sample"):
        lm.score(WIDE, REFERENCES).by_group()


def test_samples_are_a_table_with_everything_of_each(run):
    table = run.samples()
    assert table.column_names == [
        *("id", "group", "prediction", "reference", "wer"),
        *("substitutions", "deletions", "insertions", "hits", "reference_index"),
    ]
    assert table["prediction"].to_pylist() == WIDE
    assert table["reference"].to_pylist() == REFERENCES
    assert table["group"].to_pylist() == VOICES
    errors = sum(np.asarray(table[kind]) for kind in ("substitutions", "deletions", "insertions"))
    assert errors.sum() / (errors + np.asarray(table["hits"])).sum() != run.score
    length = sum(np.asarray(table[kind]) for kind in ("substitutions", "deletions", "hits"))
    assert errors.sum() / length.sum() == run.score
    worst = run.worst(3)
    assert len(worst) == 3
    row = int(worst["id"][0].as_py()[1:])
    assert errors[row] == errors.max()


def test_the_reference_of_a_sample_is_the_one_that_counted():
    run = lm.score(["hi", "no"], [["hello", "hi"], ["no"]], "cer")
    assert run.samples()["reference"].to_pylist() == ["hi", "no"]
    assert run.samples()["reference_index"].to_pylist() == [1, 0]


@pytest.mark.parametrize(
    ("predictions", "references", "metric"),
    [
        ([["a", "b"], ["c"]], [["a", "x"], ["c"]], "wer"),
        (np.array([[1, 2], [3, -100]]), np.array([[1, 4], [3, -100]]), "wer"),
        ([{"k": "v"}, ["a"]], [{"k": "w"}, ["a"]], "star"),
    ],
)
def test_tokens_and_values_have_a_table_and_a_report(predictions, references, metric):
    run = lm.score(predictions, references, metric)
    assert run.samples().num_rows == 2
    assert "<html" in run.report().html()


def test_an_added_run_has_its_groups_and_says_what_needs_samples(run):
    both = run + run
    assert both.by_group()["slt"]["hits"] == 2 * run.by_group()["slt"]["hits"]
    for ask in (both.samples, both.worst, both.confusions, both.statistics):
        with pytest.raises(lm.InputError, match="holds nothing of single samples"):
            ask()
    assert "WER by group" in both.report().html()
    with pytest.raises(lm.InputError, match="this run is a part of another one"):
        run.split_by_group()["slt"].confusions()


def test_runs_are_compared_as_their_texts_are(run):
    runs = {"old": lm.score(WIDE, REFERENCES), "new": lm.score(NARROW, REFERENCES)}
    found = lm.compare(runs, n_resamples=100)
    assert found == lm.compare({"old": WIDE, "new": NARROW}, REFERENCES, n_resamples=100)
    assert found.runs == runs
    assert "wer" in str(found).lower()
    assert found["systems"]["old"]["wer"] == run.score


@pytest.mark.filterwarnings("ignore:2 groups are too few")
def test_the_groups_of_runs_are_the_units_of_their_comparison():
    groups = ["ann", "bob"] * 10
    texts = {"old": ["a", "x"] * 10, "new": ["a", "b"] * 10}
    runs = {name: lm.score(t, ["a", "b"] * 10, groups=groups) for name, t in texts.items()}
    found = lm.compare(runs, n_resamples=50)
    assert found["pairs"][0]["mcnemar"] is None
    assert found == lm.compare(texts, ["a", "b"] * 10, groups=groups, n_resamples=50)


@pytest.mark.parametrize(
    ("systems", "given", "message"),
    [
        ({"a": (["x"], ["y"]), "b": (["x"], ["z"])}, {}, "systems['b'] has other references than"),
        ({"a": (["x"], ["y"]), "b": (["x"], ["y"], "cer")}, {}, "systems['b'] was scored with oth"),
        (
            {"a": ([["x"]], [["y"]]), "b": ([["x"]], [["z"]])},
            {},
            "systems['b'] has other references than",
        ),
        (
            {"a": ([1], [2], "star"), "b": ([1], [3], "star")},
            {},
            "systems['b'] has other references than",
        ),
        (
            {"a": (["x"], ["y"]), "b": (["x"], ["y"])},
            {"references": ["y"]},
            "systems holds runs, which have their references and options; leave these out",
        ),
    ],
)
def test_runs_that_do_not_belong_together_are_refused(systems, given, message):
    runs = {name: lm.score(*asked) for name, asked in systems.items()}
    with pytest.raises(lm.InputError, match=f"^{re.escape(message)}"):
        lm.compare(runs, **given)


def test_runs_and_texts_are_not_mixed_and_texts_need_references():
    run = lm.score(["x"], ["y"])
    with pytest.raises(lm.InputError, match=r"systems\['b'\] is not a run, but others are"):
        lm.compare({"a": run, "b": ["x"]})
    with pytest.raises(lm.InputError, match="references is missing; give one for each prediction"):
        lm.compare({"a": ["x"], "b": ["x"]})


def test_reports_are_written_by_runs_and_comparisons(tmp_path, run):
    made = run.report(tmp_path / "one.html", title="One")
    assert (tmp_path / "one.html").read_text("utf-8") == made.html()
    assert "24.23 %" in made.html()
    runs = {"old": lm.score(WIDE, REFERENCES), "new": lm.score(NARROW, REFERENCES)}
    made = lm.compare(runs, n_resamples=50).report(tmp_path / "two.html", n_resamples=50)
    assert "24.23 %" in (tmp_path / "two.html").read_text("utf-8")
    assert "33.95 %" in made.html()


def test_plots_are_asked_for_by_name(run):
    pytest.importorskip("matplotlib")
    for what in ("rates", "lengths", "confusions"):
        assert run.plot(what).axes
    with pytest.raises(lm.InputError, match="unknown plot 'rate'; did you mean 'rates'"):
        run.plot("rate")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"ids": ["a"]}, "ids has 1 ids for 2 samples; give one for each"),
        ({"ids": ["a", "a"]}, "ids has 'a' more than once; give each sample its own"),
        ({"groups": ["a"]}, "groups has 1 labels for 2 samples; give one for each"),
        ({"tokeniser": "char"}, "unknown option of score 'tokeniser'; did you mean 'tokenizer'?"),
        ({"group": ["a", "b"]}, "unknown option of score 'group'; did you mean 'groups'?"),
        ({"metric": "were"}, "unknown metric 'were'; did you mean 'wer"),
    ],
)
def test_what_does_not_fit_is_said_by_the_name_that_the_caller_used(words, message):
    with pytest.raises(lm.InputError, match=f"^{re.escape(message)}"):
        lm.score(["a", "b"], ["a", "b"], **words)
    with pytest.raises(lm.InputError, match=r"^predictions\[1\] is None; "):
        lm.score(["a", None], ["a", "b"])


def test_a_run_shows_itself_in_a_line_without_an_address(run):
    assert repr(run) == "Run(wer of 600 samples, wer=0.2423)"
    assert repr(lm.score("a", "a", "anls")) == "Run(anls of 1 sample, anls=1)"
    assert repr(lm.score(["a"], ["a"], reduction="none")) == "Run(wer of 1 sample)"


@pytest.mark.parametrize(
    "shown",
    [
        lm.score(WIDE, REFERENCES, groups=VOICES),
        lm.score(WIDE, REFERENCES).confusions(),
        lm.score(["a"], ["a"], "docvqa").metric,
        lm.align(WIDE[0].split(), REFERENCES[0].split()),
    ],
    ids=["run", "confusions", "metric", "alignment"],
)
def test_what_is_typed_is_shown_in_few_words_without_addresses(shown):
    assert len(repr(shown)) < 2_000
    assert " object at 0x" not in repr(shown)


def test_a_metric_of_torchmetrics_names_its_rule():
    assert "docvqa" in repr(lm.ANLS("docvqa"))


def test_notebooks_show_tables_with_the_scores_of_the_terminal_and_no_markup_of_the_texts():
    hostile = "<script>alert(1)</script>"
    runs = {
        hostile: lm.score(WIDE, REFERENCES, groups=[hostile, "ann"] * 300),
        "narrow": lm.score(NARROW, REFERENCES),
    }
    with pytest.warns(UserWarning, match="too few"):
        compared = lm.compare(runs)
    for shown in [runs[hostile], compared, lm.score(["a"], ["b"])]:
        page = shown._repr_html_()
        assert "<table" in page
        assert "<script" not in page
    assert f"{100 * runs[hostile].score:.2f}" in runs[hostile]._repr_html_()
    assert f"{100 * runs[hostile].score:.2f} %" in compared._repr_html_()


@pytest.mark.parametrize(
    ("metric", "old", "new", "reference", "scores", "difference"),
    [
        ("wer", "a b x d", "a b c d", "a b c d", ("25.00 %", "0.00 %"), "25.00"),
        ("anls", "rain", "shine", "shine", ("40.00 %", "100.00 %"), "60.00"),
        (
            "record",
            {"a": "tea", "b": 1},
            {"a": "ten"},
            {"a": "tea"},
            ("50.00 %", "66.67 %"),
            "16.67",
        ),
    ],
)
def test_a_share_is_written_in_percent_and_a_difference_in_points_wherever_people_read_it(
    metric, old, new, reference, scores, difference, tmp_path
):
    runs = {"old": lm.score([old] * 5, [reference] * 5, metric, ids=range(5))}
    runs["new"] = lm.score([new] * 5, [reference] * 5, metric, ids=range(5))
    with pytest.warns(UserWarning, match="too few|rough"):
        compared = lm.compare(runs)
    text, pages = str(compared), [compared._repr_html_(), compared.report().html()]
    for name, score in zip(runs, scores, strict=True):
        assert re.search(rf"^{name} +{score} ", text, re.MULTILINE)
        assert f">{score}<" in runs[name]._repr_html_()
        assert all(f">{score}<" in page for page in pages)
    line = rf"^old / new +not clear +{difference} for new +{difference} to {difference} "
    assert re.search(line, text, re.MULTILINE)
    shown = f">{difference} for new<", "Difference, in points"
    assert all(each in page for each in shown for page in pages)
    gate = str(lm.gate(runs["new"], runs["old"], margin=0.01))
    assert f"{scores[0]} to {scores[1]}: " in gate
    assert f" by {difference} points (" in gate


STYLES = len(styled(""))


def test_notebooks_show_the_first_rows_of_what_is_long_and_say_how_many_more_there_are(run):
    confusions = run.confusions()
    page = confusions._repr_html_()
    assert len(page) < 20_000 + STYLES
    for kind, edits in vars(confusions).items():
        assert f">and {len(edits) - 20:,} more<" in page, kind
        assert f"<bdi>{escape(edits[19][0])}</bdi>" in page, kind
    page = lm.score(WIDE, REFERENCES, groups=range(600))._repr_html_()
    assert len(page) < 60_000 + STYLES
    assert ">and 540 more<" in page
    assert page.count('data-filter="group:') == 60
    assert page.count("more<") == 1
    assert f"{100 * run.score:.2f}" in page
    assert "more<" not in run._repr_html_() + run.confusions(20)._repr_html_()


def test_runs_of_any_kind_are_shown_in_notebooks():
    grouped, alone = lm.score(["a", "b"], ["b", "b"], groups=[7, 8]), lm.score(["a"], ["b"])
    assert ">7<" in (grouped + grouped)._repr_html_()
    assert "<table" in (grouped + alone)._repr_html_()  # not all samples have a group
    with pytest.warns(UserWarning, match="no sample was scored"):
        assert "–" in Run.empty(alone.metric)._repr_html_()
    every = lm.score(["<a>"], ["b"], "anls:star", reduction="none")
    assert every._repr_html_() == "Run(anls:star of 1 sample)"
