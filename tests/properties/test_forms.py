"""The same samples in every form of file, in any order: one number by every door."""

import codecs
import io
import json
import random
import zipfile
from decimal import Decimal

import pytest

import levmetrics as lm
from levmetrics.formats.files import family_of
from levmetrics.web.forms import asked_forms
from levmetrics.web.requests import Request
from tests.formats.page_documents import alto, hocr, page_xml, tei
from tests.formats.sessions.test_textgrid import long as textgrid
from tests.formats.tables import SUFFIXES, WRITERS
from tests.oracles import edit_distance
from tests.shell import scored as by_shell
from tests.web.given import in_this_process as in_this_process
from tests.web.given import readings, scored, upload

pytestmark = pytest.mark.usefixtures("in_this_process")

WORDS = [
    *("the", "cat", "sat", "café", "Straße", "don't", "x-ray", "12", "3.5"),
    *("いぬ", "ねこ", "だ", "привет", "ναι", "漢字", "ok"),
]
SAMPLES = 50


def samples(seed):
    """Ids, references, and hypotheses with errors in about a third of the words."""
    rng = random.Random(seed)
    ids = [f"spk{number % 7}-utt{number:04}" for number in range(SAMPLES)]
    references = [rng.choices(WORDS, k=rng.randint(3, 9)) for _ in ids]
    hypotheses = [
        [rng.choice(WORDS) if rng.random() < 0.2 else word for word in words if rng.random() < 0.9]
        or words[:1]
        for words in references
    ]
    errors = sum(map(edit_distance, hypotheses, references))
    texts = [[*map(" ".join, side)] for side in (references, hypotheses)]
    return ids, *texts, errors / sum(map(len, references))


# ---------------------------------------------------------------------------------------------
# The forms: each a suffix, and a function of ids and texts that returns a file's content
# ---------------------------------------------------------------------------------------------


def table_of(name):
    return lambda ids, texts: WRITERS[name]({"id": [*ids], "text": [*texts]})


def lines_of(line):
    return lambda ids, texts: "".join(map(line, ids, texts)).encode()


def stm_line(utterance, text):
    """Each utterance is a recording of its own."""
    return f"{utterance} 1 spk 0.0 9.5 {text}\n"


def times(text):
    """The words of a text with their begins, a second each."""
    return [(Decimal(number), word) for number, word in enumerate(text.split())]


def ctm_lines(utterance, text):
    return "".join(f"{utterance} 1 {begin} 0.5 {word}\n" for begin, word in times(text))


def zipped(suffix, content):
    """A zip file with a file of each sample, as a folder has them."""

    def written(ids, texts):
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w") as members:
            for utterance, text in zip(ids, texts, strict=True):
                members.writestr(f"{utterance}{suffix}", content(text))
        return file.getvalue()

    return written


def subtitles(start, comma):
    """Cues have no ids: they are samples in their order."""

    def cue(number, text):
        first, last = (f"00:{number:02}:{second}{comma}000" for second in ("00", "30"))
        return f"{number + 1}\n{first} --> {last}\n{text}\n\n"

    return lambda ids, texts: (start + "".join(map(cue, range(len(texts)), texts))).encode()


def with_audio(ids, texts):
    """As a data set of Hugging Face has it: the path of an audio is the id."""
    audio = [{"bytes": b"RIFF", "path": f"{utterance}.wav"} for utterance in ids]
    return WRITERS["parquet"]({"audio": audio, "text": [*texts]})


def of_clips(ids, texts):
    """As Common Voice has it: the path is the id, and texts may have marks of quotation."""
    rows = (f"{utterance}.mp3\t{text}\n" for utterance, text in zip(ids, texts, strict=True))
    return ("path\ttext\n" + "".join(rows)).encode()


