"""Sessions are read from files, folders and tables alike, and written as they are read."""

import json
from decimal import Decimal
from zipfile import ZipFile

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import levmetrics as lm
from levmetrics import InputError
from levmetrics.formats.files import detected_table, table
from levmetrics.formats.session_files import (
    matched_sessions,
    read_uem,
)
from levmetrics.formats.sessions.session_format import SESSION_FORMATS, WrittenFormat
from levmetrics.formats.source import Source
from levmetrics.meetings.sample_kind import TURNS
from tests.formats.sessions import listed, segment
from tests.packages import needs

ROWS = [
    segment("S1", "anna", "good morning", 0.5, 1.25),
    segment("S2", "ben", "", None, None),
    segment("S1", "ben", "今日は", 1.0, 2.0),
]
SESSIONS = {"S1": [ROWS[0], ROWS[2]], "S2": [ROWS[1]]}


def test_a_list_of_segments_is_grouped_by_session():
    assert lm.read_sessions(ROWS) == SESSIONS
    assert [*lm.read_sessions(reversed(ROWS))] == ["S1", "S2"]
    assert lm.read_sessions([]) == {}


def test_times_may_be_of_any_type_of_numbers():
    times = {"start_time": Decimal("0.1"), "end_time": np.float32(0.5)}
    (row,) = lm.read_sessions([{"session_id": 7, "speaker": np.int8(1), **times}])["7"]
    assert row == segment("7", "1", "", 0.1, 0.5)
    assert {*map(type, (row["start_time"], row["end_time"]))} == {float}


def test_a_table_arrow_has_a_segment_a_row():
    table = pa.Table.from_pylist(ROWS)
    assert lm.read_sessions(table) == SESSIONS
    assert lm.read_sessions(table.to_batches()[0]) == SESSIONS
    renamed = table.rename_columns(["meeting", "who", "words", "start_time", "end_time"])
    assert lm.read_sessions(renamed, session="meeting", speaker="who") == SESSIONS
    without = table.drop_columns(["words", "start_time", "end_time"])
    assert lm.read_sessions(without)["S2"] == [segment("S2", "ben")]


@needs("pandas")
def test_a_frame_of_pandas_has_a_segment_a_row():
    import pandas as pd

    frame = pd.DataFrame(ROWS).set_index(pd.Index([5, 5, 7]))
    assert lm.read_sessions(frame) == SESSIONS
    with pytest.raises(InputError, match=r"source cannot be read as a table of Arrow \("):
        lm.read_sessions(pd.DataFrame({"session_id": ["a", 1], "speaker": ["a", "b"]}))


@needs("polars")
def test_a_frame_of_polars_has_a_segment_a_row():
    import polars as pl

    assert lm.read_sessions(pl.DataFrame(ROWS)) == SESSIONS
    frame = pl.DataFrame({**ROWS[0], "start_time": float("nan")})
    with pytest.raises(InputError, match="row 1 has start_time 'nan', which is not a number"):
        lm.read_sessions(frame)


def test_a_column_that_is_missing_is_named():
    with pytest.raises(InputError, match="source, row 1: meeting is None"):
        lm.read_sessions(ROWS, session="meeting")


@pytest.mark.parametrize("source", [None, 7, b"a.stm", {"S1": ROWS}, ["a.stm", ROWS[0]]])
def test_what_is_no_source_is_refused(source):
    with pytest.raises(InputError, match=r"^source is (None|of type \w+); give a path"):
        lm.read_sessions(source)


def test_options_that_a_source_does_not_take_are_refused(tmp_path):
    for option, value in {"format": "stm", "encoding": "cp932"}.items():
        with pytest.raises(InputError, match=f"^{option} is given with a table; leave it out"):
            lm.read_sessions(ROWS, **{option: value})
    for option in ("session", "speaker"):
        with pytest.raises(InputError, match=f"^{option} is given with files; leave it out"):
            lm.read_sessions(tmp_path / "a.stm", **{option: "name"})


def test_a_folder_has_the_sessions_of_all_its_files(tmp_path):
    (tmp_path / "eval").mkdir()
    lm.write_sessions({"S1": SESSIONS["S1"]}, tmp_path / "eval" / "S1.json")
    lm.write_sessions({"S2": SESSIONS["S2"]}, tmp_path / "S2.json")
    (tmp_path / "eval" / "S1.wav").write_bytes(b"RIFF\0")
    assert lm.read_sessions(tmp_path) == SESSIONS
    twice = [tmp_path / "S2.json", tmp_path / "eval", tmp_path / "S2.json"]
    assert lm.read_sessions(twice[:2]) == lm.read_sessions(twice) == SESSIONS


