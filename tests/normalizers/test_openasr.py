"""The Open ASR Leaderboard's normalizers are the leaderboard's, to the last character."""

import random
import sys
from importlib.metadata import version
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics import error_counts
from levmetrics.inputs.columns import prediction_column
from levmetrics.normalizers import get_normalizer, openasr
from levmetrics.normalizers.openasr import LANGUAGES, multiword
from tests.code_points import CODE_POINTS
from tests.corpora import ASR_EN
from tests.leaderboards.open_asr import normalize, normalize_english, normalize_multilingual
from tests.normalizers.columns import in_column
from tests.thoroughness import ALL

MARKED = (
    "a i b c u 2:30 12:00 24:10 2:30.5 07 3.5 $5 $0 ¢7 £20 1,000 1960s 2nd 21 50% % $ . , - + ' 's "
    "'d n't won't can't let's y'all i'ma ma'am he's who's john's he'd o'clock o'clock [noise] "
    "(laughs) <b> ( < um uh-huh ah-ha hmm ohh oooh don't naïve Œuvre ½ ǆ İ x-ray e-mail twenty-one "
    "minutes. mr. \t \n"
)
PLAIN = "the cat house running of colour travelogue katherine stephen cause wanna mister ok ox"
WORDS = [*sorted(multiword()), *MARKED.split(" ")]
BETWEEN = [*[" "] * 12, "", "  ", "-", ", ", ". ", "\n"]
SPEECH_EN = Path(__file__).parents[2] / "examples/data/speech_en.tsv"
words = st.sampled_from([*WORDS, *PLAIN.split(), "x"])
sentences = st.lists(st.one_of(words, st.sampled_from(BETWEEN), st.text(max_size=2)), max_size=12)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def sentence(draw):
    pool = (WORDS, PLAIN.split())
    length = draw.randint(1, 18)
    return "".join(draw.choice(draw.choice(pool)) + draw.choice(BETWEEN) for _ in range(length))


def texts_of(path):
    return [text for line in path.read_text("utf-8").splitlines() for text in line.split("\t")[1:]]


@pytest.mark.slow
def test_real_texts_are_normalized_as_the_leaderboard_does():
    english, multilingual = map(get_normalizer, ("openasr:english", "openasr:multilingual"))
    texts = [text for path in (ASR_EN, SPEECH_EN) for text in texts_of(path)]
    assert len(texts) > 1_000
    assert in_column("openasr:english", texts) == [normalize_english(text) for text in texts]
    for text in texts:
        assert english(text) == normalize_english(text)
        assert multilingual(text) == normalize_multilingual(text)


@given(parts=sentences)
def test_any_sentence_is_normalized_as_the_leaderboard_does(parts):
    for text in ("".join(parts), " ".join(parts), " ".join(parts).upper()):
        expected = normalize_english(text)
        assert get_normalizer("openasr:english")(text) == expected
        assert in_column("openasr:english", [text]) == [expected]


@given(text=st.text(max_size=30))
def test_any_text_is_normalized_as_the_leaderboard_does(text):
    assert get_normalizer("openasr:english")(text) == normalize_english(text)
    assert get_normalizer("openasr:multilingual")(text) == normalize_multilingual(text)


def test_sentences_of_columns_are_normalized_as_the_leaderboard_does():
    draw = random.Random(0)
    texts = [sentence(draw) for _ in range(3_000)]
    for text, normalized in zip(texts, in_column("openasr:english", texts), strict=True):
        assert normalized == normalize_english(text), text


@pytest.mark.slow
def test_many_sentences_of_a_column_are_normalized_as_the_leaderboard_does():
    draw = random.Random(1)
    texts = [sentence(draw) for _ in range(100_000 if ALL else 10_000)]
    for text, normalized in zip(texts, in_column("openasr:english", texts), strict=True):
        assert normalized == normalize_english(text), text


def check(texts):
    english, multilingual = (
        in_column(f"openasr:{name}", texts) for name in ("english", "multilingual")
    )
    for text, in_english, in_any in zip(texts, english, multilingual, strict=True):
        assert in_english == normalize_english(text), repr(text)
        assert in_any == normalize_multilingual(text), repr(text)