TABLES = {name: (SUFFIXES[name], table_of(name)) for name in WRITERS} | {
    "parquet with audio": (".parquet", with_audio),
    "tsv of clips": (".tsv", of_clips),
    "json with a byte order mark": (
        ".json",
        lambda ids, texts: codecs.BOM_UTF8 + table_of("json")(ids, texts),
    ),
}
TRANSCRIPTS = {
    "trn": (".trn", lines_of(lambda utterance, text: f"{text} ({utterance})\n")),
    "trn in a text file": (".txt", lines_of(lambda utterance, text: f"{text} ({utterance})\n")),
    "kaldi": (".txt", lines_of(lambda utterance, text: f"{utterance} {text}\n")),
    "kaldi with names of files": (
        ".txt",
        lines_of(lambda utterance, text: f"{utterance}.wav {text}\n"),
    ),
    "kaldi without a suffix": ("", lines_of(lambda utterance, text: f"{utterance} {text}\n")),
    "stm": (".stm", lines_of(stm_line)),
}
DOCUMENTS = {
    "text": (".txt", str),
    "page": (".xml", lambda text: page_xml([[text]])),
    "alto": (".xml", lambda text: alto([[text]])),
    "hocr": (".hocr", lambda text: hocr([[text]])),
    "tei": (".xml", lambda text: tei([[text]])),
}
ZIPPED = {f"zip of {name}": (".zip", zipped(*form)) for name, form in DOCUMENTS.items()}
WITH_IDS = {**TABLES, **TRANSCRIPTS, **ZIPPED}
IN_ORDER = {
    "lines": (".txt", lambda ids, texts: "\n".join(texts).encode()),
    "srt": (".srt", subtitles("", ",")),
    "vtt": (".vtt", subtitles("WEBVTT\n\n", ".")),
}


# Forms with other ids than those of the samples: with suffixes, or with channels and times.
OWN_IDS = {"parquet with audio", "tsv of clips", "kaldi with names of files", "stm"}


def segments(ids, texts):
    return [
        {"session_id": utterance, "speaker": "spk", "words": text, "start_time": 0, "end_time": 9.5}
        for utterance, text in zip(ids, texts, strict=True)
    ]


def manifest(ids, texts):
    rows = (
        {"audio_filepath": f"{row['session_id']}.wav", "text": row["words"], "speaker": "spk"}
        for row in segments(ids, texts)
    )
    return "".join(f"{json.dumps(row)}\n" for row in rows).encode()


# Of sessions: each utterance is a session of one speaker.
SESSIONS = {
    "seglst": (".json", lambda ids, texts: json.dumps(segments(ids, texts)).encode()),
    "stm": (".stm", lines_of(stm_line)),
    "ctm": (".ctm", lines_of(ctm_lines)),
    "manifest": (".jsonl", manifest),
}
SESSION_DOCUMENTS = {
    "textgrid": (".TextGrid", lambda text: textgrid({"spk": [(0, 9.5, text)]})),
    "webvtt": (".vtt", lambda text: f"WEBVTT\n\n00:00.000 --> 00:09.500\n<v spk>{text}\n"),
}


def shuffled(seed, ids, texts):
    rows = [*zip(ids, texts, strict=True)]
    random.Random(seed).shuffle(rows)
    return [*zip(*rows, strict=True)]


def written(folder, name, form, ids, texts):
    suffix, content = form
    path = folder / f"{name}{suffix}"
    path.write_bytes(content(ids, texts))
    return path


def folder_of(folder, name, form, ids, texts):
    """A folder with a file of each sample."""
    suffix, content = form
    path = folder / name
    path.mkdir()
    for utterance, text in zip(ids, texts, strict=True):
        (path / f"{utterance}{suffix}").write_text(content(text), "utf-8")
    return path


def both_sides(seed, write):
    """The files of references and hypotheses, the latter in another order, and the rate."""
    ids, references, hypotheses, rate = samples(seed)
    return write("ref", ids, references), write("hyp", *shuffled(seed, ids, hypotheses)), rate


# ---------------------------------------------------------------------------------------------
# The doors
# ---------------------------------------------------------------------------------------------


def by_upload(*paths, metric="wer"):
    assert not [one.problem for one in readings(paths, Request(metric).takes) if one.problem]
    return scored(upload(paths, metric), metric).systems.first.score


@pytest.mark.parametrize("form", WITH_IDS)
def test_a_file_of_any_form_gives_the_rate_of_its_samples_by_shell_and_upload(tmp_path, form):
    *files, rate = both_sides(1, lambda name, *rows: written(tmp_path, name, WITH_IDS[form], *rows))
    assert by_shell("wer", *files)["wer"] == pytest.approx(rate, abs=1e-15)
    assert by_upload(*files) == pytest.approx(rate, abs=1e-15)


