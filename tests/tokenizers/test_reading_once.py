"""MeCab reads each distinct text of a request once, whatever is asked of it and by whom."""

from collections import Counter

import evaluate
import pytest

from levmetrics import compare, get_tokenizer, make_compute_metrics
from levmetrics.tokenizers.japanese import MecabTokenizer
from levmetrics.web import endpoints
from levmetrics.web.explorer import explored
from levmetrics.web.reading.given import SINGLE, Given
from levmetrics.web.requests import Request
from levmetrics.web.scored import score

PREDS = ["今日はいい天気です", "猫がいます", "猫がいます", "明日は雨"]
TARGET = ["今日は良い天気です", "猫がいます", "犬がいます", "明日は雪"]
OTHER = ["今日は良い天気です", "犬がいます", "犬がいます", "明日も雪"]


@pytest.fixture
def read(monkeypatch):
    """Count how often MeCab reads each text, with its usual dictionary."""
    times: Counter[str] = Counter()
    spaced = MecabTokenizer.spaced

    def counted(self, text):
        times[text] += self.dictionary == "unidic-lite"  # not those of mecab:ipadic
        return spaced(self, text)

    monkeypatch.setattr(MecabTokenizer, "spaced", counted)
    return times


def once(*columns):
    return Counter(set().union(*columns))


@pytest.mark.parametrize("name", ["wer_lev", "anls"])
def test_by_a_module(read, name):
    options = {"confidence_level": 0.9, "signature": True, "tokenizer": "mecab"}
    module = evaluate.load(name)
    module.compute(predictions=PREDS, references=TARGET, groups=[1, 1, 2, 2], **options)
    assert read == once(PREDS, TARGET)


def test_by_a_module_with_several_references(read):
    references = [list(pair) for pair in zip(TARGET, OTHER, strict=True)]
    evaluate.load("wer_lev", "ja").compute(predictions=PREDS, references=references)
    assert read == once(PREDS, TARGET, OTHER)


@pytest.mark.parametrize("metric", ["ja", "anls"])
def test_by_the_page_with_all_that_it_shows(read, metric):
    given = Given(TARGET, {SINGLE: PREDS}, ("pasted", "pasted"))
    explored(score(Request(metric, {"tokenizer": "mecab"}), given, lambda *_: None))
    assert read == once(PREDS, TARGET)


def test_by_the_endpoints_of_the_page(read):
    endpoints.wer("\n".join(PREDS), "\n".join(TARGET), "ja")
    assert read == once(PREDS, TARGET)
    read.clear()
    endpoints.align(PREDS[0], PREDS[0], "mecab")
    assert read == once(PREDS[:1])
    read.clear()
    systems = {"a": "\n".join(PREDS), "b": "\n".join(OTHER)}
    endpoints.compare("\n".join(TARGET), systems, "ja")
    assert read == once(PREDS, TARGET, OTHER)


@pytest.mark.parametrize("metric", ["ja", "anls"])
def test_by_a_comparison_of_systems(read, metric):
    systems = {"a": PREDS, "b": OTHER, "c": TARGET}
    compare(systems, TARGET, metric, tokenizer="mecab")
    assert read == once(PREDS, TARGET, OTHER)


class Texts:
    """A model's tokenizer whose ids are places in a list of texts."""

    pad_token_id = None

    def __len__(self):
        return len(PREDS) + len(TARGET)

    def batch_decode(self, rows, skip_special_tokens):
        return ["".join([*PREDS, *TARGET][i] for i in row if i >= 0) for row in rows]


def test_by_the_hook_with_several_metrics(read):
    metrics = ["ja", "anls"]
    compute_metrics = make_compute_metrics(Texts(), metrics, tokenizer="mecab")
    ids = [[[i] for i in range(4)], [[i] for i in range(4, 8)]]
    result = compute_metrics((ids[0], ids[1]))
    assert result["wer"] > 0
    assert read == once(PREDS, TARGET)


def test_the_counting_sees_what_is_read_twice(read):
    mecab = get_tokenizer("mecab")
    assert mecab("猫") == mecab("猫")
    assert read == Counter({"猫": 2})
