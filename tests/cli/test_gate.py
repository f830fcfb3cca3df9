"""``levmetrics baseline`` and ``levmetrics gate``: verdicts by status and sentence, and files."""

import json
import re
from xml.etree import ElementTree

import pytest

from levmetrics.core.baseline import Baseline
from tests.corpora import SPEECH
from tests.shell import run, shell


@pytest.fixture
def files(tmp_path):
    """Write references and two systems with ids, and return the paths by their names."""
    sides = {"ref": SPEECH.references, "wide": SPEECH.systems["wide_beams"]}
    sides["narrow"] = SPEECH.systems["narrow_beams"]
    paths = {}
    for name, texts in sides.items():
        paths[name] = tmp_path / f"{name}.csv"
        rows = "".join(f"{number},{text}\n" for number, text in enumerate(texts))
        paths[name].write_text(f"id,text\n{rows}")
    paths["groups"] = tmp_path / "groups.csv"
    rows = "".join(f"{number},{voice}\n" for number, voice in enumerate(SPEECH.groups))
    paths["groups"].write_text(f"id,group\n{rows}")
    paths["baseline"] = tmp_path / "baseline.parquet"
    return paths


@pytest.fixture
def stored(files):
    """Store the baseline of the better system."""
    done = run("baseline", files["ref"], files["wide"], "-o", files["baseline"])
    assert done.stdout == f"{files['baseline']}: 600 samples, wer\n"
    return files


def gate(files, system, *words):
    given = ["gate", files["ref"], files[system], "--baseline", files["baseline"]]
    return shell(*given, *(words or ["--margin", "0.5%"]))


@pytest.mark.parametrize(
    ("system", "words", "status", "said"),
    [
        ("narrow", ["--margin", "0.5%"], 3, "worse by 9.72 points"),
        ("narrow", ["--margin", "0.005"], 3, "allowed 0.50: worse"),
        ("narrow", ["--relative-margin", "60%"], 0, "allowed 14.54: passed"),
        ("narrow", ["--margin", "10%"], 0, "allowed 10.00: undecided"),
        ("narrow", ["--margin", "10%", "--undecided", "fail"], 4, "allowed 10.00: undecided"),
        (
            "wide",
            ["--margin", "0%"],
            0,
            "the same (95 % bounds 0.00 and 0.00 of 600 samples); allowed 0.00: passed",
        ),
    ],
)
def test_the_verdict_is_said_and_is_the_status(stored, system, words, status, said):
    done = gate(stored, system, *words)
    assert done.exit_code == status
    assert said in done.stdout
    assert ("samples would decide" in done.stderr) == ("undecided" in said)


def test_several_metrics_are_gated_in_one_call(files):
    words = ["-m", "wer", "-m", "cer", "-m", "anls"]
    shell("baseline", files["ref"], files["narrow"], "-o", files["baseline"], *words)
    done = gate(files, "wide", "--margin", "1%", "--json")
    told = json.loads(done.stdout)["gates"]
    assert [one["metric"] for one in told] == ["wer", "cer", "anls"]
    assert all(one["is_better"] for one in told)
    assert done.exit_code == 0


def test_groups_are_what_is_resampled(stored):
    by_sample = gate(stored, "narrow", "--margin", "1%", "--json")
    by_group = gate(stored, "narrow", "--margin", "1%", "--groups", stored["groups"], "--json")
    one, other = (json.loads(done.stdout)["gates"][0] for done in (by_sample, by_group))
    assert (one["units"], other["units"]) == (600, 4)
    assert one["difference"] == other["difference"]


def test_rows_without_ids_are_paired_by_their_order_only_if_asked_for(files, tmp_path):
    for name in ("ref", "wide", "narrow"):
        rows = files[name].read_text().splitlines()[1:]
        files[name] = tmp_path / f"{name}.txt"
        files[name].write_text("\n".join(row.partition(",")[2] for row in rows))
    shell("baseline", files["ref"], files["wide"], "-o", files["baseline"])
    refused = gate(files, "narrow")
    assert refused.exit_code == 2
    assert "--by-order" in refused.stderr
    assert gate(files, "narrow", "--margin", "0.5%", "--by-order").exit_code == 3


def test_samples_that_a_side_lacks_are_refused_or_dropped(stored):
    for side in ("ref", "narrow"):
        rows = stored[side].read_text().splitlines()
        stored[side].write_text("\n".join(rows[:-2]))
    refused = gate(stored, "narrow")
    assert refused.exit_code == 2
    assert "what is scored lacks the samples 598, 599" in refused.stderr
    assert gate(stored, "narrow", "--margin", "0.5%", "--missing", "drop").exit_code == 3


