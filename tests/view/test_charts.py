"""Charts: their rows hold every sample once, and select the samples that they count."""

import warnings

import numpy as np
import pytest

from levmetrics import compare, score
from levmetrics.view.charts import by_edit, by_group, by_length, by_score, classes_of
from levmetrics.view.systems import DEFAULT_RESAMPLING, Systems, systems_of
from levmetrics.view.view import view_of
from tests.corpora import SPEECH

WIDE, NARROW = SPEECH.systems["wide_beams"], SPEECH.systems["narrow_beams"]


@pytest.fixture(scope="module")
def run():
    return score(WIDE, SPEECH.references, groups=SPEECH.groups)


def of(run):
    return Systems({"predictions": run}, DEFAULT_RESAMPLING, None)


def rows(chart):
    return [
        [cell if isinstance(cell, str) else cell.text for cell in row] for row in chart.table.rows
    ]


@pytest.mark.parametrize("draw", [by_score, by_length])
def test_every_sample_is_in_one_row_which_selects_as_many_as_it_counts(run, draw):
    chart = draw("en", run)
    assert sum(int(row[1]) for row in rows(chart)) == 600
    for number, row in enumerate(rows(chart)):
        assert (chart.classes == number).sum() == int(row[1])


def test_scores_are_counted_by_tenths_with_rows_of_their_own_for_none_and_too_many_errors():
    texts = ["a b c d"] * 8 + ["a b c x", "a x x x x x"]
    chart = by_score("en", score(texts, ["a b c d"] * 10))
    assert rows(chart) == [["0 %, no error", "8"], ["20 to 30 %", "1"], ["over 100 %", "1"]]
    chart = by_score("en", score(["ab"] * 9 + ["x"], ["ab"] * 10, "anls"))
    assert [row[1] for row in rows(chart)] == ["1", "9"]


def test_few_samples_and_those_that_are_alike_have_no_chart():
    for texts in (["a", "b"], ["a"] * 20):
        run = score(texts, ["a"] * len(texts))
        assert by_score("en", run) is None
        assert by_length("en", run) is None


def test_the_score_of_a_length_is_that_of_its_samples_alone(run):
    chart = by_length("en", run)
    for number, row in enumerate(rows(chart)):
        own = np.flatnonzero(chart.classes == number)
        alone = score([WIDE[i] for i in own], [SPEECH.references[i] for i in own])
        assert row[2] == f"{100 * alone.score:.2f} %"
        low, _, high = row[0].partition("–")
        lengths = [len(SPEECH.references[i].split()) for i in own]
        assert (min(lengths), max(lengths)) == (int(low), int(high or low))


def test_every_frequent_edit_selects_the_samples_that_it_occurs_in():
    chart = by_edit("en", of(score(["a x", "x x", "b", "a c"], ["a b", "b b", "b c", "a"])))
    found = {(*row,): [*samples] for row, samples in zip(rows(chart), chart.members, strict=True)}
    assert found == {("b", "x", "3"): [0, 1], ("c", "–", "1"): [2], ("–", "c", "1"): [3]}


def test_tokens_that_look_alike_are_told_apart():
    (row,) = rows(by_edit("en", of(score(["caf\u00e9"], ["cafe\u0301"]))))
    assert row[:2] == ["cafe\u0301⟨65⟩⟨301⟩", "café⟨E9⟩"]


def test_groups_have_the_scores_and_intervals_of_each_group_alone_and_no_warning(run):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        chart = by_group("en", of(run))
    for label, *cells in rows(chart):
        own = [i for i, group in enumerate(SPEECH.groups) if group == label]
        alone = score([WIDE[i] for i in own], [SPEECH.references[i] for i in own])
        low, high = (f"{100 * end:.2f} %" for end in alone.interval())
        assert cells[-2:] == [f"{100 * alone.score:.2f} %", f"{low} to {high}"]


def test_a_group_has_an_interval_from_five_samples_on():
    texts = ["a b", "c x", "d"] * 3, ["a x", "c x", "d"] * 3
    few, enough = rows(by_group("en", of(score(*texts, groups=["few"] * 4 + ["more"] * 5))))
    assert few[-1] == ""
    assert " to " in enough[-1]


@pytest.mark.filterwarnings("ignore:4 groups")
def test_groups_of_several_systems_select_their_samples():
    systems = {"A": WIDE, "B": NARROW}
    found = compare(systems, SPEECH.references, groups=SPEECH.groups)
    shown = view_of(systems_of(found.runs))
    table = next(table for part in shown.parts for table in part.tables if table.selects)
    names = [row[0] for row in table.rows]
    (chart,) = shown.charts
    assert (chart.table.selects, chart.table.rows) == ("group", table.rows)
    assert [*chart.classes] == [names.index(group) for group in SPEECH.groups]


def test_a_label_that_is_not_shown_belongs_to_no_row():
    assert classes_of(["b", "c", "a"], ["a", "b"]).tolist() == [1, -1, 0]
