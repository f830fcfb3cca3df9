"""Texts begin with words and transcripts with ids: neither is taken for the other."""

import random

import pytest

from levmetrics import InputError
from levmetrics.formats.matching import check_have_no_ids
from levmetrics.formats.utterance_ids import is_id
from tests.corpora import OCR, SPEECH
from tests.formats.tables import detected

NAMES = ["ann", "bob", "carl", "dora", "emil", "fred", "gus", "hans", "ida", "jon", "kim", "leo"]
# How the corpora of speech name an utterance, given its number.
STYLES = {
    "LibriSpeech": lambda number: f"1089-134686-{number:04}",
    "Switchboard": lambda number: f"sw02001-A_{number:06}-{number + 7:06}",
    "TED-LIUM": lambda number: f"AaronHuey_2010X-{number:07}-{number + 9:07}",
    "TIMIT": lambda number: f"FDHC0_SI{number}",
    "GigaSpeech": lambda number: f"YOU0000000315_S{number:07}",
    "Lhotse": lambda number: f"2830-3979-{number:04}#1",
    "Common Voice": lambda number: f"common_voice_ja_{number}.mp3",
    "files": lambda number: f"{NAMES[number]}.wav",
    "paths": lambda number: f"/data/wav/{NAMES[number]}.flac",
    "names": lambda number: f"spk_{NAMES[number]}",
    "Japanese": lambda number: f"\u8a71\u8005_{number:03}",
    "UUID": lambda number: f"{number:08x}-1fd2-4c10-9a4b-{number:012x}",
    "hash": lambda number: f"{number:02x}27aeb1d8c0f4e61b",
    "plain": lambda number: f"utt{number}",
}


def taken_for(folder, references, predictions):
    """What two files of such lines are taken for: their format, or the code of the refusal."""
    tables = []
    for name, lines in (("ref.txt", references), ("hyp.txt", predictions)):
        (folder / name).write_text("\n".join(lines) + "\n", "utf-8")
    try:
        tables = [detected(folder / name) for name in ("ref.txt", "hyp.txt")]
        check_have_no_ids(*tables)
    except InputError as error:
        return error.code
    (name,) = {table.file_format.name for table in tables}
    return name


@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
def test_ids_of_every_style_are_no_words(style, tmp_path):
    texts = SPEECH.references[: len(NAMES)]
    lines = [f"{style(number)} {text}" for number, text in enumerate(texts)]
    shuffled = random.Random(0).sample(lines, len(lines))
    assert taken_for(tmp_path, lines, lines) == taken_for(tmp_path, lines, shuffled) == "kaldi"
    repeated = [*lines[:-1], lines[0]]
    assert taken_for(tmp_path, repeated, repeated) == "file.word_or_id"
    assert taken_for(tmp_path, lines[:1], lines[:1]) in ("kaldi", "file.words_or_ids")
    at_end = [f"{text} ({style(number)})" for number, text in enumerate(texts)]
    assert taken_for(tmp_path, at_end, at_end) == "trn"


@pytest.mark.parametrize("example", [SPEECH, OCR], ids=["SPEECH", "OCR"])
@pytest.mark.parametrize("size", [1, 2, 5, 20, 100])
def test_no_part_of_a_text_has_ids(example, size, tmp_path):
    for system in example.systems.values():
        for start in range(0, len(system) - size, max(size, 7)):
            part = slice(start, start + size)
            assert taken_for(tmp_path, example.references[part], system[part]) == "lines"


NO_IDS = "3rd 1980s 10:30 2024/1/5 7 $5 well-known a.com http://a1.com a_ _ utt1: don't (1) #1 -5"


@pytest.mark.parametrize("word", [*NO_IDS.split(), "\u7b2c1\u7ae0"])
def test_words_with_figures_and_signs_are_no_ids(word):
    assert not is_id(word)


MAYBE_WORDS = {
    "a name in code": ["my_var holds two"],
    "a file": ["readme.pdf is open"],
    "names in code": ["get_user returns the user", "set_user sets the user"],
    "assignments": ["x_train = load(a)", "y_train = load(b)"],
    "dates": ["2024-01-05 rain", "2024-01-06 sun"],
    "scores": ["3-1 at home", "2-0 away"],
}


@pytest.mark.parametrize("lines", MAYBE_WORDS.values(), ids=MAYBE_WORDS)
def test_words_of_the_shape_of_ids_are_asked_about(lines, tmp_path):
    assert taken_for(tmp_path, lines, lines) == "file.words_or_ids"
    assert taken_for(tmp_path, lines, [f"so {line}" for line in lines]) == "file.words_or_ids"
    at_end = ["see the notes (my_file)"]
    assert taken_for(tmp_path, at_end, at_end) == "file.words_or_ids_at_end"


def test_words_of_the_shape_of_ids_without_texts_are_texts(tmp_path):
    words = ["A4", "B5", "a.wav"]
    assert taken_for(tmp_path, words, words) == taken_for(tmp_path, ["a.wav"], ["a.wav"]) == "lines"


@pytest.mark.parametrize("numbers", ["2024-01-05 2024-01-06", "3-1 2-2", "2019-20 2020-21", "3 5"])
def test_dates_and_scores_recur_in_texts(numbers, tmp_path):
    one, other = numbers.split()
    lines = [f"{number} rain at night" for number in (one, one, other, one, other, other)]
    assert taken_for(tmp_path, lines, lines) == "lines"
    assert taken_for(tmp_path, lines[:1], lines[:1]) == "lines"