def test_a_prediction_that_is_missing_can_be_scored_as_empty(stored):
    rows = stored["wide"].read_text().splitlines()
    stored["wide"].write_text("\n".join(rows[:-100]))
    done = gate(stored, "wide", "--margin", "0.5%", "--missing", "empty")
    assert done.exit_code == 3


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--margin", "5"], "give 5% for a percentage"),
        (["--margin", "0.5"], "0.5 may be 0.5% or 50%; write it with %"),
        ([], "give one of --margin 0.005 and --relative-margin 0.05"),
        (["--margin", "1%", "--normalizer", "lower"], "normalizer none, now lower"),
        (["--margin", "1%", "-m", "cer"], "the baseline has no cer"),
        (["--margin", "1%", "--mapsswe"], "--with-edits"),
    ],
)
def test_what_can_be_mended_is_said_with_status_2(stored, words, message):
    done = shell("gate", stored["ref"], stored["wide"], "--baseline", stored["baseline"], *words)
    assert (done.exit_code, message in done.stderr) == (2, True), done.stderr


def test_a_baseline_that_is_not_there_is_said(files):
    done = gate(files, "wide")
    assert done.exit_code == 2
    assert "does not exist; levmetrics baseline writes one" in done.stderr


def test_only_what_passed_becomes_the_new_baseline(stored):
    before = stored["baseline"].read_bytes()
    assert gate(stored, "narrow", "--margin", "0.5%", "--update").exit_code == 3
    assert gate(stored, "narrow", "--margin", "10%", "--update").exit_code == 0  # undecided
    assert stored["baseline"].read_bytes() == before
    shell("baseline", stored["ref"], stored["narrow"], "-o", stored["baseline"])
    assert gate(stored, "wide", "--margin", "0.5%", "--update").exit_code == 0
    assert gate(stored, "narrow").exit_code == 3


def test_the_summary_has_the_samples_that_got_worse_most_with_alignments(stored, tmp_path):
    gate(stored, "narrow", "--margin", "0.5%", "--markdown", tmp_path / "gate.md")
    written = (tmp_path / "gate.md").read_text()
    assert written.startswith("## ❌ Worse than the baseline\n")
    assert "| wer | worse | 24.23 % | 33.95 % | +9.72 points |" in written
    assert written.count("```text\nREF: ") == 10


def test_texts_of_a_summary_are_no_markdown(files, tmp_path):
    for name in ("ref", "wide", "narrow"):
        text = "a b" if name != "narrow" else "``` <img> **x**"
        rows = "".join(f"<b>|{number},{text}\n" for number in range(30))
        files[name].write_text(f"id,text\n{rows}")
    shell("baseline", files["ref"], files["wide"], "-o", files["baseline"])
    gate(files, "narrow", "--margin", "0.5%", "--markdown", tmp_path / "gate.md")
    written = (tmp_path / "gate.md").read_text()
    assert written.count("```") == 20  # the fences of ten samples
    assert "**&lt;b>\\|0: 0.00 % to " in written


def test_a_report_for_programs_fails_where_it_is_worse(stored, tmp_path):
    path = tmp_path / "gate.xml"
    gate(stored, "narrow", "--margin", "0.5%", "--junit", path)
    suite = ElementTree.parse(path).getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("1", "1")
    assert suite.find("testcase/failure").get("message").startswith("WER 24.23 % to 33.95 %")
    gate(stored, "narrow", "--margin", "10%", "--junit", path)
    assert ElementTree.parse(path).getroot().get("failures") == "0"


def test_mapsswe_is_added_to_a_baseline_with_edits(files):
    shell("baseline", files["ref"], files["wide"], "-o", files["baseline"], "--with-edits")
    done = gate(files, "narrow", "--margin", "0.5%", "--mapsswe", "--json")
    assert json.loads(done.stdout)["gates"][0]["mapsswe"] < 1e-6


def test_a_plan_needs_no_second_system_and_fewer_samples_with_one(stored):
    words = ["--baseline", stored["baseline"], "--plan", "--margin", "0.5%"]
    alone, pairs = shell("gate", *words), shell("gate", stored["ref"], stored["narrow"], *words)
    counts = [int(done.stdout.split()[1].replace(",", "")) for done in (alone, pairs)]
    assert counts[0] > counts[1] > 600
    assert "worse by 1.00 points, at a margin of 0.50 points, 80 % of the time" in alone.stdout


