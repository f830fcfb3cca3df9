"""A report says what the runs and the comparison say, and nothing in it can act."""

import html
import re
import subprocess
import sys
from itertools import pairwise, zip_longest
from unittest.mock import patch

import numpy as np
import pyarrow as pa
import pytest

from levmetrics import InputError, compare, score
from levmetrics.alignment.explanation import UnexplainedError
from levmetrics.core.tables import result_table
from levmetrics.rendering.labels import p_value, percent
from levmetrics.reports.report import report_of_runs
from levmetrics.significance.paired_tests import TESTS
from tests.corpora import SPEECH
from tests.reports.making import report
from tests.reports.reading import read, samples, text

LOADED = """import sys
from levmetrics import score
score(["b"], ["a"]).report()
print(*sys.modules)"""
GROUPS = [f"{voice} {number // 4 % 2}" for number, voice in enumerate(SPEECH.groups)]
HOSTILE = [
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<!-- ]]> {{ 7 * 7 }} ${alert(1)}",
    "\"onmouseover='alert(1)'",
    "\u202eabc\u2028\x1b[2J\x00",
]


@pytest.fixture(scope="module")
def both():
    return report(SPEECH.systems, SPEECH.references, groups=GROUPS)


@pytest.fixture(scope="module")
def single():
    return report({"wide": SPEECH.systems["wide_beams"]}, SPEECH.references, groups=GROUPS)


@pytest.fixture(scope="module")
def run():
    return score(SPEECH.systems["wide_beams"], SPEECH.references)


@pytest.fixture(scope="module")
def comparison():
    return compare(SPEECH.systems, SPEECH.references, groups=GROUPS)


def test_the_scores_intervals_and_signature_are_those_of_compare(both, comparison):
    ((_, *lines),) = read(both).tables["Scores"]
    assert lines == [
        [
            name,
            percent(system["wer"]),
            " to ".join(map(percent, system["wer_interval"])),
        ]
        for name, system in comparison["systems"].items()
    ]
    assert comparison["signature"] in text(both)


def test_the_differences_and_p_values_are_those_of_compare(both, comparison):
    (pair,) = comparison["pairs"]
    tables = read(both).tables
    ((_, line),) = tables["Differences"]
    assert line == [
        "wide_beams / narrow_beams",
        "wide_beams is better",
        f"{100 * pair['difference']:.2f} for wide_beams",
        " to ".join(f"{100 * end:.2f}" for end in pair["difference_interval"]),
        p_value(pair["approximate_randomization"]),
    ]
    # Of groups, as these are.
    ((headings, line),) = tables["p-values of no difference"]
    assert not {"MAPSSWE", "McNemar"} & {*headings}
    assert "MAPSSWE and McNemar's test are left out" in text(both)
    of_groups = [p_value(pair[test]) for test in TESTS if test not in {"mapsswe", "mcnemar"}]
    assert line[1:] == [*of_groups, percent(pair["probability_of_improvement"], 1)]


def test_p_values_of_three_systems_are_said_to_be_corrected():
    systems = {"a": ["x", "b"] * 3, "b": ["a", "x"] * 3, "c": ["a", "b"] * 3}
    made = report(systems, ["a", "b"] * 3)
    (table,) = read(made).tables["Differences"]
    assert table[0][-1] == "p-value (Holm)"
    assert [line[0] for line in table[1:]] == ["a / b", "a / c", "b / c"]
    assert "below 0.05 after Holm's correction for 3 pairs" in text(made)


def test_a_single_system_has_the_counts_and_the_interval_of_its_run(single, run):
    result, shown = run.result(), text(single)
    said = {"hits": "right", "substitutions": "replaced", "deletions": "missing"}
    said["insertions"] = "added"
    for count, word in said.items():
        assert f"{result[count]:,} {word}" in shown
    low, high = map(percent, run.interval(groups=GROUPS))
    assert f"likely between {low} and {high}" in shown
    assert percent(result["wer"]) in shown


def test_each_group_has_its_pooled_score_and_interval(single, both, run):
    groups, parts = run.by_group(GROUPS), run.split_by_group(GROUPS)
    (table,) = read(single).tables["WER by group"]
    assert table[0][-2:] == ["WER", "95 % interval"]
    assert [[line[0], *line[-2:]] for line in table[1:]] == [
        [name, percent(group["wer"]), " to ".join(map(percent, parts[name].interval()))]
        for name, group in groups.items()
    ]
    (table,) = read(both).tables["Results by group"]
    assert [line[:3] for line in table[1:]] == [
        [name, "75", percent(group["wer"])] for name, group in groups.items()
    ]