@pytest.mark.parametrize("around", ["{}", "a{}b", "two {}5 x", "the {} of"])
def test_every_code_point_of_latin_is_normalized_as_the_leaderboard_does(around):
    check([around.format(chr(code)) for code in range(0x250)])


@pytest.mark.slow
@pytest.mark.parametrize("around", ["{} cat", "a{}b", "two {}5 x"])
def test_every_code_point_is_normalized_as_the_leaderboard_does(around):
    words = [around.format(character) for character in CODE_POINTS]
    check([" ".join(words[i : i + 64]) for i in range(0, len(words), 64)])


@every_language
def test_numbers_of_a_language_are_written_out_as_the_leaderboard_does(language):
    normalizer = get_normalizer(f"openasr:multilingual:{language}")
    numbers = [*range(0, 2_100, 7), 10**6, 10**9, 10**15, 10**21, 10**66, 10**310, 10**4400 - 1]
    sys.set_int_max_str_digits(0)
    try:
        texts = [f"x {number} Y, {number % 1000}" for number in numbers] + ["10 000", "٣ ½ ² 1.5"]
    finally:
        sys.set_int_max_str_digits(sys.int_info.default_max_str_digits)
    for text in texts:
        assert normalizer(text) == normalize(text, language), text


def test_numbers_are_written_out_for_speakers():
    assert error_counts(
        "zehntausend Bäume", "10 000 Bäume!", normalizer="openasr:multilingual:de"
    ).wer == (0.0)


@pytest.mark.parametrize(
    ("text", "once", "twice"),
    [
        pytest.param("o one", "01", "one", id="a zero before a one is lost"),
        pytest.param("bob d o e s", "bob d0es", "bob d0 es", id="o is a zero within letters"),
        pytest.param("u um m", "um", "", id="letters make a hesitation"),
        pytest.param("at minus and so on", "at -and so on", "at and so on", id="a sign of a word"),
    ],
)
def test_what_the_leaderboard_s_rules_change_in_their_own_output(text, once, twice):
    english = get_normalizer("openasr:english")
    assert (english(text), english(english(text))) == (once, twice)
    assert normalize_english(text) == once
    assert normalize_english(once) == twice


@given(text=st.text(max_size=30))
def test_what_is_normalized_twice_is_what_the_leaderboard_makes_of_it(text):
    multilingual = get_normalizer("openasr:multilingual")
    assert multilingual(multilingual(text)) == normalize_multilingual(normalize_multilingual(text))


def test_the_signature_names_the_rules_and_the_packages():
    rules = "normalizer.py-72daef9"
    spellings, numbers = (f"{name}-{version(name)}" for name in ("whisper_normalizer", "num2words"))
    assert repr(get_normalizer("openasr:english")) == f"openasr:english[{rules},{spellings}]"
    assert repr(get_normalizer("openasr:multilingual")) == f"openasr:multilingual[{rules}]"
    german = get_normalizer("openasr:multilingual:de")
    assert repr(german) == f"openasr:multilingual:de[{rules},{numbers}]"


def test_texts_of_a_column_keep_their_order_and_their_samples():
    column = get_normalizer("openasr:english").column(
        prediction_column(pa.array(["Two!", "one", "Two!", "", "(x)", "a  'b"]))
    )
    assert column.texts.to_pylist() == ["2", "one", "2", "", "", "a b"]


def test_a_text_that_the_leaderboard_cannot_read_is_named_by_its_position():
    digits = "9" * (sys.int_info.default_max_str_digits + 1)
    with pytest.raises(ValueError, match=r"openasr:english.* failed on preds\[1\]: .*integer"):
        in_column("openasr:english", ["a", digits])


def test_a_missing_package_of_numbers_is_said_and_no_number_is_left_as_it_is(monkeypatch):
    monkeypatch.setitem(sys.modules, "num2words", None)
    monkeypatch.setattr(openasr, "_load_numbers", openasr._load_numbers.__wrapped__)
    with pytest.raises(ImportError, match="needs num2words; install it with pip install"):
        openasr.multilingual_with_numbers("12345678 Bäume", "de")
