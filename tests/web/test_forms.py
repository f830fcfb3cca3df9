"""Pasted files: recognised as uploads are, and asked about; refusals offer what solves them."""

import json
import tempfile

import jiwer
import pytest
from gradio.processing_utils import save_file_to_cache

from levmetrics import InputError
from levmetrics.view.notices import PLAIN
from levmetrics.web import endpoints
from levmetrics.web.forms import asked_forms, form_of, key_of
from levmetrics.web.held_files import HeldFiles
from levmetrics.web.pasted import pasted_sessions
from levmetrics.web.reading.files import guessed_columns
from levmetrics.web.reading.given import SINGLE
from levmetrics.web.requests import AUTOMATIC, Request
from levmetrics.web.solutions import LINES, READ, changes_of, solutions_of
from levmetrics.web.texts import COMPARE, SCORE, given_texts
from levmetrics.web.uploads import written as reading_of
from tests.corpora import OCR, SPEECH
from tests.files import written
from tests.web.given import pasted, readings, uploaded_values

pytestmark = pytest.mark.usefixtures("in_this_process")

REFERENCES = ["it was a fine day", "we went home"]
PREDICTIONS = ["it was a fine way", "we want home"]
SEGMENTS = [
    {"session_id": "S1", "speaker": "anna", "words": words, "start_time": i, "end_time": i + 1}
    for i, words in enumerate(REFERENCES)
]


def srt(texts):
    cues = (f"{n}\n00:00:0{n},000 --> 00:00:0{n},900\n{t}\n" for n, t in enumerate(texts, start=1))
    return "\n".join(cues)


def stm(texts, speaker="anna"):
    return "".join(f"S1 1 {speaker} {n}.0 {n}.9 {text}\n" for n, text in enumerate(texts))


def lines(form):
    """What writes texts by a form for each line, whose fields are number and text."""
    return lambda texts: "".join(form.format(n, text) for n, text in enumerate(texts))


FORMS = {  # how a side is written, and the offer that is recognised
    "subtitles": (srt, ""),
    "trn": (lines("{1} (u-{0})\n"), ""),
    "kaldi": (lines("u-{} {}\n"), ""),
    "csv": (lambda texts: "id,text\n" + lines("u{},{}\n")(texts), ""),
    "tsv": (lines("u{}\t{}\n"), ""),
    "jsonl": (lines('{{"id": {}, "text": "{}"}}\n'), ""),
    "json": (json.dumps, ""),
    "stm": (stm, "meeting:cp"),
}
OTHERS = {
    "SegLST": (json.dumps(SEGMENTS), "json", "meeting:cp"),
    "RTTM": ("SPEAKER S1 1 0.0 1.0 <NA> <NA> anna <NA> <NA>\n", "rttm", "meeting:der"),
    "voices": ("WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>a b\n", "subtitles", "meeting:cp"),
    "a record": ('{"total": "12.50"}', "json", "record"),
    "an indented record": ('{\n "total": "12.50"\n}', "json", "record"),
    "broken JSON": ('{\n "total": "12.50",\n}', "json", ""),
    "an stm with a broken line": (stm(["a b"]) + "S1 1 anna 3.0 2.0 c\n", "stm", ""),
    "HTML": ("<html>\n<p>a b</p>\n</html>\n", "markup", ""),
    "PAGE": ('<?xml version="1.0"?>\n<PcGts><Page/></PcGts>\n', "page", ""),
}
AS_LINES = {
    "texts": "it was a fine day\nwe went home\n",
    "commas": "well, it was fine\nno, it was not\n",
    "references": "a ||| b\nc ||| d\n",
    "figures": "1 2 3 4 5\n2 4 6 8 9\n",
    "a bracket": "[laughs] oh no\n(sighs) yes\n",
    "Japanese": "今日はいい天気です\n明日も晴れ、たぶん\n",
    "one word": "yes",
    "empty lines": "\n\n",
    "no text": "a\0b\n",
    "real speech": "\n".join(SPEECH.references),
    "real pages": "\n".join(OCR.references),
}
MAYBE_IDS = {
    "a repeated id": ("u1 a\nu2 b\nu1 c\n", "kaldi"),
    "a repeated id at the end": ("a (u1)\nb (u2)\nc (u1)\n", "trn"),
    "a single one": ("my_var is two\n", "kaldi"),
    "numbers of both sides": ("1 a\n2 b\n3 c\n", "kaldi"),
}


@pytest.mark.parametrize(
    ("text", "form", "offer"),
    [
        *((write(REFERENCES), form, offer) for form, (write, offer) in FORMS.items()),
        *OTHERS.values(),
    ],
    ids=[*FORMS, *OTHERS],
)
def test_a_form_is_recognised_as_an_uploads_is(text, form, offer):
    found = form_of(text, AUTOMATIC)
    assert (found.format, found.metric) == (form, offer)
    assert found.is_table or text in dict.fromkeys(each for each, *_ in OTHERS.values())


