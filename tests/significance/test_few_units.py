"""Intervals of few samples or groups are called rough, and those of fewer than 5 are not shown."""

import json
import re
import warnings
from io import StringIO

import pytest
from rich.console import Console

from levmetrics import compare, score
from levmetrics.significance.few_units import FewUnitsWarning
from levmetrics.significance.paired_tests import compare_two
from levmetrics.significance.resampling import confidence_interval
from tests.packages import needs
from tests.reports.making import report
from tests.reports.reading import text
from tests.shell import shell

OF_SAMPLES = "{} samples give only a rough interval: a reliable one takes 20 or more"
OF_GROUPS = "{} groups give only a rough interval: a reliable one takes 8 or more"
NONE = "{} are too few for an interval or a verdict: it takes 5 or more"


def corpus(samples, groups=None):
    """Predictions of two systems, references and labels."""
    references = ["a b c", "b", "c d"] * samples
    predictions = ["a x c", "b", "c"] * samples
    others = ["a x y", "b", "d"] * samples
    labels = None if groups is None else [str(number % groups) for number in range(samples)]
    return predictions[:samples], others[:samples], references[:samples], labels


def of_run(samples, groups):
    predictions, _, references, labels = corpus(samples, groups)
    return score(predictions, references).interval(groups=labels, n_resamples=9)


def of_statistics(samples, groups):
    predictions, _, references, labels = corpus(samples, groups)
    statistics = score(predictions, references).statistics()
    return confidence_interval(statistics, groups=labels, n_resamples=9)


def of_comparison(samples, groups):
    predictions, others, references, labels = corpus(samples, groups)
    both = (score(texts, references).statistics() for texts in (predictions, others))
    return compare_two(*both, groups=labels, n_resamples=9)


def of_module(samples, groups):
    evaluate = pytest.importorskip("evaluate")
    predictions, _, references, labels = corpus(samples, groups)
    return evaluate.load("wer_lev").compute(
        predictions=predictions, references=references, confidence_level=0.9, groups=labels
    )


def of_random_groups(samples, groups):
    """As of Spark and Ray, where ids are those of samples or of their speakers."""
    predictions, _, references, labels = corpus(samples, groups)
    ids = [*range(samples)] if labels is None else labels
    return score(predictions, references).with_random_groups(ids).interval(0.9)


WAYS = [of_run, of_statistics, of_comparison, of_module, of_random_groups]


@pytest.mark.parametrize("interval", WAYS)
def test_an_interval_of_too_few_samples_or_groups_warns_once(interval):
    for samples, groups, message in (
        (19, None, OF_SAMPLES.format(19)),
        (2, None, NONE.format("2 samples")),
        (60, 7, OF_GROUPS.format(7)),
        (60, 4, NONE.format("4 groups")),
    ):
        with pytest.warns(FewUnitsWarning, match=message) as caught:
            interval(samples, groups)
        assert len(caught) == 1


@pytest.mark.parametrize("interval", WAYS)
def test_an_interval_of_enough_samples_or_groups_does_not_warn(interval):
    with warnings.catch_warnings():
        warnings.simplefilter("error", FewUnitsWarning)
        interval(20, None)
        interval(60, 8)


ROUGH = [(5, None, OF_SAMPLES.format(5)), (60, 7, OF_GROUPS.format(7))]
TOO_FEW = [(4, None, NONE.format("4 samples")), (60, 4, NONE.format("4 groups"))]
CASES = [*ROUGH, *TOO_FEW]
# How the view of a single system says it, and that of a comparison.
SAID = {
    "With only 5 samples, that range is rough.": "The intervals are rough: 5 samples are too few, "
    "and it takes 20 samples or more.",
    "With only 7 groups, that range is rough.": "The intervals are rough: 7 groups are too few, "
    "and it takes 8 groups or more.",
    "It takes 5 samples or more to say how certain the score is (here: 4).": "4 samples are too "
    "few to say more",
    "It takes 5 groups or more to say how certain the score is (here: 4).": "4 groups are too few "
    "to say more",
}
ENOUGH = [(20, None), (60, 8)]


def shown(what):
    written = StringIO()
    Console(width=200, file=written).print(what)
    return on_one_line(written.getvalue())


def shows_inference(text):
    """Whether an interval, a p-value or a probability is shown."""
    plain = on_one_line(re.sub(r"<style>.*?</style>|<[^>]*>", "", text, flags=re.DOTALL))
    return any(each in plain for each in ("% interval", "p-value", "Second better", "MAPSSWE"))


def on_one_line(text):
    return " ".join(text.split())


def compared(samples, groups):
    predictions, others, references, labels = corpus(samples, groups)
    return compare({"a": predictions, "b": others}, references, groups=labels, n_resamples=9)


