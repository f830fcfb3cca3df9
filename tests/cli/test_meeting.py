"""``levmetrics meeting``: sessions of several speakers, together and one by one."""

import json
from pathlib import Path

import pytest

import levmetrics as lm
from levmetrics.formats.sessions.stm import Stm
from tests.shell import shell

REFERENCE = """\
S1 1 anna 0.0 1.2 good morning everyone
S1 1 ben 1.5 2.0 hi anna
S2 1 anna 0.0 1.0 今日はいい天気です
"""
HYPOTHESIS = """\
S1 1 x 0.0 2.0 good morning everyone hi anna
S2 1 y 0.0 1.0 今日は良い天気です
"""
NIST = Path(__file__).parents[1] / "data/nist/diarization"


@pytest.fixture
def files(tmp_path):
    (tmp_path / "ref.stm").write_text(REFERENCE)
    (tmp_path / "hyp.stm").write_text(HYPOTHESIS)
    return ["-r", tmp_path / "ref.stm", "-p", tmp_path / "hyp.stm"]


def run(*arguments):
    return shell("meeting", *arguments)


def test_json_has_the_numbers_of_all_sessions_and_of_each(files):
    found = json.loads(run("cp", *files, "--explain", "--json").stdout)
    names = ("score", "errors", "substitutions", "deletions", "insertions", "reference_length")
    assert [found[name] for name in names] == [5 / 6, 5, 1, 2, 2, 6]
    first = found["sessions"]["S1"]
    assert (first["score"], first["errors"], first["errors_of_speakers"]) == (4 / 5, 4, 4)
    assert first["streams"][1] == {
        "reference": "ben",
        "hypothesis": None,
        "substitutions": 0,
        "deletions": 2,
        "insertions": 0,
        "hits": 0,
    }
    assert "metric:meeting:cp|" in found["signature"]


@pytest.mark.parametrize("config", ["orc", "mimo", "dicp", "greedy_orc", "tcorc", "ditcp"])
def test_every_config_says_what_score_says(files, config):
    found = json.loads(run(config, *files, "--json").stdout)
    sides = (lm.read_sessions(files[place]) for place in (3, 1))
    assert found["score"] == lm.score(*sides, f"meeting:{config}").score


def test_timed_words_are_read_beside_segments(files, tmp_path):
    words = ["good", "morning", "everyone", "hi", "anna"]
    lines = [f"S1 x {second} 1 {word}\n" for second, word in enumerate(words)]
    (tmp_path / "hyp.ctm").write_text("".join([*lines, "S2 y 0 1 今日は良い天気です\n"]))
    found = json.loads(run("cp", *files[:3], tmp_path / "hyp.ctm", "--json").stdout)
    assert found["score"] == json.loads(run("cp", *files, "--json").stdout)["score"] == 5 / 6
    done = run("cp", *files[:3], tmp_path / "hyp.ctm", "--format", "stm")
    assert "hyp.ctm, line 1 has the end 'good', which is not a number" in done.stderr


def test_the_tables_have_a_row_for_each_session_and_what_its_errors_are_due_to(files):
    ran = run("tcp", *files, "--collar", "0.5", "--explain")
    assert ran.exit_code == 0, ran.stderr
    rows = [line.split() for line in ran.stdout.splitlines()]
    assert ["session", "tokens", "errors", "by", "speaker", "by", "time", "tcpWER"] in rows
    assert ["S1", "5", "4", "4", "0", "80.00", "%"] in rows