@pytest.mark.parametrize("kept", ["--with-texts", "--with-edits", None])
def test_a_new_baseline_keeps_what_the_old_one_kept(files, tmp_path, kept):
    words = [kept] if kept else []
    shell("baseline", files["ref"], files["narrow"], "-o", files["baseline"], *words)
    before = Baseline.read(files["baseline"])
    done = gate(files, "wide", "--margin", "1%", "--update", "--markdown", tmp_path / "gate.md")
    assert done.exit_code == 0
    after = Baseline.read(files["baseline"])
    assert after.rows.schema.equals(before.rows.schema)
    assert (after.has_texts, after.has_edits) == (kept == "--with-texts", kept == "--with-edits")


def test_an_update_of_some_metrics_is_refused(files):
    words = ["-m", "wer", "-m", "cer"]
    shell("baseline", files["ref"], files["narrow"], "-o", files["baseline"], *words)
    done = gate(files, "wide", "--margin", "1%", "--update", "-m", "wer")
    assert done.exit_code == 2
    assert "writes all metrics of the baseline anew: wer, cer" in done.stderr


@pytest.mark.parametrize("lost", ["samples", "ids", "groups"])
def test_an_update_never_loses_samples_ids_or_groups(files, tmp_path, lost):
    words = ["--groups", files["groups"]] if lost == "groups" else []
    shell("baseline", files["ref"], files["narrow"], "-o", files["baseline"], *words)
    before = files["baseline"].read_bytes()
    given = ["--margin", "1%", "--missing", "drop", "--update"]
    for side in ("ref", "wide"):
        rows = files[side].read_text().splitlines()
        if lost == "samples":
            rows = rows[:31]
        if lost == "ids":
            rows = [row.partition(",")[2] for row in rows]
            given = ["--margin", "1%", "--by-order", "--update"]
        files[side].write_text("\n".join(rows) + "\n")
    done = gate(files, "wide", *given)
    assert done.exit_code == 2
    assert "--update would write a baseline with fewer samples" in done.stderr
    assert files["baseline"].read_bytes() == before


def test_few_samples_and_those_that_were_left_out_are_said(stored):
    for side in ("ref", "narrow"):
        rows = stored[side].read_text().splitlines()
        stored[side].write_text("\n".join(rows[:11]))
    done = gate(stored, "narrow", "--margin", "1%", "--missing", "drop")
    assert "590 samples of one side alone were left out" in done.stderr
    assert "10 samples give only a rough interval: a reliable one takes 20 or more" in done.stderr


@pytest.mark.parametrize("option", ["--markdown", "--junit"])
def test_no_output_takes_the_place_of_an_input_or_of_another_output(stored, tmp_path, option):
    before = stored["ref"].read_text()
    twice = ["--markdown", tmp_path / "a", "--junit", tmp_path / "a"]
    refused = [
        gate(stored, "narrow", "--margin", "1%", option, stored["ref"]),
        gate(stored, "narrow", "--margin", "1%", option, stored["baseline"]),
        gate(stored, "narrow", "--margin", "1%", *twice),
        shell("baseline", stored["ref"], stored["wide"], "-o", stored["ref"]),
    ]
    assert {done.exit_code for done in refused} == {2}
    assert stored["ref"].read_text() == before


def test_a_plan_is_of_the_metrics_that_are_asked_for_and_of_the_same_settings(files):
    words = ["-m", "wer", "-m", "cer"]
    shell("baseline", files["ref"], files["wide"], "-o", files["baseline"], *words)
    plan = ["--plan", "--margin", "0.5%"]
    told = json.loads(gate(files, "narrow", *plan, "-m", "wer", "--json").stdout)
    assert [*told["plans"]] == ["wer"]
    assert gate(files, "narrow", *plan, "--normalizer", "lower").exit_code == 2
    one = shell("gate", files["ref"], "--baseline", files["baseline"], *plan)
    assert (one.exit_code, "give both files" in one.stderr) == (2, True)


