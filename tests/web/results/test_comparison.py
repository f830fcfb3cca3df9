"""What the tab shows of a comparison: every number in percent, every text inert, both languages."""

import re

import pytest

from levmetrics import compare
from levmetrics.web.reading.given import Given
from levmetrics.web.requests import Request
from levmetrics.web.results import comparison
from levmetrics.web.scored import score
from tests.web.results.compared import NARROW, SPEECH, WIDE

HOSTILE = "<script>alert('1')</script>\" onload=x </td></svg>"
SYSTEMS = {"A": WIDE, "B": NARROW}


def shown(
    systems=SYSTEMS,
    references=SPEECH.references,
    groups=None,
    metric="wer",
    matched_by=None,
):
    given = Given(references, systems, groups=groups, matched_by=matched_by)
    return score(Request(metric), given, lambda *_: None)


def summary(language="en", **given):
    return comparison.summary(language, shown(**given))


def computed(language="en", **given):
    return comparison.computed(language, shown(**given))


def text_of(html):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


def test_scores_and_intervals_are_those_of_compare_systems():
    result = compare(SYSTEMS, SPEECH.references, "wer")
    text = text_of(summary())
    for system in result["systems"].values():
        low, high = system["wer_interval"]
        assert f"{100 * system['wer']:.2f} % {100 * low:.2f} % to {100 * high:.2f} %" in text


def test_a_difference_is_plotted_on_the_side_of_the_better_system_with_its_interval():
    (pair,) = compare(SYSTEMS, SPEECH.references, "wer")["pairs"]
    low, high = pair["difference_interval"]
    lead = abs(pair["difference"])  # of A, which has fewer errors
    for systems, side in ((SYSTEMS, -1), (dict(reversed(SYSTEMS.items())), 1)):
        html = summary(systems=systems)
        found = re.findall(r'style="left:([\d.]+)%(?:;width:([\d.]+)%)?">([\d.]*)<', html)
        (start, width, _), (point, _, _), *ticks = found
        assert [label for _, _, label in ticks] == ["20", "10", "0", "10", "20"]
        assert float(point) == pytest.approx(50 + side * 250 * lead, abs=0.01)
        assert float(width) == pytest.approx(250 * (high - low), abs=0.01)
        assert float(start) < float(point) < float(start) + float(width)


def test_every_test_and_the_signature_are_under_how_it_was_computed():
    text = text_of(computed())
    for name in ("MAPSSWE", "Sign test", "Wilcoxon", "McNemar", "Approximate randomization"):
        assert name in text
    assert "600 samples 1,000 times" in text
    assert "metric:wer|" in text
    assert "Holm" not in text


@pytest.mark.parametrize(
    ("matched_by", "said"),
    [("ids", "matched by their ids"), ("file_names", "matched by the file names in their ids")],
)
def test_how_rows_of_several_files_are_matched_is_said(matched_by, said):
    assert f"Rows of the files are {said}." in text_of(computed(matched_by=matched_by))
    assert "Rows of the files" not in text_of(computed())


def test_beside_groups_the_tests_of_independent_samples_are_left_out_with_the_reason():
    text = text_of(computed(groups=[str(number // 10) for number in range(600)]))
    assert "test are left out: they assume independent segments and samples" in text
    assert "MAPSSWE (matched pairs)" not in text
    assert "60 groups 1,000 times" in text


def test_of_too_few_units_there_is_no_interval_test_or_plot_but_the_scores_and_the_difference():
    few = {"systems": {"A": WIDE[:4], "B": NARROW[:4]}, "references": SPEECH.references[:4]}
    for given in (few, {"groups": SPEECH.groups}):
        shown_of = text_of(summary(**given)) + text_of(computed(**given))
        assert not re.search("interval|p-value|MAPSSWE|not clear|Both resample", shown_of)
        assert "lev-track" not in summary(**given)
        assert re.search(r"A / B [\d.]+ for A", shown_of)
        assert "metric:wer|" in shown_of


def test_similarities_are_in_percent_and_have_no_mapsswe():
    assert re.search(r"A \d\d\.\d\d %", text_of(summary(metric="anls")))
    assert "MAPSSWE (" not in text_of(computed(metric="anls"))


def test_results_by_group_are_those_of_each_group_alone():
    text = text_of(summary(groups=SPEECH.groups))
    ours = [number for number, group in enumerate(SPEECH.groups) if group == "slt"]
    alone = compare(
        {name: [texts[number] for number in ours] for name, texts in SYSTEMS.items()},
        [SPEECH.references[number] for number in ours],
    )
    a, b = (f"{100 * system['wer']:.2f} %" for system in alone["systems"].values())
    assert f"slt 150 {a} {b}" in text
    assert "Results by group" not in text_of(summary())


def test_hostile_texts_and_groups_are_inert():
    given = {
        "systems": {"A": [HOSTILE, "a"], "B": ["b", HOSTILE]},
        "references": [HOSTILE, "a"],
        "groups": [HOSTILE, "g"],
    }
    for html in (summary(**given), computed(**given)):
        assert set(re.findall(r"<\s*(\w+)", html)) <= {
            *("section", "h2", "h3", "h4", "p", "div", "span", "bdi", "figure", "figcaption"),
            *("table", "thead", "tbody", "tr", "th", "td", "details", "summary", "b", "br"),
        }
        assert not re.search(r"<[^>]*\bonload", html)
    assert "&lt;script" in summary(**given)


def test_nothing_in_the_results_is_english_for_a_japanese_visitor():
    given = {"systems": {**SYSTEMS, "C": WIDE}, "groups": SPEECH.groups}
    text = " ".join(map(text_of, (summary("ja", **given), computed("ja", **given))))
    words = set(re.findall(r"[A-Za-z]{3,}", text.partition("metric:")[0]))
    assert words <= {"WER", "MAPSSWE", "NIST", "Holm", "slt", "rms", "awb", "kal"}