def test_zip_files_are_read_like_folders(tmp_path):
    for number, name in enumerate(SESSIONS):
        with ZipFile(tmp_path / f"{number}.zip", "w") as archive:
            segments = lm.read_sessions([row for row in ROWS if row["session_id"] == name])
            lm.write_sessions(segments, tmp_path / "a.json")
            archive.write(tmp_path / "a.json", "eval/a.json")
            archive.writestr("eval/a.wav", "RIFF")
    assert lm.read_sessions([tmp_path / "0.zip", tmp_path / "1.zip"]) == SESSIONS
    file = detected_table(Source(tmp_path / "0.zip"), column=TURNS.column)
    assert file.file_format.read_as(file.source) == "seglst"
    assert [*file.batches(["id"])] == [(["S1"],)]
    with ZipFile(tmp_path / "0.zip", "a") as archive:
        archive.writestr("a.stm", "S1 1 anna 0\n")
    with pytest.raises(InputError, match=r"^0\.zip has files of several formats, seglst, stm, "):
        lm.read_sessions(tmp_path / "0.zip")
    with pytest.raises(InputError, match=r"^a\.stm, line 1 has 4 fields"):
        lm.read_sessions(tmp_path / "0.zip", format="stm")
    with pytest.raises(InputError, match=r"^0\.zip has no files of sessions; .*: \.rttm$"):
        lm.read_sessions(tmp_path / "0.zip", format="rttm")


def test_files_of_a_folder_are_named_by_their_paths(tmp_path):
    for folder in ("dev", "eval"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.stm").write_text("S1 1 anna 0 1\n")
    (tmp_path / "eval" / "a.stm").write_text("S1 1 anna 0\n")
    with pytest.raises(InputError, match=r"^eval[/\\]a\.stm, line 1 has 4 fields"):
        lm.read_sessions(tmp_path)


def test_a_folder_of_several_formats_is_read_by_the_one_that_is_named(tmp_path):
    for name in ("S1.stm", "S1.json"):
        lm.write_sessions({"S1": SESSIONS["S1"]}, tmp_path / name)
    with pytest.raises(InputError, match=r"several formats, seglst, stm, which may be of the same"):
        lm.read_sessions(tmp_path)
    assert lm.read_sessions(tmp_path, format="stm") == {"S1": SESSIONS["S1"]}
    with pytest.raises(InputError, match=r"has no files of sessions; .*: \.rttm$"):
        lm.read_sessions(tmp_path, format="rttm")


@pytest.mark.parametrize("name", ["stn", ["stm"], 7])
def test_a_format_that_is_none_is_refused(tmp_path, name):
    with pytest.raises(InputError, match="unknown session format"):
        lm.read_sessions(tmp_path / "a.stm", format=name)


@pytest.mark.parametrize("name", ["a.stm", "a.json", "a.rttm", "a.ctm", "a.vtt", "a.TextGrid"])
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "it is a PNG picture"),
        (b"S1\0 1", "it holds U+0000"),
        ("S1 1 anna".encode("utf-16-le"), "U+0000"),
        ("S1 1 アンナ 0 1 今日は".encode("cp932"), "Shift_JIS"),
    ],
    ids=["picture", "zero", "utf-16", "cp932"],
)
def test_what_is_no_text_is_refused_by_every_format(tmp_path, name, content, said):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        lm.read_sessions(path)
    assert str(caught.value).startswith(f"{name} cannot be read: ")
    assert said in str(caught.value)


def test_an_empty_file_of_lines_has_no_sessions(tmp_path):
    for name in ("a.stm", "a.ctm", "a.rttm"):
        (tmp_path / name).touch()
        assert lm.read_sessions(tmp_path / name) == {}


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(InputError, match=r"^a\.stm cannot be read: No such file"):
        lm.read_sessions(tmp_path / "a.stm")


def test_a_file_of_seglst_has_a_segment_a_line_and_no_times_that_are_not_known(tmp_path):
    lm.write_sessions(SESSIONS, tmp_path / "a.json")
    text = (tmp_path / "a.json").read_text("utf-8")
    assert len(text.splitlines()) == len(ROWS) + 2
    assert json.loads(text)[2] == {"session_id": "S2", "speaker": "ben", "words": ""}
    lm.write_sessions({}, tmp_path / "a.json")
    assert (tmp_path / "a.json").read_text("utf-8") == "[]\n"


