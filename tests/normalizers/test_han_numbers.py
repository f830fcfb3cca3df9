"""``numbers:ja`` and ``numbers:zh`` turn numbers into figures, leave words, and confuse no two."""

import random
from itertools import pairwise

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from levmetrics import get_normalizer
from levmetrics.formats.examples import example_path, read_pairs
from levmetrics.inputs.columns import prediction_column
from tests.code_points import CODE_POINTS

ja, zh = get_normalizer("numbers:ja"), get_normalizer("numbers:zh")
both = pytest.mark.parametrize("normalizer", [ja, zh], ids=["ja", "zh"])
NUMERALS = "〇零一二三四五六七八九十百千万億兆京亿萬两兩"
FULL_WIDTH = dict(zip("０１２３４５６７８９％", "0123456789%", strict=True))


def sample():
    draw = random.Random(0)
    drawn = [int(10 ** draw.uniform(1, 8)) for _ in range(5_000)]
    return sorted({*range(11, 12_000), *drawn, 10**8} - {10, 100, 1000})  # single numerals


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("三百二十一", "321"),
        ("一万二千円", "12000円"),
        ("1万2千", "12000"),
        ("２千５００円", "2500円"),
        ("二〇二四年", "2024年"),
        ("一九八四年五月三日", "1984年5月3日"),
        ("１，２００万", "12000000"),
        ("1.5万人", "15000人"),
        ("３．５％", "3.5%"),
        ("百億三", "10000000003"),
        ("1兆2000億円", "1200000000000円"),
        ("三人が第三回に十五分", "3人が第3回に15分"),
        ("三ヶ月と二十一世紀", "3ヶ月と21世紀"),
        ("〇九〇", "090"),
        ("千円", "1000円"),
    ],
)
def test_japanese_numbers_are_figures(text, expected):
    assert ja(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "一緒",
        "一般",
        "万一",
        "十分",
        "三重県",
        "千葉",
        "五割",
        "八百屋",
        "五十嵐",
        "百人一首",
        "数十人",
        "何百円",
        "一時的",
        "一番",
        "統一日",
        "億円",
        "二三日",
        "十二三人",
        "七五三",
        "五四",
        "〇〇県",
        "12千",
        "3一",
        "千千",
        "007万",
        "1,2",
        "十",
    ],
)
def test_japanese_words_and_what_may_be_two_numbers_stay(text):
    assert ja(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("三百二十一", "321"),
        ("一万二千", "12000"),
        ("1万2千", "12000"),
        ("二零二四年五月三日", "2024年5月3日"),
        ("一百零五", "105"),
        ("一万零五百", "10500"),
        ("两百", "200"),
        ("两个人", "2个人"),
        ("一万二千亿", "1200000000000"),
        ("百分之五十", "50%"),
        ("百分之百", "100%"),
        ("百分之三点五", "3.5%"),
        ("百分之50", "50%"),
        ("三点一四", "3.14"),
        ("零点五", "0.5"),
        ("三点五十分", "3点50分"),
        ("二十几", "20几"),
    ],
)
def test_chinese_numbers_are_figures(text, expected):
    assert zh(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "一起去",
        "一般",
        "万一",
        "千万不要",
        "十分高兴",
        "一点儿",
        "两三个",
        "三五百",
        "七八十",
        "十七八",
        "一百五",
        "一万二",
        "九九八十一",
        "周三十点",
        "星期二十五号",
        "七十一般",
        "数十",
        "几百",
        "百分之十几",
        "〇〇",
        "一二三",
        "两两两两",
        "三十两",
        "三分之一",
        "2千5",
    ],
)
def test_chinese_words_and_what_may_be_two_numbers_stay(text):
    assert zh(text) == text


def test_japanese_words_of_every_number_are_its_figures():
    num2words = pytest.importorskip("num2words").num2words
    for number in sample():
        assert ja(num2words(number, lang="ja")) == str(number)


def test_chinese_words_of_every_number_are_its_figures():
    cn2an = pytest.importorskip("cn2an")
    for number in sample():
        assert zh(cn2an.an2cn(number, "low")) == str(number)
        assert zh(f"{number}") == str(number)


@given(st.lists(st.text(NUMERALS + "0123456789.", min_size=1, max_size=9), max_size=30))
def test_figures_are_only_of_numbers_that_are_read_so(runs):
    cn2an = pytest.importorskip("cn2an")
    for run in runs:
        figures = zh(run)
        if figures != run and regex.fullmatch("[一二三四五六七八九十百千万亿零]+", run):
            assert str(cn2an.cn2an(run, "smart")) == figures.lstrip("0")


@both
def test_of_single_code_points_exactly_full_width_figures_change(normalizer):
    for character in CODE_POINTS:
        assert normalizer(character) == FULL_WIDTH.get(character, character)
        assert normalizer(f"a{character}b") == f"a{FULL_WIDTH.get(character, character)}b"


@both
@given(text=st.text() | st.text(NUMERALS + "0159,.，．０％年月日人つ個个点分之百之第一般数"))
def test_twice_is_once_and_only_numerals_change(normalizer, text):
    once = normalizer(text)
    assert normalizer(once) == once
    others = rf"[^{NUMERALS}0-9０-９,.，．％%点點百分之]"
    assert regex.findall(others, once) == regex.findall(others, text)


@both
def test_numbers_that_differ_in_figures_differ_in_a_text(normalizer):
    numbers = sample()
    for one, other in pairwise(numbers):
        assert normalizer(f"{one:,}年") != normalizer(f"{other}年")
        assert normalizer(f"{one:,}年") == f"{one}年"


@both
def test_columns_are_normalized_as_their_texts(normalizer):
    texts = ["三百二十一", "１，２００", "", "abc", "三百二十一"]
    columns = normalizer.column(prediction_column(texts)).texts.to_pylist()
    assert columns == list(map(normalizer, texts))


def test_real_japanese_keeps_its_words():
    _, references = read_pairs(example_path("ocr_ja.tsv"))
    for text in references.texts.to_pylist():
        others = r"[^〇零一二三四五六七八九十百千万億兆0-9０-９,，.．％%]"
        assert regex.findall(others, ja(text)) == regex.findall(others, text)
