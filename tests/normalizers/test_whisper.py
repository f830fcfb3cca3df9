"""Whisper's normalizers are those of transformers, to the last character."""

import json
import random
from importlib.metadata import version
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics import error_counts
from levmetrics.normalizers import get_normalizer
from tests.corpora import ASR_EN, OCR_JA
from tests.normalizers.columns import in_column
from tests.thoroughness import ALL

pytest.importorskip("whisper_normalizer")
PEER = pytest.importorskip("transformers.models.whisper.english_normalizer")
SPELLINGS = json.loads(
    files("whisper_normalizer").joinpath("normalizers/english.json").read_text("utf-8")
)
SPELLINGS["archaeology"] = "archeology"  # as in OpenAI's table since the markup after it is gone
PEERS = {
    "whisper:basic": PEER.BasicTextNormalizer(),
    "whisper:english": PEER.EnglishTextNormalizer(SPELLINGS),
}
NUMBERS = "twenty one oh hundred and a half thousand million point three 5 1960s 2nd 1,000 -3 % £20"
WORDS = (
    f"{NUMBERS} dollars $ ¢ percent double mr. won't he's let's colour [noise] (laughs) um naïve"
)
PLAIN = "the cat house running of cause travelogue wanna gotta mister been gone got st s half ox we"
BETWEEN = [*[" "] * 12, "", "  ", "-", ", ", ". ", "\n"]
every_peer = pytest.mark.parametrize("name", PEERS)


def texts_of(path):
    return [text for line in path.read_text("utf-8").splitlines() for text in line.split("\t")[1:]]


@every_peer
@pytest.mark.parametrize("path", [ASR_EN, OCR_JA], ids=["asr_en", "ocr_ja"])
def test_real_texts_are_normalized_as_transformers_does(name, path):
    normalizer, peer = get_normalizer(name), PEERS[name]
    for text in texts_of(path):
        assert normalizer(text) == peer(text)


@every_peer
def test_random_sentences_are_normalized_as_transformers_does(name):
    normalizer, peer, draw = get_normalizer(name), PEERS[name], random.Random(0)
    for _ in range(3_000):
        text = " ".join(draw.choices(WORDS.split(), k=draw.randint(1, 9)))
        assert normalizer(text) == peer(text), text


@every_peer
def test_columns_are_normalized_as_transformers_does(name):
    check_columns(name, 2_000)


@pytest.mark.slow
@every_peer
def test_many_sentences_are_normalized_as_transformers_does(name):
    check_columns(name, 200_000 if ALL else 10_000)


def check_columns(name, size):
    """Compare sentences of a column, half of whose words stand alone."""
    draw, words = random.Random(2), [WORDS.split(), PLAIN.split()]
    texts = [
        "".join(
            draw.choice(draw.choice(words)) + draw.choice(BETWEEN)
            for _ in range(draw.randint(1, 9))
        )
        for _ in range(size)
    ]
    column = in_column(name, texts)
    for text, normalized in zip(texts, column, strict=True):
        assert normalized == PEERS[name](text), text


@every_peer
@given(text=st.text(max_size=30))
def test_any_text_is_normalized_as_transformers_does(name, text):
    assert get_normalizer(name)(text) == PEERS[name](text)


def test_the_signature_names_the_version_of_the_package():
    chain = get_normalizer(["nfkc", "whisper:english"])
    of = ",".join(f"{name}-{version(name)}" for name in ("transformers", "whisper_normalizer"))
    assert repr(chain) == f"nfkc+whisper:english[{of}]"


def test_spellings_are_words_and_causes_are_no_contractions():
    english = get_normalizer("whisper:english")
    assert english("the colour of archaeology, our cause") == "the color of archeology our cause"


def test_vowels_that_are_marks_are_lost_as_whisper_loses_them():
    counts = error_counts("नमस्ता दुनिया कैसा हो", "नमस्ते दुनिया कैसे हो", normalizer="whisper:basic")
    assert counts.wer == 0.0