@pytest.mark.parametrize(("text", "form"), MAYBE_IDS.values(), ids=MAYBE_IDS)
def test_what_may_be_ids_or_words_is_asked_about_as_in_files(text, form):
    found = asked_forms({"references": text, "predictions": text}, "wer")
    assert {(each.format, each.is_table) for each in found.values()} == {(form, False)}
    assert asked_forms({"references": text}, "wer", [key_of(text)]) == {}


@pytest.mark.parametrize("text", AS_LINES.values(), ids=AS_LINES)
def test_plain_text_is_not_asked_about(text):
    assert form_of(text, AUTOMATIC) is None


def test_what_a_metric_takes_is_not_asked_about():
    assert form_of('{"total": "12.50"}', "record") is None
    assert form_of(json.dumps([{"a": 1}], indent=1), "anls:star") is None
    assert form_of(stm(REFERENCES), "meeting:cp") is None
    assert form_of(srt(REFERENCES), "record").format == "subtitles"


def as_files(given, folder, monkeypatch):
    """Have pasted texts read as files, and return the values of the place that shows them."""
    monkeypatch.setenv("GRADIO_TEMP_DIR", str(folder))
    changes = changes_of(READ, given)
    read = readings(changes["files"])
    chosen = guessed_columns(read)
    return {
        **given,
        **changes,
        "reading": reading_of(changes["files"], read),
        "references_column": chosen["references"],
        "systems_column": chosen["systems" if "name_A" in given else "predictions"],
        "groups_column": None,
        "by_order": None,
    }


TABLE = "ref,hyp\n" + "".join(map("{},{}\n".format, REFERENCES, PREDICTIONS))
SIDES = {name: (write(REFERENCES), write(PREDICTIONS)) for name, (write, _) in FORMS.items()} | {
    "one side is plain": (srt(REFERENCES), "\n".join(PREDICTIONS)),
    "both sides in one box": (TABLE, ""),
}
del SIDES["tsv"]  # without names of columns, which the visitor chooses


@pytest.mark.parametrize("name", SIDES)
def test_nothing_is_scored_until_the_form_is_told_and_then_its_texts_are(
    name, tmp_path, monkeypatch
):
    given = pasted(*SIDES[name])
    with pytest.raises(InputError, match=r"^references looks like \w+, and not like"):
        given_texts(SCORE, given)
    read = given_texts(SCORE, as_files(given, tmp_path, monkeypatch))
    assert (read.references, read.predictions) == (REFERENCES, {SINGLE: PREDICTIONS})


def test_texts_that_are_called_plain_are_scored_as_lines_until_they_change():
    reference, prediction = srt(REFERENCES), srt(PREDICTIONS)
    sides = pasted(reference, prediction)
    plain = changes_of(LINES, sides)
    given = given_texts(SCORE, {**sides, **plain})
    assert given.references == reference.removesuffix("\n").split("\n")
    with pytest.raises(InputError, match=r"^predictions looks like subtitles"):
        given_texts(SCORE, pasted(reference, srt(["other"]), **plain))


def test_systems_keep_their_names(tmp_path, monkeypatch):
    given = pasted(srt(REFERENCES), srt(PREDICTIONS), shown=2, name_A="old", name_B="../n/e.w")
    given |= {"system_B": srt(REFERENCES), "system_C": srt(["hidden"]), "name_C": "C"}
    with pytest.raises(InputError, match=r"^references looks like subtitles"):
        given_texts(COMPARE, given)
    read = given_texts(COMPARE, as_files(given, tmp_path, monkeypatch))
    assert [*read.predictions.values()] == [PREDICTIONS, REFERENCES]
    assert next(iter(read.predictions)) == "old"
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert sorted(path.name for path in files) == [".._n_e.w.srt", "old.srt", "references.srt"]
    # Gradio moves no file that is where it would put it, so that none lies there uncounted.
    assert [save_file_to_cache(path, str(tmp_path)) for path in files] == [*map(str, files)]


def test_pasted_files_count_as_uploads(tmp_path, monkeypatch):
    held = HeldFiles(of_visitor=10_000, of_all=20_000)
    monkeypatch.setattr("levmetrics.web.solutions.HELD", held)
    given = pasted(srt(REFERENCES), srt(PREDICTIONS))
    as_files(given, tmp_path, monkeypatch)  # two files of a block each
    with pytest.raises(InputError, match=r"^your files are more than"):
        as_files(pasted(srt(["a"] * 50), ""), tmp_path, monkeypatch)