def test_a_file_of_rttm_has_who_speaks_when(tmp_path):
    lm.write_sessions({"S1": [segment("S1", "anna", "yes", 0.1, 0.3)]}, tmp_path / "a.rttm")
    line = "SPEAKER S1 1 0.1 0.2 <NA> <NA> anna <NA> <NA>\n"
    assert (tmp_path / "a.rttm").read_text() == line


def test_the_id_of_a_session_is_its_key(tmp_path):
    lm.write_sessions({"new": SESSIONS["S1"]}, tmp_path / "a.json")
    assert [*lm.read_sessions(tmp_path / "a.json")] == ["new"]


@pytest.mark.parametrize(
    ("changed", "suffix", "message"),
    [
        (
            {"speaker": "anna lee"},
            ".stm",
            " cannot be a line of stm: names are without white space",
        ),
        ({"speaker": "山田　太郎"}, ".rttm", " cannot be a line of rttm"),
        ({"speaker": ""}, ".stm", " cannot be a line of stm"),
        ({"words": "two\nlines"}, ".stm", " cannot be a line of stm"),
        ({"words": "two\u2028lines"}, ".stm", " cannot be a line of stm"),
        ({"words": "@ home"}, ".stm", " cannot be a line of stm"),
        ({"words": "<unk> so"}, ".stm", " cannot be a line of stm"),
        ({"words": "<ALT>"}, ".stm", " cannot be a line of stm"),
        ({"words": "ignore_time_segment_in_scoring"}, ".stm", " cannot be a line of stm"),
        ({"words": "a\x00"}, ".stm", " cannot be a line of stm"),
        (
            {"end_time": None},
            ".stm",
            " has no start_time or no end_time, so no line of",
        ),
        ({"start_time": None}, ".rttm", " has no start_time or no end_time"),
        (
            {"words": "\ud800"},
            ".json",
            " has the lone surrogate U+D800 at character 0; every words",
        ),
        ({"end_time": 0}, ".json", " ends at 0.0, before it begins, at 0.5"),
        ({"speaker": None}, ".json", ": speaker is None"),
    ],
)
def test_a_segment_that_cannot_be_written_is_named(tmp_path, changed, suffix, message):
    path = tmp_path / f"a{suffix}"
    path.write_text("as it was")
    with pytest.raises(InputError) as caught:
        lm.write_sessions({"S1": [ROWS[0], {**ROWS[0], **changed}]}, path)
    assert str(caught.value).startswith(f"sessions['S1'][1]{message}")
    assert path.read_text() == "as it was"
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize("name", [";;", "\ufeff", "S 1", ""])
def test_the_id_of_a_session_that_is_no_field_is_refused(tmp_path, name):
    with pytest.raises(InputError, match="cannot be a line of stm"):
        lm.write_sessions({name: SESSIONS["S1"]}, tmp_path / "a.stm")


@pytest.mark.parametrize(
    ("sessions", "place"),
    [(ROWS, "sessions"), ({"S1": None}, "sessions['S1']"), ({"S1": ["a"]}, "sessions['S1'][0]")],
)
def test_what_is_no_sessions_is_refused(tmp_path, sessions, place):
    with pytest.raises(InputError) as caught:
        lm.write_sessions(sessions, tmp_path / "a.json")
    assert str(caught.value).startswith(f"{place} is ")


def test_another_suffix_is_refused(tmp_path):
    for name in ("a.ctm", "a.stm.gz", "a", "a.jsonl"):
        with pytest.raises(InputError, match=r"its suffix names no known format; name it \.json"):
            lm.write_sessions(SESSIONS, tmp_path / name)


def test_each_format_that_is_written_has_a_suffix_of_its_own():
    written = [kind for kind in SESSION_FORMATS.values() if isinstance(kind, WrittenFormat)]
    assert {kind.suffixes[0] for kind in written} == {".json", ".stm", ".rttm"}


TIMES = st.one_of(st.floats(0, 1e6), st.integers(0, 1000))
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))


@st.composite
def sessions(draw):
    """Sessions of segments with any text, and times or none."""
    of_all = {}
    for name in draw(st.lists(TEXTS, unique=True, max_size=3)):
        times = draw(st.lists(st.tuples(TIMES, TIMES), min_size=1, max_size=4))
        rows = of_all[name] = []
        for pair in times:
            start, end = sorted(map(float, pair))
            rows.append(segment(name, draw(TEXTS), draw(TEXTS), start, end))
    return of_all