def test_of_few_samples_no_bounds_and_no_p_value_are_shown(files, tmp_path):
    for side in ("ref", "wide", "narrow"):
        files[side].write_text("\n".join(files[side].read_text().splitlines()[:5]))
    shell("baseline", files["ref"], files["wide"], "-o", files["baseline"], "--with-edits")
    summary, report = tmp_path / "gate.md", tmp_path / "gate.xml"
    asked = ["--margin", "1%", "--mapsswe", "--markdown", summary, "--junit", report]
    done = gate(files, "narrow", *asked)
    reason = "4 samples are too few for an interval or a verdict: it takes 5 or more"
    for text in (done.output, summary.read_text(), report.read_text()):
        assert text.count(reason) == 1
        assert "undecided" in text
        assert not re.search(r"bounds -?\d|MAPSSWE|p-value|would decide", text)
    assert "| none |" in summary.read_text()
    assert gate(files, "narrow", *asked[:2], "--undecided", "fail").exit_code == 4


def test_what_is_read_for_several_metrics_is_said_once(files):
    words = ["-m", "wer", "-m", "cer"]
    done = shell("baseline", files["ref"], files["wide"], "-o", files["baseline"], *words)
    for told in (done, gate(files, "narrow", "--margin", "1%")):
        lines = told.stderr.splitlines()
        assert len(lines) == len({*lines})
        assert any("600 samples" in line for line in lines)


def moved(path, folder):
    """Write a file again with the ids as paths in a folder, and return it."""
    heading, *rows = path.read_text().splitlines()
    path.write_text("\n".join([heading, *(f"{folder}/{row}" for row in rows)]) + "\n")
    return path


def test_a_baseline_of_another_machine_is_paired_by_file_names_and_that_is_said(files, tmp_path):
    for name in ("ref", "wide"):
        moved(files[name], "/mnt/corpus")
    shell("baseline", files["ref"], files["wide"], "-o", files["baseline"])
    files["ref"].write_text(files["ref"].read_text().replace("/mnt/corpus", "/home/ann"))
    moved(files["narrow"], "/home/ann")
    done = gate(files, "narrow", "--margin", "1%", "--markdown", tmp_path / "gate.md")
    assert done.exit_code == 3, done.stderr
    assert "worse by 9.72 points" in done.stdout
    assert "paired with those of the baseline by the file names of their ids" in done.stderr
    assert "paired with those of the baseline by file names" in (tmp_path / "gate.md").read_text()


@pytest.mark.parametrize("metrics", [["-m", "wer", "-m", "cer"], ["-m", "anls"]])
def test_a_baseline_with_texts_is_scored_again_after_corrections_of_references(
    files, tmp_path, metrics
):
    kept = ["--with-texts", "--groups", files["groups"], *metrics]
    shell("baseline", files["ref"], files["wide"], "-o", files["baseline"], *kept)
    rows = files["ref"].read_text().splitlines()
    rows[4], rows[7] = f"{rows[4]} indeed", "6,other words"
    files["ref"].write_text("\n".join(rows) + "\n")
    refused = gate(files, "narrow", "--margin", "1%")
    assert (refused.exit_code, "--rescore" in refused.stderr) == (2, True)
    done = shell("baseline", files["ref"], "--rescore", files["baseline"])
    assert done.exit_code == 0, done.stderr
    assert done.stdout.endswith("2 with other references\n")
    expected = tmp_path / "expected.parquet"
    shell("baseline", files["ref"], files["wide"], "-o", expected, *kept)
    found, expected = (Baseline.read(path) for path in (files["baseline"], expected))
    assert (found.metrics, found.rows.to_pylist()) == (expected.metrics, expected.rows.to_pylist())
    assert gate(files, "wide", "--margin", "0%").exit_code == 0


@pytest.mark.parametrize(
    ("kept", "words", "message"),
    [
        ([], [], "since it was written without --with-texts"),
        (["--with-texts"], ["-m", "wer"], "scores all metrics of the baseline"),
        (["--with-texts"], ["--normalizer", "lower"], "normalizer none, now lower"),
        (["--with-texts"], ["hyp"], "references and predictions with --output, or references"),
    ],
)
def test_what_cannot_be_scored_again_is_refused_and_the_baseline_stays(files, kept, words, message):
    shell("baseline", files["ref"], files["wide"], "-o", files["baseline"], *kept)
    before = files["baseline"].read_bytes()
    done = shell("baseline", files["ref"], *words, "--rescore", files["baseline"])
    assert done.exit_code == 2
    assert message in done.stderr
    assert files["baseline"].read_bytes() == before


def test_a_baseline_needs_a_file_to_write(files):
    assert shell("baseline", files["ref"], files["wide"]).exit_code == 2
    assert shell("baseline", files["ref"], "-o", files["baseline"]).exit_code == 2
