"""A caller's own rules do what jiwer's transforms do, and more scripts have words."""

import jiwer
import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics import InputError, score
from levmetrics.normalizers import (
    get_normalizer,
    named,
    remove_words,
    replace_patterns,
    replace_strings,
    replace_words,
)
from tests.files import written

WORDS = (
    "she'll you can't let's it won't n't the uh a don't it's they've I'm he'd we're 't mustn't've"
)
ENGLISH = st.lists(st.sampled_from([*WORDS.split(), "[noise]", "<unk>", "<a b>"])).map(" ".join)


@given(text=ENGLISH)
def test_contractions_are_written_out_as_jiwer_does(text):
    expected = jiwer.ExpandCommonEnglishContractions().process_string(text)
    assert get_normalizer("contractions:english")(text) == expected


def test_a_typographic_apostrophe_is_an_apostrophe():
    assert get_normalizer("contractions:english")("can\u2019t") == "can not"


@given(text=ENGLISH)
def test_non_words_are_left_out_as_jiwer_does(text):
    expected = jiwer.RemoveKaldiNonWords().process_string(text).split()
    assert get_normalizer("remove_non_words")(text) == " ".join(expected)


@given(text=ENGLISH, word=st.sampled_from(["you", "the", "a", "n't", "'d"]))
def test_one_word_is_replaced_where_jiwer_replaces_it_but_not_before_an_apostrophe(text, word):
    expected = jiwer.SubstituteWords({word: "#"}).process_string(text)
    assert replace_words({word: "#"})(text) == expected


@given(text=ENGLISH)
def test_words_are_left_out_as_jiwer_does(text):
    words = ["uh", "the", "a"]
    expected = jiwer.RemoveSpecificWords(words).process_string(text).split()
    assert remove_words(words)(text) == " ".join(expected)


@given(text=ENGLISH)
def test_patterns_are_replaced_as_jiwer_does(text):
    rules = {r"(\w+)n't": r"\1 not", "not": "NOT"}
    assert replace_patterns(rules)(text) == jiwer.SubstituteRegexes(rules).process_string(text)


@pytest.mark.parametrize(
    ("rules", "text", "expected"),
    [
        ({"東京": "京都"}, "私は東京へ", "私は京都へ"),
        ({"ok": "はい"}, "okです book", "はいです book"),
        ({"दिल": "मन"}, "दिल दिल्ली", "मन दिल्ली"),
        ({"a": "b", "b": "a"}, "a b", "b a"),
        ({"new": "x", "new york": "NY"}, "new york new", "NY x"),
        ({"C++": "cpp"}, "C++ and C++11", "cpp and cpp11"),
        ({".": ","}, "a.b", "a,b"),
    ],
)
def test_whole_words_of_any_script_are_replaced_in_one_pass(rules, text, expected):
    assert replace_words(rules)(text) == expected


@pytest.mark.parametrize(
    ("rules", "text", "expected"),
    [
        ({"ſ": "s", "\ueec5": "ct"}, "Reſpe\ueec5s", "Respects"),
        ({"a": "b", "b": "a"}, "ab ba", "ba ab"),
        ({"aͤ": "ä", "a": "e"}, "aͤa", "äe"),
        ({".": "", "*": "+"}, "a.b**", "ab++"),
        ({"東京": "京都"}, "東京都", "京都都"),
        ({"A": "x"}, "aAa", "axa"),
    ],
)
def test_strings_are_replaced_within_words_in_one_pass_the_longest_first(rules, text, expected):
    assert replace_strings(rules)(text) == expected


def test_rules_of_files_are_those_of_the_functions_and_sign_their_digest(tmp_path):
    rules = {"colour": "color", "'em": "them"}
    path = written(
        tmp_path / "my rules.txt", "\n".join(f"{a} => {b}" for a, b in rules.items()) + "\n"
    )
    words = written(tmp_path / "words.txt", "\ufeffuh\r\nyou know\r\n".encode())
    assert repr(get_normalizer(f"replace:{path}")) == repr(replace_words(rules))
    assert repr(get_normalizer(f"substitute:{path}")) == repr(replace_strings(rules))
    assert repr(get_normalizer(f"regex:{path}")) == repr(replace_patterns(rules))
    assert repr(get_normalizer(f"remove:{words}")) == repr(remove_words(["uh", "you know"]))
    assert repr(replace_words(rules)) != repr(replace_words({**rules, "a": "b"}))
    chain = get_normalizer(f"lower, replace:{path}")
    assert chain("COLOUR of 'em") == "color of them"


def test_a_file_that_has_changed_is_read_again(tmp_path):
    path = written(tmp_path / "rules.txt", "b => c")
    assert score(["a c"], ["a b"], normalizer=f"replace:{path}").score == 0
    path.write_text("b => d")
    assert score(["a c"], ["a b"], normalizer=f"replace:{path}").score == 0.5


def test_a_name_stands_in_the_signature():
    run = score(["a"], ["A"], normalizer=named("lowered", lambda text: text.lower()))
    assert run.score == 0
    assert "|normalizer:custom(lowered)|" in run.signature()


@pytest.mark.parametrize(
    ("content", "kind", "message"),
    [
        ("colour color", "replace", r"rules.txt, line 1 is 'colour color'; a rule is a line FROM"),
        ("( => x", "regex", r"the rule '\(' is not a regular expression with its replacement: "),
        (r"a => \1", "regex", r"the rule 'a' is not a regular expression with its replacement: "),
        ("\n\n", "remove", "the normalizer has no rules"),
        ("\n\n", "substitute", "the normalizer has no rules"),
        ("ſ s", "substitute", r"rules.txt, line 1 is 'ſ s'; a rule is a line FROM"),
        (" => x", "replace", "or a rule for the empty text"),
    ],
)
def test_a_file_without_rules_is_refused_with_its_line(tmp_path, content, kind, message):
    path = written(tmp_path / "rules.txt", content)
    with pytest.raises(InputError, match=message):
        get_normalizer(f"{kind}:{path}")


def test_a_file_that_cannot_be_read_is_refused(tmp_path):
    (tmp_path / "latin.txt").write_bytes(b"\xe9 => e")
    for name in ("latin.txt", "none.txt"):
        with pytest.raises(InputError, match=rf"{name} cannot be read as UTF-8 text: "):
            get_normalizer(f"replace:{tmp_path / name}")