@pytest.mark.parametrize("config", ["cp", "tcp", "orc", "tcorc", "greedy_orc", "dicp", "mimo"])
def test_nothing_is_explained_unless_asked(files, monkeypatch, config):
    def explains(*_, **__):
        raise AssertionError("a session was explained")

    monkeypatch.setattr("levmetrics.meetings.session_metric.explained_session", explains)
    ran = run(config, *files, "--json")
    assert ran.exit_code == 0, ran.stderr
    assert {"score", "errors"} <= {*json.loads(ran.stdout)["sessions"]["S1"]}
    assert run(config, *files).stdout.count("S1") == 1
    sides = (lm.read_sessions(files[place]) for place in (3, 1))
    lm.score(*sides, config).to_baseline(files[1].with_suffix(".parquet"))
    assert run(config, *files, "--explain").exit_code == 1


@pytest.mark.parametrize("command", [["meeting", "cp"], ["score", "cp"], ["meeting", "der"]])
def test_files_are_read_once_but_for_a_look_at_their_start(files, monkeypatch, command):
    lines = []
    read = Stm.segment
    monkeypatch.setattr(Stm, "segment", lambda *given: lines.append(1) or read(*given))
    for path, text in zip(files[1::2], (REFERENCE, HYPOTHESIS), strict=True):
        more = "".join(text.replace("S", f"T{number}") for number in range(100))
        Path(path).write_text(text + more)
    ran = shell(*command, *files)
    assert ran.exit_code == 0, ran.stderr
    assert 505 <= len(lines) < 520


def test_a_session_too_large_to_explain_is_scored_and_says_so(files, monkeypatch):
    monkeypatch.setattr("levmetrics.meetings.explanation._MOST_PAIRS", 5)
    said = "S1 is scored, but too large to explain: 5 by 5 tokens are more than 5 pairs"
    ran = run("cp", *files, "--explain")
    assert ran.exit_code == 0, ran.stderr
    assert ran.stdout.count(said) == 1
    rows = [line.split() for line in ran.stdout.splitlines()]
    assert ["S1", "5", "4", "–", "80.00", "%"] in rows
    found = json.loads(run("cp", *files, "--explain", "--json").stdout)["sessions"]
    assert found["S1"]["unexplained"].startswith(said)
    assert found["S2"]["errors_of_speakers"] == 0
    command = ["align", str(files[1]), str(files[3]), "--config", "cp"]
    ran = shell(*command)
    assert (ran.exit_code, ran.stdout.count(said)) == (0, 1)
    aligned = json.loads(shell(*command, "--json").stdout)["alignments"]
    assert aligned[0]["unexplained"].startswith(said)
    assert aligned[1]["streams"][0]["substitutions"] == 1


def test_of_many_sessions_that_are_not_explained_few_say_so(tmp_path, monkeypatch):
    monkeypatch.setattr("levmetrics.meetings.explanation._MOST_PAIRS", 0)
    path = tmp_path / "ref.stm"
    path.write_text("".join(f"S{number} 1 anna 0 1 yes\n" for number in range(1_008)))
    ran = run("cp", "-r", path, "-p", path, "--explain")
    assert ran.stdout.count("too large to explain") == 5
    assert "and so for 1,003 more; --json names all" in ran.stdout


@pytest.mark.parametrize("test", ["sd_test1", "sd_test2", "sd_test3"])
def test_times_of_diarization_are_in_seconds_as_nist_published_them(test):
    files = ["-r", NIST / f"{test}.ref.rttm", "-p", NIST / f"{test}.sys.rttm"]
    options = ["--uem", NIST / f"{test}.uem", "--no-overlap", "--json"]
    found = json.loads(run("der", *files, *options).stdout)
    published = (NIST / f"{test}.output.saved").read_text()
    scored = published.split("SCORED SPEAKER TIME =")[-1].split()[0]
    assert found["scored"] == float(scored)
    assert {*found} == {
        *("score", "missed", "false_alarm", "confusion", "scored", "sessions", "signature")
    }


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ("wer", "unknown metric of sessions 'wer'"),
        ("tpc", "did you mean 'tcp'"),
    ],
)
def test_a_config_of_other_samples_is_refused(files, config, message):
    ran = run(config, *files)
    assert ran.exit_code == 2
    assert message in ran.stderr


