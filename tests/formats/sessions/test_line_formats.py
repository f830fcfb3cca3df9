"""NIST's formats, STM, CTM and RTTM, are read as their specifications have them."""

import pytest

import levmetrics as lm
from levmetrics import InputError
from tests.formats.sessions import read, segment

IGNORED = ["IGNORE_TIME_SEGMENT_IN_SCORING", "ignore_time_segment_in_scoring"]


def test_an_stm_file_has_a_segment_a_line(tmp_path):
    lines = [
        ';; LABEL "M" "Male" "Male talkers"',
        "S1 1 anna 0.50 1.25 good morning",
        "",
        "S1 2 ben 1 2.5 <o,f0,male>  uh  { going to / gonna } @ go ",
        "S2 1 anna 3.25 3.25",
        *(f"S2 1 excluded 4 9 {mark}" for mark in IGNORED),
    ]
    assert read(tmp_path, "a.stm", "\r\n".join(lines)) == [
        segment("S1", "anna", "good morning", 0.5, 1.25),
        segment("S1", "ben", "uh { going to / gonna } go", 1.0, 2.5),
        segment("S2", "anna", "", 3.25, 3.25),
    ]


WORDS = "S1 A 0.1 0.2 good 0.99\n;; a comment\nS1 A 0.5 .25 @\nS2 B 1 1 <unk>\n"


def test_words_of_one_ctm_file_have_its_channels_for_speakers(tmp_path):
    assert read(tmp_path, "a.ctm", WORDS) == [
        segment("S1", "A", "good", 0.1, 0.3),  # and not 0.30000000000000004
        segment("S2", "B", "<unk>", 1.0, 2.0),
    ]


def test_of_several_ctm_files_each_is_a_speaker(tmp_path):
    for name in ("ben.ctm", "anna.ctm", "cem.notes", ".hidden.ctm"):
        (tmp_path / name).write_text("S1 A 0 1 yes\n")
    paths = [tmp_path / "ben.ctm", tmp_path / "anna.ctm"]
    rows = [segment("S1", name, "yes", 0.0, 1.0) for name in ("ben", "anna")]
    assert lm.read_sessions(paths) == {"S1": rows}
    assert lm.read_sessions(tmp_path) == {"S1": rows[::-1]}  # in the order of names
    paths[0].unlink()
    assert lm.read_sessions(tmp_path) == {"S1": rows[1:]}
    assert lm.read_sessions(paths[1])["S1"][0]["speaker"] == "A"


def test_an_rttm_file_has_the_turns_of_speakers_without_words(tmp_path):
    lines = [
        "SPKR-INFO S1 1 <NA> <NA> <NA> unknown anna <NA>",
        "SPEAKER S1 1 130.43 2.35 <NA> <NA> anna <NA> <NA>",
        "SPEAKER S1 1 0.1 0.2 <NA> <NA> ben 0.9",
        "NON-SPEECH S1 1 4 2 <NA> noise <NA> <NA>",
    ]
    rows = [segment("S1", "anna", "", 130.43, 132.78), segment("S1", "ben", "", 0.1, 0.3)]
    assert read(tmp_path, "a.rttm", "\n".join(lines)) == rows


def test_an_rttm_file_keeps_the_events_that_change_what_is_scored(tmp_path):
    lines = [
        "NOSCORE S1 1 10 5.5 <NA> <NA> <NA> <NA>",
        "LEXEME S1 1 130.43 0.35 good lex anna 0.9",
        "IP S1 1 12.5 <NA> <NA> edit anna <NA>",
    ]
    rows = [
        {**segment("S1", "", "", 10, 15.5), "type": "NOSCORE"},
        {**segment("S1", "", "", 130.43, 130.78), "type": "LEXEME"},
        {**segment("S1", "", "", 12.5, 12.5), "type": "IP"},
    ]
    assert read(tmp_path, "a.rttm", "\n".join(lines)) == rows
    for name in ("b.json", "c.rttm"):
        lm.write_sessions({"S1": rows}, tmp_path / name)
        assert lm.read_sessions(tmp_path / name) == {"S1": rows}
    with pytest.raises(InputError, match=r"cannot be a line of stm"):
        lm.write_sessions({"S1": rows}, tmp_path / "d.stm")


NONE = "<NA> <NA>"  # the fields without values of a turn in RTTM


