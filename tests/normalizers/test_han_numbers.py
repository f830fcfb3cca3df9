"""``numbers:ja`` and ``numbers:zh`` turn numbers into figures, leave words, and confuse no two."""

import random
from itertools import pairwise

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from levmetrics.formats.examples import example_path
from levmetrics.normalizers import get_normalizer
from tests.code_points import CODE_POINTS
from tests.corpora import read_pairs

ja, zh = get_normalizer("numbers:ja"), get_normalizer("numbers:zh")
both = pytest.mark.parametrize("normalizer", [ja, zh], ids=["ja", "zh"])
NUMERALS = "〇零一二三四五六七八九十百千万億兆京亿萬两兩"
PIECES = [
    *NUMERALS,
    *"0159,.，．０％年月日人つ個个点時番組元块半分第次双周数几的の般前約屋目、到",
    *("3.5", "百分之", "分の", "分钟", "百分之 ", "ひとり", "十分", "一点", "分之"),
]
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
        ("三分の一、百分の一", "3分の1、100分の1"),
        ("五、六人、二、三日", "5、6人、2、3日"),
        ("零時三十分", "0時30分"),
        ("一時三十分に、十時十分に", "1時30分に、10時10分に"),
        ("一日三食", "1日3食"),
        ("一年一組", "1年1組"),
        ("百十番と一一九番", "110番と119番"),
        ("八百万人が四月一日に二十日と二十四の", "8000000人が4月1日に20日と24の"),
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
        "八百万の神",
        "千日前",
        "四月一日さん",
        "二十日鼠",
        "二十四の瞳",
        "五分五分",
        "一人ひとり",
        "一日千秋",
        "二、三十人",
        "三分の一緒",
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
        ("两万五千个、两万到三万元", "25000个、20000到30000元"),
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
        ("二点五", "2.5"),
        ("三点五米", "3.5米"),
        ("三点五万", "35000"),
        ("八点五折", "8.5折"),
        ("零点三十分", "0点30分"),
        ("五点零五分", "5点05分"),
        ("三点五十", "3点50"),
        ("三点半、一点钟", "3点半、1点钟"),
        ("百分之五到十", "百分之5到10"),
        ("百分之五到百分之十", "5%到10%"),
        ("百分之 五十", "50%"),
        ("十分钟、三次、第一次", "10分钟、3次、第1次"),
        ("三到五个、三、五个", "3到5个、3、5个"),
        ("一块钱、两块、二十一块", "1块钱、2块、21块"),
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
        "一块走",
        "一块儿",
        "一个劲儿",
        "一元复始",
        "双十一",
        "十一国庆",
        "五十步笑百步",
        "三点水",
        "十点零五",
        "百分之百分",
        "两点之间",
        "一点一滴",
        "三块五",
        "二十块五",
        "三点十五个人",
        "三点一起去",
        "二十五点三十分",
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


@given(one=st.integers(0, 23), other=st.integers(1, 59))
def test_groups_are_converted_as_a_whole(one, other):
    num2words = pytest.importorskip("num2words").num2words
    cn2an = pytest.importorskip("cn2an")
    first, second = num2words(one or 24, lang="ja"), num2words(other, lang="ja")
    assert ja(f"{first}分の{second}") == f"{one or 24}分の{other}"
    hour, minute = cn2an.an2cn(one, "low"), cn2an.an2cn(other, "low")
    assert zh(f"{hour}点{minute}分") == f"{one}点{other}分"


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
@given(text=st.text() | st.lists(st.sampled_from(PIECES), max_size=10).map("".join))
def test_twice_is_once_and_only_numerals_change(normalizer, text):
    once = normalizer(text)
    assert normalizer(once) == once
    others = rf"[^{NUMERALS}0-9０-９,.，．％%点點百分之 ]"
    assert regex.findall(others, once) == regex.findall(others, text)


@both
def test_numbers_that_differ_in_figures_differ_in_a_text(normalizer):
    numbers = sample()
    for one, other in pairwise(numbers):
        assert normalizer(f"{one:,}年") != normalizer(f"{other}年")
        assert normalizer(f"{one:,}年") == f"{one}年"


@pytest.mark.parametrize(
    ("normalizer", "text", "expected"),
    [
        (ja, "三〜四人", "3〜4人"),
        (ja, "三から四人、三か四人、3〜四人、三〜4人", "3から4人、3か4人、3〜4人、3〜4人"),
        (ja, "八〜十人、十〜二十人", "8〜10人、10〜20人"),
        (ja, "三〜十五", "3〜15"),
        (ja, "一、二、三人", "1、2、3人"),
        (ja, "第三〜第五回", "第3〜第5回"),
        (ja, "三万〜五万円、九千〜一万円", "30000〜50000円、9000〜10000円"),
        (ja, "三〜五万円、3〜5万円", "3〜5万円、3〜5万円"),
        (ja, "0〜5万円", "0〜50000円"),
        (zh, "三〜四个、三至五个、三或四个", "3〜4个、3至5个、3或4个"),
        (zh, "十到二十个、三到二十个", "10到20个、3到20个"),
        (zh, "十五到二十万元、3到5万元", "15到20万元、3到5万元"),
        (zh, "三、四、五个", "3、4、5个"),
    ],
)
def test_the_numbers_of_a_range_become_figures_together(normalizer, text, expected):
    assert normalizer(text) == expected


@pytest.mark.parametrize(
    ("normalizer", "text"),
    [
        *(
            (ja, text)
            for text in ["三〜四百円", "二、三十人", "一〜二万五千円", "二十〜三十代", "三・五人"]
        ),
        *(
            (ja, text)
            for text in ["数十〜二十人", "一から十まで", "一か八か", "東京〜三重県", "三〜四"]
        ),
        *((zh, text) for text in ["三到四百", "一到二十号", "周一至五", "五到十五点三十分"]),
    ],
)
def test_the_numbers_of_a_range_stay_together(normalizer, text):
    assert normalizer(text) == text


@given(one=st.integers(1, 10**6), other=st.integers(1, 10**6), mark=st.sampled_from("〜～-"))
def test_a_range_is_converted_as_a_whole(one, other, mark):
    num2words = pytest.importorskip("num2words").num2words
    cn2an = pytest.importorskip("cn2an")
    kanji = [num2words(number, lang="ja") for number in (one, other)]
    hanzi = [cn2an.an2cn(number, "low") for number in (one, other)]
    for normalizer, words, counter in ((ja, kanji, "人"), (zh, hanzi, "个")):
        text = f"{mark.join(words)}{counter}"
        ways = {text, f"{one}{mark}{other}{counter}"}
        if other % 10_000 == 0 and one < other // 10_000:
            ways = {f"{one}{mark}{other // 10_000}万{counter}"}
        assert normalizer(text) in ways


@pytest.mark.parametrize(
    ("normalizer", "text", "expected"),
    [
        (ja, "零円、零人、零時零分", "0円、0人、0時0分"),
        (ja, "零細企業、〇人、絶対零度", "零細企業、〇人、絶対零度"),
        (zh, "零个、零元、零点零分、百分之零", "0个、0元、0点0分、0%"),
        (zh, "零食、零件、零", "零食、零件、零"),
    ],
)
def test_zero_is_a_number_before_a_counter(normalizer, text, expected):
    assert normalizer(text) == expected


def test_real_japanese_keeps_its_words():
    _, references = read_pairs(example_path("ocr_ja.tsv"))
    for text in references.texts.to_pylist():
        others = r"[^〇零一二三四五六七八九十百千万億兆0-9０-９,，.．％%]"
        assert regex.findall(others, ja(text)) == regex.findall(others, text)