def test_each_sample_is_counted_once_by_score_and_once_by_length(single, run):
    tables, classes = read(single).tables, samples(single)["classes"]
    (by_score,) = tables["Samples by WER"]
    rates = run.measured.errors / run.measured.reference_length
    right, over = int((rates == 0).sum()), int((rates > 1).sum())
    tenths = np.minimum(run.measured.errors * 10 // run.measured.reference_length, 9)
    inner = np.bincount(tenths[(rates > 0) & (rates <= 1)])
    assert [int(line[1]) for line in by_score[1:]] == [n for n in (right, *inner, over) if n]
    (by_length,) = tables["WER by tokens of the reference"]
    for line, rows in ((by_score, classes["score"]), (by_length, classes["length"])):
        assert [int(each[1]) for each in line[1:]] == [n for n in np.bincount(rows).tolist() if n]
    lengths = run.measured.reference_length[np.array(samples(single)["numbers"]) - 1]
    for number, line in enumerate(by_length[1:]):
        low, _, high = line[0].partition("–")
        of_row = lengths[np.array(classes["length"]) == number]
        assert (of_row.min(), of_row.max()) == (int(low), int(high or low))


def test_what_is_alike_in_all_samples_has_no_chart():
    alike = report({"a": ["x y", "a b"] * 5}, ["a b"] * 10)
    tables = read(alike).tables
    assert "WER by tokens of the reference" not in tables
    assert "Samples by WER" in tables
    assert not read(report({"a": ["a"] * 10}, ["a"] * 10)).tables.keys() - {""}


def edits(alignment):
    """The operations of an alignment, token by token."""
    for each in alignment.to_dict()["operations"]:
        pairs = zip_longest(each["target"], each["pred"])
        yield from (
            {"target": [target] if target else [], "pred": [pred] if pred else []}
            for target, pred in pairs
        )


def test_the_edits_are_the_most_frequent_of_the_run_with_their_samples(single, run):
    (table,) = read(single).tables["Most frequent errors"]
    found, numbers = samples(single), samples(single)["numbers"]
    frequent = run.confusions(100)
    times = {
        **{(target, pred): n for target, pred, n in frequent.substitutions},
        **{(target, "–"): n for target, n in frequent.deletions},
        **{("–", pred): n for pred, n in frequent.insertions},
    }
    assert [int(line[2]) for line in table[1:]] == sorted(times.values(), reverse=True)[:15]
    for (target, pred, n), rows in zip(table[1:], found["members"]["edit"], strict=True):
        assert times[target, pred] == int(n)
        holding = {
            i + 1
            for i in range(len(run.measured))
            if any(
                (each["target"] or ["–"], each["pred"] or ["–"]) == ([target], [pred])
                for each in edits(run.alignment(i))
            )
        }
        assert {numbers[row] for row in rows} == holding


def test_the_worst_samples_are_those_with_the_most_errors(run):
    made = report({"wide": SPEECH.systems["wide_beams"]}, SPEECH.references, print_samples=7)
    found = re.findall(r"<article>\s*<h3><bdi>(.*?): .*?</bdi></h3>", made.html())
    assert found == [str(sample + 1) for sample in run.measured.worst(7)]
    assert re.findall(r"^\*\*(\d+): ", made.markdown(), re.MULTILINE) == found


def test_the_rows_are_all_samples_with_the_worst_first(single, run):
    order, found = run.measured.worst(len(run.measured)).tolist(), samples(single)
    (system,) = found["systems"]
    assert found["numbers"] == [sample + 1 for sample in order]
    assert found["groups"] == [GROUPS[sample] for sample in order]
    assert found["references"] == [SPEECH.references[sample] for sample in order]
    assert system["predictions"] == [SPEECH.systems["wide_beams"][sample] for sample in order]
    assert system["scores"] == run.sample_scores()[order].tolist()
    assert system["errors"] == run.measured.errors[order].tolist()
    assert [*system["counts"].values()][:3] == run.measured.rows()[order, :3].T.tolist()


def test_samples_of_several_systems_are_in_the_order_of_all_their_errors(both):
    errors = sum(score(s, SPEECH.references).measured.errors for s in SPEECH.systems.values())
    found = samples(both)
    order = [number - 1 for number in found["numbers"]]
    assert sorted(order) == [*range(600)]
    shown = np.sum([system["errors"] for system in found["systems"]], 0)
    assert shown.tolist() == errors[order].tolist()
    assert (np.diff(errors[order]) <= 0).all()


def test_samples_without_an_error_are_not_among_the_worst():
    made = report({"a": ["x", "b"]}, ["a", "b"], ids=["wrong", "right"])
    assert re.findall(r"<article>\s*<h3><bdi>(.*?): .*?</bdi></h3>", made.html()) == ["wrong"]
    right = report({"a": ["b", "b"]}, ["b", "b"])
    assert 'lev-worst"' not in right.html()
    assert "```" not in right.markdown()


def test_the_lowest_similarities_are_the_worst():
    made = report({"a": ["rain", "language", "x"]}, [["shine"], ["language", "z"], ["y"]], "anls")
    found = samples(made)
    assert found["numbers"] == [3, 1, 2]
    assert found["systems"][0]["scores"] == pytest.approx([0, 0.4, 1])
    assert found["references"][2] == "language"


def test_the_worst_nested_values_have_their_fields():
    values = [{"total": "12", "items": ["a", "b"]}, "b"]
    made = report({"a": values}, [{"total": "13", "items": ["a"]}, ("b", "c")], "anls:star")
    found = samples(made)
    assert found["systems"][0]["scores"][1] == 1
    assert (found["references"][1], found["systems"][0]["predictions"][1]) == (
        '{"__any__": ["b", "c"]}',
        "b",
    )
    (table,) = read(made).tables["The record field by field"]
    found = [[line[0].strip(), *line[1:3]] for line in table if line and line[1]]
    assert found[1:] == [["total", "13", "12"], ["[0]", "a", "a"], ["– ↔ [1]", "–", "b"]]


@pytest.mark.parametrize("text_", HOSTILE)
def test_hostile_texts_are_inert_wherever_they_stand(text_):
    made = report(
        {text_: [text_, "b"], "other": ["a", text_]},
        ["a", f"{text_} c"],
        title=text_,
        ids=[text_, "2"],
        groups=[text_, "2"],
    )
    page = read(made)
    assert [tag for tag, _ in page.elements if tag in ("script", "img", "iframe")] == ["script"] * 2
    assert not any(name.startswith("on") for _, names in page.elements for name in names)
    in_view = made.html().partition('<script id="samples-data"')[0]
    assert not set("\u202e\u2028\x1b\x00") & set(in_view)
    assert "{{ 7" in made.html() if "{{" in text_ else "{{" not in made.html()


def test_the_page_loads_nothing(both):
    for _, attributes in read(both).elements:
        assert not {"srcset", "action", "data"} & attributes.keys()
        assert attributes.get("src", "data:").startswith("data:")
        assert attributes.get("href", "#").startswith("#")
    assert "default-src 'none'" in both.html()
    assert not re.search(r"url\(|@import|https?://(?!www\.w3\.org/\$)", both.html())


def test_every_table_has_a_name_and_headings_with_a_scope(both, single):
    for page in map(read, (both, single)):
        assert all(names.get("scope") for tag, names in page.elements if tag == "th")
        groups = [names for _, names in page.elements if names.get("class") == "lev-scroll"]
        assert groups
        assert all(names["aria-label"] for names in groups)
        levels = [int(tag[1]) for tag, _ in page.elements if re.fullmatch("h[1-6]", tag)]
        assert levels[0] == 1
        assert all(after - before <= 1 for before, after in pairwise(levels))


@pytest.mark.parametrize(
    ("reference", "language"), [("今日はいい", "ja"), ("안녕", "ko"), ("hello", ""), ("今日", "")]
)
def test_texts_are_marked_with_the_language_that_their_script_shows(reference, language):
    made = report({"a": ["x"]}, [reference])
    assert f'<div class="lev-worst" lang="{language}">' in made.html()
    assert samples(made)["language"] == language


def test_a_long_text_is_left_out_of_the_worst_samples():
    made = report({"a": ["x" * 30_000, "b"]}, ["y" * 30_000, "a"], "cer")
    assert text(made).count("Left out, to keep the page small.") == 1
    assert made.html().count('class="columns"') == 1
    assert samples(made)["systems"][0]["alignments"] == [".30000S", " 1S"]


def test_a_long_token_is_shortened_in_tables_and_texts():
    token = "x" * 1_000_000
    made = report({"a": [token]}, [f"y{token}"])
    assert "Left out, to keep the page small." in text(made)
    ((_, line),) = read(made).tables["Most frequent errors"]
    assert line == ["y" + "x" * 38 + "…", "x" * 39 + "…", "1"]
    assert len(made.markdown()) < 10_000


def test_many_samples_make_no_page_that_a_browser_cannot_open():
    reference = " ".join(f"word{i}" for i in range(18))
    preds = [reference.replace("word7", f"x{i}") for i in range(40_000)]
    made = report({"a": preds}, [reference] * 40_000, n_resamples=10)
    found = samples(made)
    assert len(made.html().encode()) < 9_000_000
    assert found["total"] == 40_000
    assert found["references"][0] == reference
    assert found["references"][-1] is None


def test_many_groups_are_left_out_and_the_page_says_how_many():
    preds = ["a"] * 501
    made = report({"a": preds}, preds, groups=[*range(501)], n_resamples=10)
    (table,) = read(made).tables["WER by group"]
    assert len(table) == 501
    assert "and 1 more" in text(made)


def test_each_part_has_its_tables_and_no_plotting_is_loaded():
    done = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True
    )
    assert "matplotlib" not in done.stdout.split()
    made = report({"a": ["x", "b"] * 10, "b": ["a", "b"] * 10}, ["a", "b"] * 10, print_samples=1)
    parts = r"<(?:h[123]|caption|summary).*?>(?:<bdi>)?(.*?)<"
    assert re.findall(parts, made.html().partition("<script")[0]) == [
        "Word error rate, words by white space: a, b",
        "b is better than a",
        "Scores",
        "Samples",
        "1, a: 100.00 %",
        "1, b: 0.00 %",
        "Most frequent errors",
        "a",
        "How this was computed",
        "Differences",
        "p-values of no difference",
    ]