@pytest.mark.parametrize(
    ("name", "line", "message"),
    [
        ("a.stm", "S1 1 anna nan 1 a", ", line 2 has the begin 'nan', which is not a number"),
        ("a.stm", "S1 1 anna 0 inf a", ", line 2 has the end 'inf', which is not a number"),
        ("a.stm", "S1 1 anna 0 1e999 a", ", line 2 has the end '1e999', which is not a number"),
        ("a.stm", "S1 1 anna 2 1 a", ", line 2 ends at 1, before it begins, at 2; correct"),
        ("a.stm", "S1 1 anna 2", ", line 2 has 4 fields; give file, channel, speaker, begin"),
        ("a.stm", "S1 1 anna 0 1 a <ALT_BEGIN> b", ", line 2 has alternatives (<ALT_BEGIN>)"),
        ("a.ctm", "S1 A 1 -0.5 a", ", line 2 ends at 0.5, before it begins, at 1.0; correct"),
        ("a.ctm", "S1 A 1e308 1e308 a", ", line 2 has the end 'inf', which is not a number"),
        ("a.ctm", "S1 A one 1 a", ", line 2 has the begin 'one', which is not a number"),
        ("a.ctm", "S1 A * * <ALT_BEGIN>", ", line 2 has alternatives (<ALT_BEGIN>), which are"),
        ("a.rttm", f"SPEAKER S1 1 1 -1 {NONE} a <NA>", ", line 2 ends at 0.0, before it begins"),
        ("a.rttm", f"SPEAKER S1 1 1 <NA> {NONE} a <NA>", "has the duration '<NA>', which is no"),
        ("a.rttm", "SPEAKER S1 1 1 2", ", line 2 has 5 fields; give SPEAKER, file, channel"),
        ("a.rttm", f"SPEAKER S1 1 1 2 {NONE} a", ", line 2 has 8 fields; give SPEAKER, file"),
        # Names with white space: of files, and of speakers.
        ("a.rttm", f"SPEAKER my file 1 1 2 {NONE} a <NA> <NA>", ", line 2 has 11 fields; give"),
        ("a.rttm", f"SPEAKER my file 1 1 2 {NONE} a <NA>", ", line 2 has its fields in other"),
        ("a.rttm", f"SPEAKER my file 1 1 2 {NONE} a", ", line 2 has its fields in other places"),
        ("a.rttm", f"SPEAKER S1 1 1 2 {NONE} anna lee <NA>", ", line 2 has its fields in other"),
        ("a.rttm", f"SPEAKER S1 1 1 2 {NONE} <NA> <NA> <NA>", ", line 2 has its fields in other"),
        ("a.rttm", "NOSCORE my file 1 1 2 <NA> <NA> <NA> <NA> <NA>", ", line 2 has 11 fields;"),
        ("a.rttm", "S1 1 anna 1 2 yes", ", line 2 begins with 'S1', which is not a type of RTTM"),
    ],
)
def test_a_wrong_line_is_refused_with_its_number(tmp_path, name, line, message):
    with pytest.raises(InputError) as caught:
        read(tmp_path, name, f";; a comment\n{line}\n")
    said = str(caught.value)
    assert said.startswith(name)
    assert message in said


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        ("S1 1 1 0.5 2.0 7\nS1 1 2 1.5 2.0 eight", "stm"),
        (";; c\n\nS1 1 0.5 2.0 seven", "ctm"),
        ("SPEAKER S1 1 0 1 <NA> <NA> anna <NA> <NA>", "rttm"),
        ("WEBVTT\n\n00:01.000 --> 00:02.000\n<v anna>seven", "webvtt"),
        ('\n[{"session_id": "S1", "speaker": "anna", "words": "yes"}]', "seglst"),
        ('{"audio_filepath": "S1.wav", "speaker": "anna", "text": "yes"}', "manifest"),
    ],
)
@pytest.mark.parametrize("name", ["a.txt", "a"])
def test_a_format_is_recognised_by_its_content(tmp_path, content, kind, name):
    assert read(tmp_path, name, content) == read(tmp_path, name, content, format=kind) != []


def test_a_file_of_no_known_format_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"a\.txt shows no format of sessions .*ctm, manifest"):
        read(tmp_path, "a.txt", "anna: good morning\n")
    with pytest.raises(InputError, match=r"unknown session format 'smt'; did you mean 'stm'"):
        read(tmp_path, "a.txt", "", format="smt")


def test_files_may_be_compressed_and_in_any_encoding(tmp_path):
    import gzip

    line = "S1 1 アンナ 0 1 今日は"
    rows = [segment("S1", "アンナ", "今日は", 0.0, 1.0)]
    assert read(tmp_path, "a.stm.gz", gzip.compress(line.encode())) == rows
    assert read(tmp_path, "b.stm", line.encode("utf-16")) == rows
    assert read(tmp_path, "c.stm", line.encode("cp932"), encoding="cp932") == rows
