"""The view of several systems: every number once, every text inert, nothing of what is unknown."""

import re

import pytest

from levmetrics import compare
from levmetrics.view.systems import systems_of
from levmetrics.view.view import view_of
from tests.corpora import SPEECH

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

WIDE, NARROW = SPEECH.systems["wide_beams"], SPEECH.systems["narrow_beams"]
HOSTILE = "<script>alert('1')</script>\" onload=x </td></svg>"
SYSTEMS = {"A": WIDE, "B": NARROW}


def compared(systems=SYSTEMS, references=SPEECH.references, **options):
    return compare(systems, references, **options)


def view(language="en", **given):
    return view_of(systems_of(compared(**given).runs), language)


def text_of(html):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


def shown(language="en", **given):
    return text_of(view(language, **given).html())


def test_scores_and_intervals_are_those_of_compare_systems():
    result, text = compared(), shown()
    for system in result["systems"].values():
        low, high = system["wer_interval"]
        assert f"{100 * system['wer']:.2f} % {100 * low:.2f} % to {100 * high:.2f} %" in text


def test_a_difference_is_plotted_on_the_side_of_the_better_system_with_its_interval():
    (pair,) = compared()["pairs"]
    low, high = pair["difference_interval"]
    lead = abs(pair["difference"])  # of A, which has fewer errors
    for systems, side in ((SYSTEMS, -1), (dict(reversed(SYSTEMS.items())), 1)):
        html = view(systems=systems).html()
        found = re.findall(r'style="left:([\d.]+)%(?:;width:([\d.]+)%)?">([\d.]*)<', html)
        (start, width, _), (point, _, _), *ticks = found
        assert [label for _, _, label in ticks] == ["20", "10", "0", "10", "20"]
        assert float(point) == pytest.approx(50 + side * 250 * lead, abs=0.01)
        assert float(width) == pytest.approx(250 * (high - low), abs=0.01)
        assert float(start) < float(point) < float(start) + float(width)


def test_every_test_and_the_signature_are_under_how_it_was_computed():
    text = shown()
    for name in ("MAPSSWE", "Sign test", "Wilcoxon", "McNemar", "Approximate randomization"):
        assert name in text
    assert "600 samples 1,000 times" in text
    assert "metric:wer|" in text
    assert "Holm" not in text


def test_beside_groups_the_tests_of_independent_samples_are_left_out_with_the_reason():
    text = shown(groups=[str(number // 10) for number in range(600)])
    assert "test are left out: they assume independent segments and samples" in text
    assert "MAPSSWE (matched pairs)" not in text
    assert "60 groups 1,000 times" in text


def test_of_too_few_units_there_is_no_interval_test_or_plot_but_the_scores_and_the_difference():
    few = {"systems": {"A": WIDE[:4], "B": NARROW[:4]}, "references": SPEECH.references[:4]}
    for given in (few, {"groups": SPEECH.groups}):
        html = view(**given).html()
        text = text_of(html)
        assert not re.search("interval|p-value|MAPSSWE|not clear|Both resample", text)
        assert "lev-track" not in html
        assert re.search(r"A / B [\d.]+ for A", text)
        assert "metric:wer|" in text


def test_similarities_are_in_percent_and_have_no_mapsswe():
    text = shown(metric="anls")
    assert re.search(r"A \d\d\.\d\d %", text)
    assert "MAPSSWE (" not in text


def test_results_by_group_are_those_of_each_group_alone():
    ours = [number for number, group in enumerate(SPEECH.groups) if group == "slt"]
    alone = compare(
        {name: [texts[number] for number in ours] for name, texts in SYSTEMS.items()},
        [SPEECH.references[number] for number in ours],
    )
    a, b = (f"{100 * system['wer']:.2f} %" for system in alone["systems"].values())
    assert f"slt 150 {a} {b}" in shown(groups=SPEECH.groups)
    assert "Results by group" not in shown()


def test_hostile_names_texts_and_groups_are_inert():
    html = view(
        systems={HOSTILE: [HOSTILE, "a"], "B": ["b", HOSTILE]},
        references=[HOSTILE, "a"],
        groups=[HOSTILE, "g"],
    ).html()
    assert not re.search(r"<\s*(script|svg|img)|<[^>]*\bonload", html)
    assert "&lt;script" in html


def test_nothing_in_it_is_english_for_a_japanese_reader():
    text = shown("ja", systems={**SYSTEMS, "C": WIDE}, groups=SPEECH.groups)
    words = set(re.findall(r"[A-Za-z]{3,}", text.partition("metric:")[0]))
    words -= {word for line in SPEECH.references for word in line.split()}
    words -= {word for texts in SYSTEMS.values() for line in texts for word in line.split()}
    assert words <= {"WER", "MAPSSWE", "NIST", "Holm", "slt", "rms", "awb", "kal"}


def test_systems_of_records_have_tables_of_fields_each():
    target = [{"name": "tea"}, {"name": "milk"}]
    read = {"A": [{"name": "ten"}, {"name": "milk"}], "<B>": target}
    html = view(systems=read, references=target, metric="record").html()
    captions = re.findall("<caption>(.*?): ", html)
    assert captions == ["A", "A", "&lt;B&gt;"]  # the fields, and what was misread