def test_bars_are_as_long_as_their_numbers():
    made = report({"a": ["x", "x", "b", "y"]}, ["a", "a", "b", "a"]).html()
    (table,) = re.findall(r"Most frequent errors</caption>.*?</table>", made, re.DOTALL)
    assert re.findall(r"width:([\d.]+)em", table) == ["6.00", "3.00"]


def test_differences_that_cannot_be_seen_are_said():
    made = report({"a": ["caf\u00e9", "b"]}, ["cafe\u0301", "c"])
    notice = 'class="lev-notice"'
    assert made.html().count(notice) == 1
    assert "50.00 %" in made.html().partition(notice)[2].partition("</section>")[0]
    assert notice not in report({"a": ["a"]}, ["b"]).html()


def test_predictions_that_are_not_json_are_said():
    made = score(["no idea", {"a": 1}], [{"a": 1}] * 2, "record").report()
    expected = "Not JSON, so scored 0: 1 of 2 predictions; repair=True reads JSON in other text."
    assert expected in text(made)
    assert expected in " ".join(str(made).split())


def test_options_of_the_metric_reach_the_scores_and_the_signature():
    options = {"normalizer": "lower", "seed": 3, "confidence_level": 0.9}
    made = report({"a": ["A", "x"] * 3}, ["a", "b"] * 3, **options)
    assert "50.00 %" in text(made)
    assert "(90 % interval)" in text(made)
    assert "seed:3" in text(made)
    assert "normalizer:lower" in text(made)