@given(sessions())
def test_seglst_holds_all_that_is_written(tmp_path_factory, written):
    path = tmp_path_factory.getbasetemp() / "a.json"
    lm.write_sessions(written, path)
    assert lm.read_sessions(path) == written


@pytest.mark.parametrize("suffix", [".stm", ".rttm"])
@given(sessions())
def test_a_line_holds_what_is_written_or_it_is_refused(tmp_path_factory, suffix, written):
    path = tmp_path_factory.getbasetemp() / f"a{suffix}"
    try:
        lm.write_sessions(written, path)
    except InputError as error:
        assert error.code == "sessions.not_in_a_line"  # noqa: PT017  # another one is a fault
        return
    held = [
        {**row, "words": "" if suffix == ".rttm" else row["words"].strip()}
        for row in listed(written)
    ]
    assert listed(lm.read_sessions(path)) == held


WORD = st.text(st.characters(categories=["L", "M", "N", "S", "P"]), min_size=1).filter(
    lambda word: word != "@" and "<" not in word and ";" not in word
)


@given(st.lists(st.tuples(WORD, WORD, st.lists(WORD), TIMES, TIMES), min_size=1))
def test_stm_holds_letters_and_marks_of_every_script(tmp_path_factory, rows):
    written = {}
    for name, speaker, words, *times in rows:
        start, end = sorted(map(float, times))
        row = segment(name, speaker, " ".join(words), start, end)
        written.setdefault(name, []).append(row)
    path = tmp_path_factory.getbasetemp() / "a.stm"
    lm.write_sessions(written, path)
    assert lm.read_sessions(path) == written


def test_both_sides_are_matched_by_the_ids_of_sessions():
    rows = [{"session_id": name, "speaker": "a", "words": name} for name in ("S1", "S2")]
    by_id = lm.read_sessions(rows)
    backwards = dict(reversed(by_id.items()))
    table = pa.Table.from_pylist(rows)
    for given_preds, given_target in ((backwards, by_id), (rows[::-1], rows), (table, by_id)):
        preds, target, ids = matched_sessions(given_preds, given_target)
        assert ids == ["S1", "S2"]
        assert [[row["words"] for row in session] for session in preds] == [["S1"], ["S2"]]
        assert [session[0]["words"] for session in target] == ids
    lists = [[rows[0]], [rows[1]]]
    assert matched_sessions(lists, lists) == (lists, lists, None)


@pytest.mark.parametrize(
    ("preds", "target", "message"),
    [
        ({}, {"S1": []}, "predictions lacks sessions that references has: S1"),
        ({"S1": [], "S2": []}, {"S1": []}, "references lacks sessions that predictions has: S2"),
        ([[]], {"S1": []}, "references has sessions by their ids, but predictions is a list"),
        ([{"speaker": "a", "words": ""}], [[]], "predictions is a list of segments, of which one"),
    ],
)
def test_sides_that_do_not_fit_are_named(preds, target, message):
    with pytest.raises(InputError, match=message):
        matched_sessions(preds, target)


def test_a_uem_file_has_the_parts_of_each_session(tmp_path):
    path = tmp_path / "a.uem"
    path.write_text(";; a comment\nS1 1 0 1.5\nS2 A 3 4\n\nS1 1 2 3\n")
    assert read_uem(path) == {"S1": [(0.0, 1.5), (2.0, 3.0)], "S2": [(3.0, 4.0)]}
    for line in ("S1 1 0", "S1 1 x 2", "S1 1 0 nan", "my file 1 2 5"):
        path.write_text(line)
        with pytest.raises(InputError, match=r"a\.uem, line 1"):
            read_uem(path)


def test_alternatives_of_stm_files_stay_or_are_refused_and_those_of_others_are_text(tmp_path):
    path = tmp_path / "a.stm"
    path.write_text("S1 1 anna 0 1 { a / b }\n")
    kind = table(Source(path), column="segments").file_format
    assert kind.has_alternatives
    ((_, segments),) = kind.rows(Source(path))
    assert segments[0]["words"] == "{ a / b }"
    refusing = kind.refusing_alternatives("which are not wanted")
    assert not refusing.has_alternatives
    with pytest.raises(InputError, match=r"a\.stm, line 1 has alternatives"):
        [*refusing.rows(Source(path))]
    path = tmp_path / "a.json"
    path.write_text('[{"session_id": "S1", "speaker": "a", "words": "{ a / b }"}]')
    kind = table(Source(path), column="segments").file_format.refusing_alternatives(
        "which are not wanted"
    )
    ((_, segments),) = kind.rows(Source(path))
    assert segments[0]["words"] == "{ a / b }"
