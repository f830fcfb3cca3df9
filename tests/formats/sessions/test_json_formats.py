"""SegLST and NeMo's manifests are read as the tools that write them mean them."""

import json

import pytest

from levmetrics import InputError
from levmetrics.formats.files import family_of
from levmetrics.formats.source import Limits, Source
from tests.formats.sessions import read, segment

SEGLST = family_of("segments").formats["seglst"]
CHIME = """[
  {
    "end_time": "11.370",
    "start_time": "11.000",
    "words": "so ummm",
    "speaker": "P03",
    "ref": "close-talk",
    "location": "kitchen",
    "session_id": "S05"
  },
  {"session_id": "S05", "speaker": 4, "words": "", "start_time": 12, "end_time": null},
  {"session_id": "S06", "speaker": "P03"}
]"""


def test_seglst_has_times_as_numbers_or_strings_or_none_at_all(tmp_path):
    assert read(tmp_path, "S05.json", CHIME) == [
        segment("S05", "P03", "so ummm", 11.0, 11.37),
        segment("S05", "4", "", 12.0, None),
        segment("S06", "P03"),
    ]


def test_seglst_may_have_an_object_a_line(tmp_path):
    lines = "\n\n".join(map(json.dumps, json.loads(CHIME)))
    assert read(tmp_path, "a.jsonl", lines) == read(tmp_path, "a.json", CHIME)


@pytest.mark.parametrize("form", [json.dumps, "\n".join], ids=["list", "lines"])
def test_a_session_has_all_its_segments_where_sessions_are_limited(tmp_path, form):
    rows = [segment("S1", "anna", f"word {number}", number, number + 1) for number in range(9)]
    path = tmp_path / "a.json"
    path.write_text(form(rows) if form is json.dumps else form(map(json.dumps, rows)))
    found = [*SEGLST.segments(Source(path, limits=Limits(rows=2)))]
    assert [row["words"] for row in found] == [row["words"] for row in rows]


def manifest(**values):
    return json.dumps({"audio_filepath": "/data/S1.part.wav", "duration": None, **values})


def test_a_manifest_has_parts_of_files_of_audio(tmp_path):
    lines = [
        manifest(offset=0.1, duration=0.2, text="yes", speaker="anna"),
        manifest(duration=1.5, text="no", speaker_id=7),
        manifest(offset=None, label="ben", session_id="S2"),
    ]
    rows = [
        segment("S1.part", "anna", "yes", 0.1, 0.3),
        segment("S1.part", "7", "no", 0.0, 1.5),
        segment("S2", "ben"),
    ]
    assert read(tmp_path, "a.json", "\n".join(lines)) == rows
    assert read(tmp_path, "b.jsonl", "\n".join(lines)) == rows
    assert read(tmp_path, "c.ndjson", "\n".join(lines)) == rows


@pytest.mark.parametrize("words", ["audio_filepath", '{"audio_filepath": "a.wav"}', "\\"])
def test_seglst_is_known_by_its_keys_whatever_its_values_say(tmp_path, words):
    (row,) = rows = [segment("S1", "anna", words, 0.0, 1.0)]
    assert read(tmp_path, "a.json", json.dumps(rows)) == rows
    located = json.dumps([{"audio_filepath": "/data/far.wav", **row}])
    assert read(tmp_path, "a.json", located) == rows


@pytest.mark.parametrize("text", ["session_id", '{"session_id": "S1", "words": "no"}'])
def test_a_manifest_is_known_by_its_keys_whatever_its_values_say(tmp_path, text):
    line = manifest(offset=0, duration=1, text=text, speaker="anna")
    assert read(tmp_path, "a.json", line) == [segment("S1.part", "anna", text, 0.0, 1.0)]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"start_time": "NaN"}, " has start_time 'NaN', which is not a number; give a"),
        ({"end_time": float("inf")}, " has end_time 'inf', which is not a number"),
        ({"end_time": 10**400}, " has end_time 'inf', which is not a number"),
        ({"end_time": True}, ": end_time is of type bool; give seconds"),
        ({"start_time": [1]}, ": start_time is of type list; give seconds"),
        ({"start_time": 2, "end_time": 1}, " ends at 1.0, before it begins, at 2.0; correct"),
        ({"session_id": None}, ": session_id is None; give each segment"),
        ({"speaker": 1.5}, ": speaker is of type float; give each segment"),
        ({"speaker": True}, ": speaker is of type bool; give each segment"),
        ({"words": None}, ": words is None; give one string"),
        ({"words": ["a"]}, ": words is of type list; give one string"),
    ],
)
def test_a_wrong_value_is_refused_with_its_row_and_key(tmp_path, changed, message):
    right = {"session_id": "S1", "speaker": "anna", "words": "yes"}
    with pytest.raises(InputError) as caught:
        read(tmp_path, "a.json", json.dumps([right, {**right, **changed}]))
    assert str(caught.value).startswith(f"a.json, row 2{message}")


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"duration": -1}, " ends at -1.0, before it begins, at 0.0"),
        ({"offset": "one"}, " has offset 'one', which is not a number"),
        ({"offset": 1e308, "duration": 1e308}, " has the end 'inf', which is not a number"),
        ({"speaker": None}, ": speaker is None"),
        ({"audio_filepath": None}, ": audio_filepath is None"),
        ({"text": None}, ": text is None"),
    ],
)
def test_a_wrong_value_of_a_manifest_is_refused_with_its_row_and_key(tmp_path, changed, message):
    line = manifest(**{"speaker": "anna", "text": "yes", **changed})
    with pytest.raises(InputError) as caught:
        read(tmp_path, "a.json", line)
    assert str(caught.value).startswith(f"a.json, row 1{message}")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "a.json is not JSON: Expecting value (line 1, column 1)"),
        ('[{"session_id": "S1"', "a.json is not JSON: Expecting ',' delimiter (line 1, column"),
        ("[1]", "a.json, row 1 is not a JSON object"),
        ('{"S1": []}', "a.json, row 1: session_id is None"),
        ("[" * 99_999, "a.json is nested too deep for this machine"),
        ("[" + "1" * 5000 + "]", "a.json holds a number of too many digits"),
        ('[{"session_id": "a", "session_id": "b"}]', "a.json has an object with the key"),
    ],
)
def test_other_json_is_refused(tmp_path, content, message):
    with pytest.raises(InputError) as caught:
        read(tmp_path, "a.json", content)
    assert str(caught.value).startswith(message)