def test_print_shows_the_score_the_interval_and_the_signature(single, both, comparison):
    assert "24.23 %" in str(single)
    assert "metric:wer|" in str(single)
    assert "wide_beams" in str(both)
    assert comparison["signature"] in str(both)


def test_a_notebook_shows_the_whole_page_in_a_frame(single):
    (source,) = re.findall(r'srcdoc="([^"]*)"', single._repr_html_())
    assert html.unescape(source) == single.html()


def test_a_report_is_written_in_place_of_an_older_one(tmp_path, single):
    path = tmp_path / "report.html"
    path.write_text("older")
    single.write(path)
    assert path.read_text("utf-8") == single.html()
    assert [*tmp_path.iterdir()] == [path]


def test_a_folder_is_no_file_of_a_report(tmp_path, single):
    with pytest.raises(InputError, match="is a folder; give the name of a file in it"):
        single.write(tmp_path)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (({}, ["a"]), "systems must be a dictionary"),
        ((["a"], ["a"]), "systems must be a dictionary"),
        (
            ({" ": ["a"]}, ["a"]),
            "systems has the name ' ', which is empty; give every system a name",
        ),
        (({"a": "abc"}, ["a"]), r"systems\['a'\] is a bare string"),
        (({"a": ["abc"]}, "a"), "references is a bare string"),
        (({"references": "abc"}, ["a"]), r"systems\['references'\] is a bare string"),
        (({"a": []}, []), "references has no samples"),
        (({"a": ["a", "b"]}, ["a"]), "2 .*1"),
    ],
)
def test_what_cannot_be_reported_is_refused_with_one_sentence(arguments, message):
    with pytest.raises(InputError, match=message):
        report(*arguments)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"ids": ["1", "2"]}, "ids has 2 ids for 1 samples"),
        ({"groups": ["1", "2"]}, "groups has 2 labels for 1 samples"),
        ({"print_samples": -1}, "print_samples is -1; it must be a whole number of 0 or more"),
        ({"reduction": "none"}, "reduction"),
        ({"language": "fr"}, "language 'fr'"),
    ],
)
def test_options_that_do_not_fit_are_refused_with_one_sentence(options, message):
    with pytest.raises(InputError, match=message):
        report({"a": ["a"]}, ["a"], **options)


