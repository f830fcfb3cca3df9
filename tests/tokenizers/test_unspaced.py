"""White space that does not separate words: said once by every door, which scores all the same."""

import json
import warnings

import pyarrow as pa
import pytest

import levmetrics as lm
from levmetrics import Run, get_tokenizer, jiwer
from levmetrics.core.names import get_metric
from levmetrics.errors import InputWarning
from tests.corpora import OCR, SPEECH
from tests.packages import needs
from tests.shell import run

JAPANESE = ["今日はいい天気です", "明日は雨が降るでしょう"]
HEARD = ["今日は良い天気です", "明日は雨が降るでしょう"]
SEGMENTS = [{"session_id": "a", "speaker": "ann", "words": text} for text in JAPANESE]


def warned(score):
    """The sentences of the warnings that a call gives."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        score()
    return [str(one.message) for one in caught if issubclass(one.category, InputWarning)]


DOORS = {
    "one pair": lambda: lm.wer(HEARD[0], JAPANESE[0]),
    "one pair in lists": lambda: lm.wer(HEARD[:1], JAPANESE[:1]),
    "without an error": lambda: lm.wer(JAPANESE, JAPANESE),
    "many pairs": lambda: lm.wer(HEARD * 5_000, JAPANESE * 5_000),
    "a run": lambda: lm.score(HEARD, JAPANESE),
    "several references": lambda: lm.score(HEARD, [[text, text] for text in JAPANESE]),
    "Arrow": lambda: lm.score(pa.array(HEARD), pa.array(JAPANESE)),
    "counts": lambda: lm.error_counts(HEARD, JAPANESE),
    "counts with an option": lambda: lm.error_counts(HEARD, JAPANESE, costs="nist"),
    "a normalizer": lambda: lm.wer(HEARD, JAPANESE, normalizer="nfkc"),
    "words in any order": lambda: lm.score(HEARD, JAPANESE, "page:bag"),
    "jiwer's function": lambda: jiwer.wer(JAPANESE, HEARD),
    "jiwer's alignment": lambda: jiwer.process_words(JAPANESE, HEARD),
    "sessions": lambda: lm.score([SEGMENTS], [SEGMENTS], "meeting:cp"),
    "part of a run": lambda: Run.of(get_metric("wer", options={}), HEARD, JAPANESE),
}


@pytest.mark.parametrize("score", DOORS.values(), ids=DOORS)
def test_every_door_warns_once(score):
    assert warned(score) == [
        "white space does not separate words in Japanese, so phrases and sentences count as single "
        "words; tokenizer='mecab' finds words, and tokenizer='char' or the metric cer counts "
        "characters"
    ]


QUIET = {
    "a tokenizer": lambda: lm.wer(HEARD, JAPANESE, tokenizer="mixed"),
    "white space by name": lambda: lm.wer(HEARD, JAPANESE, tokenizer="whitespace"),
    "characters": lambda: lm.cer(HEARD, JAPANESE),
    "similarity": lambda: lm.anls(HEARD, JAPANESE),
    "tokens": lambda: lm.score([["今日", "は"]], [["今日", "は"]]),
    "words with spaces": lambda: lm.wer(["今日 は 良い 天気"], ["今日 は いい 天気"]),
    "Korean": lambda: lm.wer(["오늘은 날씨가"], ["오늘은 날씨가 좋습니다"]),
    "Korean with a Chinese word": lambda: lm.score(["오늘은 天氣가"], ["오늘은 天氣가 좋습니다"]),
    "a Japanese name": lambda: lm.score(["Tokio"], ["Friedrichshafen 東京都"]),
    "a normalizer that splits words": lambda: lm.wer(HEARD, JAPANESE, normalizer=" ".join),
    "long words": lambda: lm.wer("наикрасивейшая", "Rechtsschutzversicherungsgesellschaften"),
    "nothing": lambda: lm.wer([""], [""]),
    "jiwer's characters": lambda: jiwer.cer(JAPANESE, HEARD),
}


@pytest.mark.parametrize("score", QUIET.values(), ids=QUIET)
def test_nothing_is_said_where_words_are_found(score):
    assert warned(score) == []


@pytest.mark.parametrize(
    ("text", "language", "tokenizer"),
    [
        ("今天天气很好", "Chinese", "jieba"),
        ("วันนี้อากาศดีมาก", "Thai", "icu"),
        ("ມື້ນີ້ອາກາດດີ", "Lao", "icu"),
        ("ថ្ងៃនេះអាកាសធាតុល្អ", "Khmer", "icu"),
        ("ဒီနေ့ရာသီဥတုကောင်းတယ်", "Burmese", "icu"),
    ],
)
def test_the_tokenizer_of_the_script_is_named(text, language, tokenizer):
    (said,) = warned(lambda: lm.wer("", text))
    assert f"words in {language}, " in said
    assert f"tokenizer='{tokenizer}' finds words" in said


def test_a_loop_is_warned_of_once():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        for _ in range(3):
            lm.wer(HEARD, JAPANESE)
    assert len(caught) == 1


@needs("fugashi")
def test_the_example_texts_are_told_apart():
    """English, Japanese as it is written, and Japanese that MeCab has split."""
    assert warned(lambda: lm.score(SPEECH.references, SPEECH.references)) == []
    assert len(warned(lambda: lm.score(OCR.references, OCR.references))) == 1
    split = [" ".join(get_tokenizer("mecab")(text)) for text in OCR.references]
    assert warned(lambda: lm.score(split, split)) == []


@pytest.fixture
def files(tmp_path):
    """Files of references and predictions."""
    for name, texts in (("ref", JAPANESE), ("hyp", HEARD)):
        (tmp_path / f"{name}.txt").write_text("\n".join(texts), "utf-8")
        rows = [{**row, "words": text} for row, text in zip(SEGMENTS, texts, strict=True)]
        (tmp_path / f"{name}.json").write_text(json.dumps(rows), "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "asked",
    [
        ["wer", "{}/ref.txt", "{}/hyp.txt"],
        ["compare", "wer", "-r", "{}/ref.txt", "-p", "{}/hyp.txt", "{}/ref2.txt"],
        ["confusions", "{}/ref.txt", "{}/hyp.txt"],
        ["meeting", "cp", "-r", "{}/ref.json", "-p", "{}/hyp.json"],
    ],
    ids=lambda asked: asked[0],
)
def test_the_shell_says_it_in_a_line_and_scores(files, asked):
    (files / "ref2.txt").write_text("\n".join(JAPANESE), "utf-8")
    done = run(*[part.format(files) for part in asked])
    (line,) = [line for line in done.stderr.splitlines() if "white space" in line]
    assert line.startswith("Warning: white space does not separate words in Japanese, so ")
    assert line.endswith(
        "; --tokenizer mecab finds words, and --tokenizer char or the metric cer counts characters"
    )
    assert done.stdout
    with_tokenizer = [part.format(files) for part in asked] + ["--tokenizer", "char"]
    assert "white space" not in run(*with_tokenizer).stderr
