"""The configs openasr and openasr:LANGUAGE, against the leaderboard's own rule."""

import random

import pytest

from levmetrics import score
from tests.corpora import ASR_EN, OCR_JA, SPEECH, read_pairs
from tests.leaderboards import open_asr

OTHERS = {
    "de": "Die Haustür-Klingel läutete 21 Mal, am 10 000. Tag; Straßenbahn fährt.",
    "es": "El niño tiene 31 años — ¿no? El auto bus llegó.",
    "fr": "L'après-midi, 95 porte-feuilles; c'est-à-dire 2 000 euros.",
    "it": "La città ha 18 porta lettere, perché no?",
    "nl": "De voor deur van 3 huizen: zee-egel, ruïne.",
    "pt": "Guarda chuva e 47 cães, não é?",
}


def noisy(text, draw):
    """Join, split, drop and repeat some of the words."""
    words = []
    for word in text.split():
        at = draw.randint(1, max(len(word) - 1, 1))
        words += draw.choice([[word]] * 6 + [[word[:at], word[at:]], [], [word, word]])
    spaces = [draw.choice([" "] * 9 + [""]) for _ in words]
    return "".join(word + space for word, space in zip(words, spaces, strict=True)) or text


def assert_equal_to_the_leaderboards(config, preds, target, language):
    ours = score(preds, target, config).result()
    theirs = open_asr.score(preds, target, language)
    assert ours["wer"] == theirs["err_rate"]
    for name, count in (("substitutions", "sub"), ("deletions", "del"), ("insertions", "ins")):
        assert ours[name] == theirs[count]
    assert ours["reference_length"] == theirs["ref_len"]


@pytest.mark.parametrize("system", [*SPEECH.systems])
def test_english_is_the_leaderboards_on_real_speech(system):
    preds = SPEECH.systems[system]
    assert_equal_to_the_leaderboards("openasr", preds, SPEECH.references, "en")


@pytest.mark.parametrize("path", [ASR_EN, OCR_JA], ids=["asr_en", "ocr_ja"])
def test_english_is_the_leaderboards_on_recognised_texts(path):
    preds, target = (column.texts.to_pylist() for column in read_pairs(path))
    assert_equal_to_the_leaderboards("openasr", preds, target, "en")


def test_english_is_the_leaderboards_where_words_are_joined_and_split():
    draw = random.Random(1)
    preds = [noisy(text, draw) for text in SPEECH.references]
    assert_equal_to_the_leaderboards("openasr", preds, SPEECH.references, "en")


@pytest.mark.parametrize("language", [*OTHERS])
def test_other_languages_are_the_leaderboards(language):
    draw = random.Random(2)
    target = [OTHERS[language]] * 300
    preds = [noisy(text, draw) for text in target]
    assert_equal_to_the_leaderboards(f"openasr:{language}", preds, target, language)


def test_the_config_says_how_its_number_came_about():
    signature = score(["a"], ["a"], "openasr").signature()
    assert "metric:openasr|" in signature
    assert "|normalizer:openasr:english[" in signature
    assert "|compounds:merge|" in signature