@pytest.mark.parametrize("ids", [["x", 2], pa.array(["x", "2"]), np.array(["x", "2"])])
def test_ids_of_any_column_name_the_samples(ids):
    assert samples(report({"a": ["b", "b"]}, ["b", "b"], ids=ids))["ids"] == ["x", "2"]


def session(*turns):
    return [
        {"speaker": speaker, "start_time": start, "end_time": end} for speaker, start, end in turns
    ]


def test_sessions_have_the_seconds_of_their_errors_and_scores_by_seconds_of_the_reference():
    said = session(("anna", 0, 6), ("ben", 6, 10))
    found = session(("1", 0, 7), ("2", 7, 9))  # a second of ben's by 1, a second by no one
    longer = session(("anna", 0, 10))
    made = score([found, *[longer] * 9], [said, *[longer] * 9], "meeting:der").report()
    shown = samples(made)
    (system,) = shown["systems"]
    assert shown["unit"] == "seconds"
    assert system["scores"][0] == pytest.approx(0.2)
    assert {name: round(values[0], 2) for name, values in system["counts"].items()} == {
        "scored": 10,
        "missed": 1,
        "false_alarm": 0,
        "confusion": 1,
    }
    assert "1.0 s missed" in text(made)


def test_records_have_their_wrong_fields_and_scores_by_fields_of_the_reference():
    wrong, right = {"a": "x", "b": "z"}, {"a": "x", "b": "y", "c": 1}
    sides = [*[wrong] * 5, *[{"a": "x"}] * 5], [*[right] * 5, *[{"a": "x"}] * 5]
    made = score(*sides, "record").report()
    (system,) = samples(made)["systems"]
    shown = {name: values[0] for name, values in system["counts"].items()}
    assert {name: shown[name] for name in ("misread", "missing", "extra")} == {
        "misread": 1,
        "missing": 1,
        "extra": 0,
    }
    (by_length,) = read(made).tables["ANLS* by fields of the reference"]
    assert [line[:2] for line in by_length[1:]] == [["1–2", "5"], ["3", "5"]]


def test_what_a_metric_notes_is_said_in_a_report_and_in_a_table():
    run = score(["b\na"], ["a\nb"], "order")
    (note,) = run.metric.notes(run.result(), 1)
    assert note.startswith("of it 66.67 points are reading order")
    assert note in result_table(run.metric, run.summary()).notes
    assert note[1:] in text(run.report())


def test_markdown_has_the_samples_only_if_there_are_wrong_ones_and_says_how_many():
    right = report({"a": ["b", "b"]}, ["b", "b"]).markdown()
    assert "## Samples" not in right
    wrong = report({"a": ["x", "y", "b"]}, ["a", "c", "b"]).markdown()
    assert "## Samples\n\nThe 2 worst samples.\n\n**1: 100.00 %**" in wrong


def test_markdown_begins_with_the_facts_of_the_page():
    runs = {"a": score(["x"], ["b"])}
    made = report_of_runs(runs, sources=["ref.txt", "a_*.txt"])
    (facts,) = re.findall(r'<p class="lev-muted">(.*?)</p>\n</header>', made.html())
    assert "ref.txt · a_*.txt" in facts
    assert made.markdown().split("\n\n")[1] == facts.replace("*", "\\*").replace("_", "\\_")


def test_markdown_says_why_a_sample_has_no_alignment():
    values = [{"total": "12"}, {"total": "13"}]
    run = score(values[:1], values[1:], "anls:star")
    why = UnexplainedError("run.no_tokens")
    with patch.object(type(run), "alignment", side_effect=why):
        made = report_of_runs({"a": run}).markdown()
    assert f"**1: {percent(run.score)}**\n\n{why.sentence('en')}" in made