def test_a_session_that_one_side_lacks_is_named_or_scored_as_empty(files):
    Path(files[3]).write_text(HYPOTHESIS.splitlines()[0] + "\n")
    ran = run("cp", *files)
    assert ran.exit_code == 2
    assert "S2" in ran.stderr
    found = json.loads(run("cp", *files, "--missing", "empty", "--json").stdout)
    assert found["sessions"]["S2"]["deletions"] == 1


def test_alternatives_of_stm_files_are_right_in_cp_and_refused_elsewhere(files):
    path = Path(files[1])
    path.write_text(REFERENCE.replace("hi anna", "{ hi / hello } anna"))
    assert json.loads(run("cp", *files, "--json").stdout)["sessions"]["S1"]["errors"] == 4
    ran = run("orc", *files)
    assert ran.exit_code == 2
    assert "ref.stm, line 2 has alternatives" in ran.stderr
    path.write_text(REFERENCE)
    Path(files[3]).write_text("S1 1 x 0 1 { a / b }\n")
    assert "which only references may have" in run("cp", *files).stderr


@pytest.mark.parametrize("read", ["file", "folder"])
def test_a_folder_has_the_alternatives_encoding_and_format_of_its_files(tmp_path, read):
    said, found = tmp_path / "ref/S1.stm", tmp_path / "hyp/S1.stm"
    for path, words in ((said, "{ 晴れ / 快晴 } です"), (found, "晴れ です")):
        path.parent.mkdir()
        path.write_text(f"S1 1 anna 0 1 {words}\n")
    sides = [path.parent if read == "folder" else path for path in (said, found)]
    given = ["-r", sides[0], "-p", sides[1]]
    assert json.loads(run("cp", *given, "--json").stdout)["errors"] == 0
    refused = run("orc", *given)
    assert "S1.stm, line 1 has alternatives" in refused.stderr
    assert "or take meeting:cp" in refused.stderr
    assert run("der", *given).exit_code == 0, "it scores no words"
    (tmp_path / "ref/S1.rttm").write_text("SPEAKER S1 1 0 1 <NA> <NA> anna <NA> <NA>\n")
    assert json.loads(run("cp", *given, "--format", "stm", "--json").stdout)["errors"] == 0


def test_the_encoding_of_a_file_is_detected(tmp_path):
    for name in ("ref.stm", "hyp.stm"):
        (tmp_path / name).write_text("S1 1 anna 0 1 今日 は いい 天気 です\n", encoding="cp932")
    ran = run("cp", "-r", tmp_path / "ref.stm", "-p", tmp_path / "hyp.stm", "--json")
    assert json.loads(ran.stdout)["errors"] == 0
    assert "ref.stm is read as Shift_JIS" in ran.stderr


@pytest.mark.parametrize("option", [["--level", "line"], ["--whole"]])
def test_options_of_pages_are_refused(files, option):
    assert run("cp", *files, *option).exit_code == 2


def test_align_shows_the_streams_of_each_session(files):
    command = ["align", str(files[1]), str(files[3]), "--config", "cp"]
    ran = shell(*command)
    assert "4 of 4 errors are due to the wrong speaker: they disappear" in ran.stdout
    assert ["ben", "no", "one", "0", "0", "2", "0"] in [
        line.split() for line in ran.stdout.splitlines()
    ]


def test_a_report_names_the_session_of_the_file_that_cannot_be_scored(tmp_path):
    segments = [{"session_id": "S1", "speaker": "anna", "words": "hi"}]
    for side in ("ref", "hyp"):
        (tmp_path / f"{side}.json").write_text(json.dumps(segments))
    paths = [str(tmp_path / name) for name in ("ref.json", "hyp.json", "out.html")]
    found = shell("report", "der", "-r", paths[0], "-p", paths[1], "-o", paths[2])
    assert "Error: ref.json, segments, id S1 has segments without" in found.stderr