@pytest.mark.parametrize(
    "form", ["csv", "tsv", "jsonl", "json", "trn", "kaldi", "kaldi with names of files", "stm"]
)
def test_a_pasted_form_is_recognised_and_gives_the_rate_as_the_files_that_it_becomes(
    tmp_path, form
):
    *files, rate = both_sides(9, lambda name, *rows: written(tmp_path, name, WITH_IDS[form], *rows))
    pasted = {path.stem: path.read_text("utf-8") for path in files}
    found = asked_forms(pasted, "wer")
    assert [one.format for one in found.values()] == [form.split()[0]] * 2
    paths = [
        path.with_name(f"{name}_pasted{found[name].suffix}")
        for name, path in zip(pasted, files, strict=True)
    ]
    for path, text in zip(paths, pasted.values(), strict=True):
        path.write_text(text, "utf-8")
    assert by_upload(*paths) == pytest.approx(rate, abs=1e-15)


@pytest.mark.parametrize("form", IN_ORDER)
def test_a_file_without_ids_gives_the_rate_of_its_samples_in_order(tmp_path, form):
    ids, *texts, rate = samples(3)
    files = [
        written(tmp_path, name, IN_ORDER[form], ids, side)
        for name, side in zip(("ref", "hyp"), texts, strict=True)
    ]
    assert by_shell("wer", *files)["wer"] == pytest.approx(rate, abs=1e-15)
    assert by_upload(*files) == pytest.approx(rate, abs=1e-15)


@pytest.mark.parametrize("form", DOCUMENTS)
def test_a_folder_of_any_form_gives_the_rate_of_its_samples(tmp_path, form):
    *folders, rate = both_sides(
        4, lambda name, *rows: folder_of(tmp_path, name, DOCUMENTS[form], *rows)
    )
    assert by_shell("wer", *folders)["wer"] == pytest.approx(rate, abs=1e-15)


@pytest.mark.parametrize("form", sorted({*WITH_IDS} - OWN_IDS))
def test_the_two_sides_may_have_different_forms(tmp_path, form):
    ids, references, hypotheses, rate = samples(5)
    reference = written(tmp_path, "ref", TABLES["csv"], ids, references)
    hypothesis = written(tmp_path, "hyp", WITH_IDS[form], *shuffled(5, ids, hypotheses))
    assert by_shell("wer", reference, hypothesis)["wer"] == pytest.approx(rate, abs=1e-15)
    assert by_upload(reference, hypothesis) == pytest.approx(rate, abs=1e-15)


def test_timed_words_give_the_rate_of_the_segments_that_they_are_in(tmp_path):
    ids, references, hypotheses, rate = samples(6)
    reference = written(tmp_path, "ref", TRANSCRIPTS["stm"], ids, references)
    hypothesis = written(tmp_path, "hyp", SESSIONS["ctm"], *shuffled(6, ids, hypotheses))
    assert by_shell("wer", reference, hypothesis)["wer"] == pytest.approx(rate, abs=1e-15)
    assert by_upload(reference, hypothesis) == pytest.approx(rate, abs=1e-15)


@pytest.mark.parametrize("form", SESSIONS)
def test_a_file_of_sessions_gives_the_rate_of_its_sessions_by_every_door(tmp_path, form):
    *files, rate = both_sides(7, lambda name, *rows: written(tmp_path, name, SESSIONS[form], *rows))
    reference, hypothesis = files
    shell = by_shell("meeting", "cp", "-r", reference, "-p", hypothesis)
    assert shell["score"] == pytest.approx(rate, abs=1e-15)
    assert by_upload(*files, metric="meeting:cp") == pytest.approx(rate, abs=1e-15)
    run = lm.score(*map(lm.read_sessions, (hypothesis, reference)), "cp")
    assert run.score == pytest.approx(rate, abs=1e-15)


@pytest.mark.parametrize("form", SESSION_DOCUMENTS)
def test_a_folder_of_sessions_gives_the_rate_of_its_sessions(tmp_path, form):
    *folders, rate = both_sides(
        8, lambda name, *rows: folder_of(tmp_path, name, SESSION_DOCUMENTS[form], *rows)
    )
    reference, hypothesis = folders
    shell = by_shell("meeting", "cp", "-r", reference, "-p", hypothesis)
    assert shell["score"] == pytest.approx(rate, abs=1e-15)
    run = lm.score(*map(lm.read_sessions, (hypothesis, reference)), "cp")
    assert run.score == pytest.approx(rate, abs=1e-15)


def test_every_format_is_among_the_forms():
    told = {*("arrow", "ctm", "subtitles", "zip"), "records"}  # the last is of no texts
    assert {*family_of(None).all()} <= {*WITH_IDS, *IN_ORDER, *DOCUMENTS} | told
    told = {"rttm"}  # which has no words
    assert {*family_of("segments").all()} <= {*SESSIONS, *SESSION_DOCUMENTS} | told
