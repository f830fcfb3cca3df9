"""``kana`` reads words with Han characters, folds hiragana, and leaves everything else."""

import unicodedata
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from levmetrics import error_counts
from levmetrics.formats.examples import example_path
from levmetrics.normalizers import get_normalizer
from levmetrics.normalizers import japanese as module
from tests.code_points import CODE_POINTS
from tests.corpora import read_pairs
from tests.normalizers.columns import in_column

pytest.importorskip("fugashi")
pytest.importorskip("unidic_lite")
kana = get_normalizer("kana")
HIRAGANA = {*range(0x3041, 0x3097), 0x309D, 0x309E}
JAPANESE = (
    "母さん何がか言う今日は良いよいイイ天気王様おおきい大々〆ヶ月三一〇鱻𠮷 　\0\nGPUｺﾋﾟ。、1=\"',"
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("今日は良い天気です", "キョウハヨイテンキデス"),
        ("今日はよい天気です", "キョウハヨイテンキデス"),
        ("王様、おうさま", "オウサマ、オウサマ"),
        ("私は学校へ本を", "ワタクシハガッコウヘホンヲ"),
        ("GPUを 3台\n\t買う ", "GPUヲ 3ダイ\n\tカウ "),
        ("いすゞ ゔ ゟ ｺｰﾋｰ ヴァ", "イスヾ ヴ ゟ ｺｰﾋｰ ヴァ"),
        ("鱻\0鱻良い\0", "鱻\0鱻ヨイ\0"),
        ("良=良, '良'", "リョウ=リョウ, 'リョウ'"),
        ("CD, 10cm", "CD, 10cm"),
        ("言うと言った、云う、結う", "イウトイッタ、イウ、ユウ"),
        ("お母さん、父さん、お兄様、お姉ちゃん", "オカアサン、トウサン、オニイサマ、オネエチャン"),
        ("山Ｐ、山P、山Ａさん", "ヤマＰ、ヤマP、ヤマＡサン"),
        ("母は、叔母さん", "ハハハ、オバサン"),
        ("何が何か、何か月、何人", "ナニガナニカ、ナンカゲツ、ナンニン"),
        ("", ""),
    ],
)
def test_what_is_read_and_what_is_left_alone(text, expected):
    assert kana(text) == expected


def test_other_spellings_of_one_reading_are_no_errors():
    texts = "今日は良い天気です", "きょうはよいてんきです"
    assert error_counts(*texts, tokenizer="char", normalizer="kana").wer == 0


@pytest.mark.parametrize(
    ("written", "spelled"),
    [
        ("私は", "わたしは"),
        ("明日", "あした"),
        ("日本", "にほん"),
        ("2人", "二人"),
        ("1日", "一日"),
    ],
)
def test_a_word_of_several_readings_has_the_one_that_the_dictionary_chooses(written, spelled):
    assert kana(written) != kana(spelled)


def test_of_single_code_points_exactly_hiragana_and_han_change():
    for character in CODE_POINTS:
        read = kana(character)
        if ord(character) in HIRAGANA:
            assert read == unicodedata.lookup(
                unicodedata.name(character).replace("HIRAGANA", "KATAKANA")
            )
        elif regex.match(r"\p{Han}", character):
            assert read == character or regex.fullmatch(r"[\p{Katakana}ー]+", read), character
        else:
            assert read == character


@pytest.mark.slow
def test_what_is_not_japanese_stays_within_words():
    for character in CODE_POINTS:
        if not regex.match(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{M}ー]", character):
            assert character in kana(f"良い{character}天気"), ascii(character)


@given(st.lists(st.text() | st.text(JAPANESE)).map("".join))
def test_exactly_the_words_with_han_are_gone(text):
    def others(of):
        return regex.findall(r"[^\p{Han}\p{Hiragana}\p{Katakana}ー\p{M}]", of)

    assert others(kana(text)) == others(text)
    assert not HIRAGANA & set(map(ord, kana(text)))


@given(st.text(JAPANESE))
def test_twice_is_once(text):
    assert kana(kana(text)) == kana(text)


def test_real_text_is_read_almost_wholly_and_twice_is_once():
    _, references = read_pairs(example_path("ocr_ja.tsv"))
    texts = references.texts.to_pylist()
    read = list(map(kana, texts))
    assert list(map(kana, read)) == read
    han = [len(regex.findall(r"\p{Han}", "".join(side))) for side in (texts, read)]
    assert han[1] < 0.01 * han[0]


def test_long_texts_are_read_to_their_ends():
    assert kana("良い天気。" * 5_000) == "ヨイテンキ。" * 5_000


def test_a_column_reads_each_distinct_text_once(monkeypatch):
    seen = []
    monkeypatch.setattr(module, "_read", lambda text: seen.append(text) or "ヨイ")
    texts = ["良い", "よい", "良い", "ascii"] * 3
    normalized = in_column(kana, texts)
    assert normalized == ["ヨイ", "ヨイ", "ヨイ", "ascii"] * 3
    assert seen == ["良い"]


def test_threads_may_share_it():
    texts = ["今日は良い天気です", "三本の矢", "王様"] * 100
    alone = list(map(kana, texts))
    with ThreadPoolExecutor(6) as pool:
        assert all(found == alone for found in pool.map(lambda _: [*map(kana, texts)], range(12)))


def test_the_signature_names_the_versions_of_analyzer_and_dictionary():
    versions = ",".join(f"{name}-{version(name)}" for name in ("fugashi", "unidic-lite"))
    assert repr(kana) == f"kana[{versions}]"