def test_uploaded_meetings_and_records_offer_their_metrics(tmp_path):
    contents = {
        "a.stm": (stm(REFERENCES), "meeting:cp"),
        "a.json": (json.dumps(SEGMENTS), "meeting:cp"),
        "b.json": ('{"total": 12.5, "items": [{"name": "tea"}]}', "record"),
        "a.csv": (TABLE, ""),
        "a.txt": ("a b\nc d\n", ""),
    }
    read = readings(written(tmp_path / name, each) for name, (each, _) in contents.items())
    assert [one.offer for one in read] == [offer for _, offer in contents.values()]


def test_a_program_is_refused_until_it_says_that_texts_are_lines():
    sides = srt(PREDICTIONS), srt(REFERENCES)
    with pytest.raises(InputError, match=r'^references looks like subtitles.*format="lines"'):
        endpoints.wer(*sides)
    with pytest.raises(InputError, match=r"^systems\['b'\] looks like kaldi"):
        endpoints.compare("a\nb", {"a": "a\nb", "b": "u-1 a\nu-2 b"})
    with pytest.raises(InputError, match=r"^references looks like jsonl"):
        endpoints.anls('{"a": 1}', '{"a": 1}')
    with pytest.raises(InputError, match="format"):
        endpoints.wer("a", "a", format="srt")
    predictions, references = (side.splitlines() for side in sides)
    rate = endpoints.wer(*sides, format="lines")["wer"]
    assert rate == pytest.approx(jiwer.wer(" ".join(references), " ".join(predictions)))
    assert endpoints.anls('{"a": 1}', '{"a": 1}', "record")["record_anls"] == 1


def test_what_is_pasted_is_never_written_to_the_disk(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    assert form_of(srt(REFERENCES), AUTOMATIC).format == "subtitles"
    assert [*pasted_sessions(stm(REFERENCES), "references")] == ["S1"]


CP = "meeting:cp"
LONG = "\n".join(["a" * 9_999] * 11)
HTML, RECORD, SEGLST, RTTM = (OTHERS[each][0] for each in ("HTML", "a record", "SegLST", "RTTM"))


def offered(values, kind=SCORE):
    """Return the ways of scoring that the refusal of values offers."""
    with pytest.raises(InputError) as caught:
        given_texts(kind, values)
    return solutions_of(caught.value, kind, values, Request(AUTOMATIC))


@pytest.mark.parametrize(
    ("references", "predictions", "ways"),
    [
        # Pasted files: only what the files of their form can be read as.
        (HTML, "a\nb", [LINES]),
        (srt(REFERENCES), "a\nb", [READ, LINES]),
        (RECORD, RECORD, [READ, "record", LINES]),
        (RECORD, SEGLST, [READ, LINES]),
        (SEGLST, SEGLST, [READ, CP, LINES]),
        (RTTM, RTTM, ["meeting:der", LINES]),
        # Texts that are cut differently may be whole documents.
        ("a b\nc", "a b c", ["whole"]),
        ("a b\nc", "a b c\n\n\n", ["whole"]),
        ("one\ntwo\nthree\nfour", "one\nthree\nfour", []),  # a line is missing, which it would hide
        ("a ||| b\nc", "a", []),  # of which no side is one text
        (f"{LONG[:90_000]}\nbc", LONG[:90_000], ["whole"]),
        (f"{LONG}\nbc", LONG, []),  # of more characters than a whole document may have
        ("", "a", []),
    ],
)
def test_a_refusal_offers_the_ways_of_scoring_that_solve_it(references, predictions, ways):
    assert offered(pasted(references, predictions)) == ways
    for metric in {*ways} & {"record", CP, "meeting:der"}:  # which takes them as they are
        given_texts(SCORE, pasted(references, predictions, metric=metric))


def test_whole_documents_are_no_systems_to_compare():
    values = pasted("a\nb", "a\nb", shown=2, name_A="A", name_B="B", system_B="a b")
    assert offered(values, COMPARE) == []


def test_files_of_a_meeting_are_scored_as_one_once_they_are_read(tmp_path):
    sides = {"ref": "S1 1 anna 0 1 hi\nS2 1 anna 0 1 hi\n", "hyp": "S1 1 anna 0 1 hi\n"}
    paths = [written(tmp_path / f"{name}.stm", text) for name, text in sides.items()]
    assert offered(values := uploaded_values(paths)) == [CP]
    assert offered({**values, "files": []}) == []


@pytest.mark.parametrize(
    ("way", "metric", "changes"),
    [
        ("characters", CP, {"tokenizer": "char"}),  # its metric stays
        ("characters", "wer", {"metric": "cer"}),
        ("whole", "wer", {"whole": True}),
        ("plain", "wer", {"normalizer": ["nfc", *PLAIN]}),
        (CP, "wer", {"metric": CP, "takes": "segments", "whole": False}),
    ],
)
def test_a_way_of_scoring_changes_these_settings_alone(way, metric, changes):
    values = {"metric": metric, "normalizer": ["nfc"], "tokenizer": ""}
    assert changes_of(way, values) == changes
