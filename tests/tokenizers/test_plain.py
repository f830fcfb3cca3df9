"""White space, code points, grapheme clusters, and the mixture for East Asian text."""

import sys
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics import get_tokenizer
from levmetrics.inputs.columns import prediction_column
from levmetrics.inputs.tokens import Characters, WordColumn
from levmetrics.tokenizers.plain import _JOINING


def test_words_stay_unsplit_until_they_are_measured():
    assert isinstance(get_tokenizer("whitespace").column(prediction_column(["a b"])), WordColumn)


@given(text=st.text())
def test_char_is_every_code_point(text):
    assert get_tokenizer("char")(text) == list(text)


# The kinds of example that GraphemeBreakTest.txt of the Unicode Character Database has, a cluster a
# string; the rule of Unicode Standard Annex #29 beside it.
GRAPHEME_BREAKS = [
    ["a", "b"],  # GB999
    [" ", " "],
    ["\r\n"],  # GB3
    ["\n", "\r"],  # GB4, GB5
    ["\r", "\u0308"],
    ["a", "\r", "b"],
    ["\u0001", "\u0300"],
    [" \u0308", " "],  # GB9
    ["e\u0301\u0323", "x"],
    ["a\u200d", "b"],
    ["\u0e01\u0e33"],  # GB9a: Thai SARA AM
    ["\u0915\u0903", "\u0915"],  # GB9a: spacing mark
    ["\u0600a", "b"],  # GB9b: prepended mark
    ["\u0600 "],  # a prepended mark takes even a space
    ["\u1100\u1161\u11a8", "\u1100"],  # GB6, GB7, GB8: Hangul L V T
    ["\uac00\u11a8", "\u1100"],
    ["\uac01\u11a8"],
    ["\u1100\uac00"],
    ["\uac01", "\u1161"],
    ["\U0001f1e6\U0001f1e7", "\U0001f1e8"],  # GB12, GB13: flags in pairs
    ["a", "\U0001f1e6\U0001f1e7", "\U0001f1e8\U0001f1e9", "b"],
    ["a", "\U0001f1e6\u200d", "\U0001f1e7\U0001f1e8", "b"],
    ["\U0001f476\U0001f3ff", "\U0001f476"],  # skin tone
    ["\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"],  # GB11: a family
    ["\U0001f6d1\u200d\U0001f6d1"],
    ["a\u200d", "\U0001f6d1"],
    ["\u0915\u094d\u0924"],  # GB9c: Indic conjuncts
    ["\u0915\u094d\u094d\u0924"],
    ["\u0915\u094d\u200d\u0924"],
    ["\u0915", "\u0924"],
    ["\u0915\u093c\u094d\u0924"],
    ["\u0915\u094d", "a"],
    ["\u0b95\u0bcd", "\u0bb7"],  # Tamil joins in speech, not in its clusters
    ["か\u3099", "き"],
    ["葛\U000e0100", "城"],  # ideographic variation sequence
]


@pytest.mark.parametrize("clusters", GRAPHEME_BREAKS, ids=ascii)
def test_graphemes_are_unicode_s_extended_grapheme_clusters(clusters):
    assert get_tokenizer("grapheme")("".join(clusters)) == clusters
    assert rows_of(["".join(clusters), "a"]) == [clusters, ["a"]]


def rows_of(texts):
    """The grapheme clusters of a column, which are characters if no cluster is longer."""
    (column,) = get_tokenizer("grapheme").columns(prediction_column(texts))
    assert all(map(is_single, texts)) or not isinstance(column, Characters)
    return [*column.rows()]


def is_single(text):
    return len(get_tokenizer("grapheme")(text)) == len(text)


PARTS_OF_CLUSTERS = st.text([*{*chain.from_iterable(chain.from_iterable(GRAPHEME_BREAKS)), "\0"}])


@given(texts=st.lists(st.text() | PARTS_OF_CLUSTERS, min_size=1))
def test_columns_have_the_graphemes_of_each_text(texts):
    alone = [get_tokenizer("grapheme")(text) for text in texts]
    assert rows_of(texts) == rows_of([*texts, "e\u0301"])[:-1] == alone


def test_every_character_that_may_be_a_part_of_a_cluster_is_known():
    codes = map(chr, chain(range(0xD800), range(0xE000, sys.maxunicode + 1)))
    others = [code for code in codes if not _JOINING.search(code)]
    for text in ["a{}a", "{0}{0}", "\u0915{}\u0915", "\U0001f600{}\U0001f600", "\u1100{}"]:
        are_single = is_single("\0".join(map(text.format, others)))
        assert are_single, text


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("我喜欢 machine learning 真的", "我 喜 欢 machine learning 真 的"),
        ("GPUが速い。OK?", "GPU が 速 い 。OK?"),
        ("カード ヴェ々〆", "カ ー ド ヴ ェ 々 〆"),
        ("한국어-ko", "한 국 어 -ko"),
        ("か\u3099き ｶﾞ", "か\u3099 き ｶﾞ"),
        ("葛\U000e0100城", "葛\U000e0100 城"),
        ("\u1112\u1161\u11ab국", "\u1112\u1161\u11ab 국"),
        ("𠮷野家 Ⅳ", "𠮷 野 家 Ⅳ"),
        ("ça va\u3000très", "ça va très"),
        ("น้ำใจ 15 บาท", "น้ำ ใ จ 15 บ า ท"),
        ("ສະບາຍດີ ok", "ສ ະ ບ າ ຍ ດີ ok"),
        ("ភ្នំពេញ!", "ភ្នំ ពេ ញ !"),
        ("ကမ္ဘာ", "က မ္ဘ ာ"),
        ("नमस्ते मित्र", "नमस्ते मित्र"),
        ("book。 見。", "book。 見 。"),
        ("見\u200b見 a\u200bb", "見 \u200b 見 a\u200bb"),
        ("", ""),
    ],
)
def test_mixed_takes_characters_of_unspaced_scripts_one_by_one(text, tokens):
    assert get_tokenizer("mixed")(text) == tokens.split()
