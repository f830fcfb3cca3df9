"""Every normalizer: of columns as of texts; one that says that it looks at a word alone does."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levmetrics.normalizers import NORMALIZERS, get_normalizer
from tests.normalizers.columns import in_column
from tests.packages import needs

PIECES = [
    *"五ご人三百万一緒。、AΣσ1½か゛カﾞ´.-', []()",
    "two",
    "hundred",
    "uh",
    "colour",
    "Dr.",
    "don't",
]
PIECES += ["1,000", "zwei", "ein", *"\u3099\u0301\ufe0f\u0627\u0653\ufdfa\u0915\u094d\u0924"]
TEXTS = st.lists(st.text() | st.sampled_from(PIECES)).map("".join).map(str.strip)


every_normalizer = pytest.mark.parametrize("name", NORMALIZERS)
needs_all = needs("text_to_num", "whisper_normalizer", "transformers", "num2words", "fugashi")


@every_normalizer
@needs_all
@settings(max_examples=60)
@given(texts=st.lists(TEXTS))
def test_a_column_is_normalized_as_each_of_its_texts(name, texts):
    of_ascii = ["plain", "a==b===c", "'x' - \"y\" `z`", "a-\nb c", "1,000 uh", "", "plain"]
    for column in (texts, texts * 2, of_ascii, [f" {text} 三 " for text in texts]):
        assert in_column(name, column) == [*map(get_normalizer(name), column)]


@every_normalizer
@needs_all
@settings(max_examples=60)
@given(one=TEXTS, other=TEXTS)
def test_without_context_white_space_and_letters_of_japanese_part_a_text(name, one, other):
    chain = get_normalizer(name)
    if chain.has_context(f"{one} {other}"):
        return
    assert chain(f"{one} {other}").split() == [*chain(one).split(), *chain(other).split()]
    one, other = f"{one}良", f"い{other}"
    if not chain.has_context(f"{one} {other}"):
        assert chain(one + other) == chain(one) + chain(other)
