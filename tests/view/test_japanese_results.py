"""With Japanese words, no word of ours in an alignment or in confusions is English."""

import re
from contextlib import suppress
from html import unescape

import pytest

import levmetrics as lm
from levmetrics.alignment.explanation import UnexplainedError
from levmetrics.core.names import all_configs
from levmetrics.records.comparators.comparator import COMPARATORS
from levmetrics.view.language import words_of
from tests.packages import needs_config

# What the field writes in Latin letters, marks of errors, and names of a comparator or in JSON.
NAMES = {"CER", "WER", "F1", "S", "D", "I", "W", "ROUGE", "L", "Lsum", "record", "null"}
SCHEMA = {"properties": {"名": {"type": "string"}, "日": {"type": "string", "format": "date"}}}
OPTIONS = {"keywords": {"keywords": ["天気"]}, "record:docubench": {"schema": SCHEMA}}
OF_TEXTS = (
    ["今日 は いい 天気", "東京\n大阪\n京都 へ", "花", ""],
    ["今日 は 良い 天気 です", "大阪\n東京\n京都", "花", "茶"],
)
OF_VALUES = (
    [{"名": "茶", "値": "十", "余": 1, "日": "明日"}, {"表": [{"品": "花"}] * 70}, "花"],
    [
        {"名": "お茶", "値": 3, "欠": 2, "日": "2024-01-02", "無": None},
        {"表": [{"品": "茶"}] * 70},
        "茶",
    ],
)
TURNS = [("一郎", "今日 は いい 天気", 0.5, 2), ("花子", "はい そう です", 31, 33)]
HEARD = [("甲", "今日 は 良い 天気 はい", 0.5, 2.5), ("乙", "そう です ね", 31, 33)]
OF_SESSIONS = [
    [
        [
            dict(zip(("speaker", "words", "start_time", "end_time"), turn, strict=True))
            for turn in side
        ]
    ]
    for side in (HEARD, TURNS)
]
SIDES = {"texts": OF_TEXTS, "values": OF_VALUES, "records": OF_VALUES}
CONFIGS = [pytest.param(name, marks=needs_config(name)) for name in all_configs()]


def run_of(name):
    """Score samples whose texts, keys and speakers are Japanese."""
    sides = SIDES.get(all_configs()[name].kind.takes.name, OF_SESSIONS)
    return lm.score(*sides, name, **OPTIONS.get(name, {}))


def latin_words(html):
    """Return the words in Latin letters in texts, titles and spoken labels, but for code points."""
    html = re.sub(r"<style>.*?</style>", "", html, flags=re.DOTALL)
    said = re.findall(r'(?:title|aria-label)="([^"]*)"', html)
    shown = re.sub("⟨.*?⟩", "", unescape(" ".join([re.sub(r"<[^>]*>", " ", html), *said])))
    return {*re.findall(r"[A-Za-z][A-Za-z0-9]*", shown)} - NAMES - {*COMPARATORS}


@pytest.mark.parametrize("name", CONFIGS)
def test_an_alignment_and_confusions_in_japanese_have_no_english_word(name):
    run = run_of(name)
    words = words_of(run.metric, "ja")
    drawn = []
    for sample in range(run.sample_count):
        with suppress(UnexplainedError):
            alignment = run.alignment(sample)
            drawn += [alignment.to_html(words), alignment.markup(words)]
    with suppress(UnexplainedError):
        drawn.append(run.confusions().to_html(words))
    assert set().union(*map(latin_words, drawn)) == set()
    assert any(re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", html) for html in drawn)