def reported(samples, groups, *, single):
    predictions, others, references, labels = corpus(samples, groups)
    systems = {"a": predictions} if single else {"a": predictions, "b": others}
    return report(systems, references, groups=labels, n_resamples=9)


@pytest.mark.filterwarnings("ignore::levmetrics.significance.few_units.FewUnitsWarning")
def test_a_comparison_says_it_in_its_view_and_in_json():
    for (samples, groups, message), (_, in_view) in zip(CASES, SAID.items(), strict=True):
        result = compared(samples, groups)
        assert result["too_few"] == message
        assert shown(result).count(in_view) == 1
        assert shows_inference(shown(result)) == (result["reliability"] == "rough")
        assert shows_inference(result._repr_html_()) == (result["reliability"] == "rough")
        assert "Difference, in points" in shown(result)
    for samples, groups in ENOUGH:
        assert compared(samples, groups)["reliability"] == "fine"
        assert "too_few" not in compared(samples, groups)
        assert "rough" not in shown(compared(samples, groups))


@pytest.mark.filterwarnings("ignore::levmetrics.significance.few_units.FewUnitsWarning")
def test_numbers_of_a_few_samples_are_there_for_those_who_ask_for_them():
    result = compared(4, None)
    assert result["reliability"] == "none"
    assert len(result["pairs"][0]["difference_interval"]) == 2
    predictions, _, references, _ = corpus(4)
    low, high = score(predictions, references).interval()
    assert low < 1 / 3 < high


@pytest.mark.filterwarnings("ignore::levmetrics.significance.few_units.FewUnitsWarning")
def test_a_plot_has_no_error_bars_of_too_few_samples():
    plotting = pytest.importorskip("levmetrics.plotting")
    pytest.importorskip("matplotlib")
    for samples, bars in ((4, 0), (5, 1)):
        axes = plotting.plot_systems(compared(samples, None)).axes[0]
        assert len(axes.collections) == bars
        assert ("interval" in axes.get_title(loc="left") + axes.get_title()) == bool(bars)


@pytest.mark.filterwarnings("ignore::levmetrics.significance.few_units.FewUnitsWarning")
@pytest.mark.parametrize("single", [True, False])
def test_a_report_says_it_in_html_and_in_text(single):
    for (samples, groups, _), both in zip(CASES, SAID.items(), strict=True):
        made, said = reported(samples, groups, single=single), both[not single]
        assert text(made).count(said) == 1
        assert on_one_line(str(made)).count(said) == 1
        # Each group of a single system has an interval of its own samples.
        if not single or groups is None:
            for shown_ in (made.html(), str(made)):
                assert shows_inference(shown_) == ("rough" in said)
    for samples, groups in ENOUGH:
        made = reported(samples, groups, single=single)
        rough = "one of fewer than 20 a rough one"  # of groups
        assert "rough" not in on_one_line(text(made) + str(made)).replace(rough, "")


def test_a_report_of_one_sample_says_it_too():
    made = report({"a": ["a x"]}, ["a b"])
    for each in (text(made), on_one_line(str(made))):
        assert "It takes 5 samples or more to say how certain the score is (here: 1)." in each
        assert not shows_inference(each)


@pytest.fixture
def printed(tmp_path):
    def printed(samples, groups, *how):
        predictions, _, references, labels = corpus(samples, groups)
        columns = {"reference": references, "prediction": predictions}
        columns |= {} if labels is None else {"who": labels}
        rows = (dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True))
        path = tmp_path / "rows.jsonl"
        path.write_text("\n".join(map(json.dumps, rows)))
        asked = ["score", "wer", "--file", str(path), "--confidence", "0.95", *how]
        asked += [] if labels is None else ["--groups", "who"]
        return shell(*asked, columns=200)

    return printed


def test_the_command_line_says_it_once_beside_the_interval(printed):
    for samples, groups, message in CASES:
        done = printed(samples, groups)
        assert [on_one_line(text).count(message) for text in (done.output, done.stdout)] == [1, 1]
        assert shows_inference(done.stdout) == (message not in [each for *_, each in TOO_FEW])
        assert json.loads(printed(samples, groups, "--json").stdout)["too_few"] == message
    for samples, groups in ENOUGH:
        assert "rough" not in printed(samples, groups).output


@needs("scipy")
def test_a_comparison_of_files_says_it_once(tmp_path):
    for name, texts in zip(("a", "b", "ref"), corpus(19), strict=False):
        (tmp_path / f"{name}.txt").write_text("\n".join(texts))
    files = [str(tmp_path / f"{name}.txt") for name in ("ref", "a", "b")]
    asked = ["compare", "wer", "-r", files[0], "-p", *files[1:]]
    done = shell(*asked, columns=200)
    assert on_one_line(done.output).count("rough") == 1
    assert "19 samples are too few, and it takes 20 samples" in on_one_line(done.stdout)
