"""One file registers a tokenizer, and it is in every list, message, usage text and page."""

import subprocess
import sys
from pathlib import Path

import evaluate
import pytest

from levmetrics import error_counts, get_tokenizer, list_tokenizers
from levmetrics.demo.controls import tokenizer_control
from levmetrics.demo.endpoints import wer
from levmetrics.demo.requests import Request
from levmetrics.errors import InputError
from levmetrics.tokenizers import (
    TOKENIZERS,
    CharTokenizer,
    TokenizerFacts,
    WordTokenizer,
    is_installed,
)

ROOT = Path(__file__).parents[2]


class HyphenTokenizer(WordTokenizer):
    """Parts between hyphens; of an argument, between these."""

    def __init__(self, hyphen="-", user_dictionary=None):
        self.hyphen, self.user_dictionary = hyphen, user_dictionary

    def spaced(self, text):
        return text.replace(self.hyphen, " ")

    def __repr__(self):
        return f"hyphen[{self.hyphen}]"


@pytest.fixture
def hyphen():
    facts = TokenizerFacts(
        "hyphen",
        HyphenTokenizer,
        "parts between hyphens",
        language="Hyphenated",
        takes_argument=True,
        takes_user_dictionary=True,
        request_characters=50,
    )
    TOKENIZERS.register(facts)
    yield facts
    TOKENIZERS.unregister("hyphen")


def page_choices():
    return [value for _, value in tokenizer_control().choices]


def test_a_tokenizer_that_is_registered_is_listed_in_order_and_made_once(hyphen):
    assert list_tokenizers() == sorted(list_tokenizers())
    assert "hyphen" in list_tokenizers()
    assert get_tokenizer("hyphen")("a-b") == ["a", "b"]
    assert get_tokenizer("hyphen") is get_tokenizer("hyphen")


def test_a_tokenizer_that_is_registered_is_named_in_messages(hyphen):
    with pytest.raises(InputError, match="unknown tokenizer 'hyphn'; did you mean 'hyphen'"):
        get_tokenizer("hyphn")
    with pytest.raises(InputError, match=r"it must be a name \(char, .*, hyphen, "):
        get_tokenizer(3)
    with pytest.raises(InputError, match="is for the tokenizer 'hyphen' or 'mecab', not for 'char"):
        get_tokenizer("char", user_dictionary="words.dic")


def test_a_tokenizer_that_is_registered_gets_its_argument_and_user_dictionary(hyphen):
    assert get_tokenizer("hyphen:+")("a+b-c") == ["a", "b-c"]
    with_words = get_tokenizer("hyphen:+", user_dictionary=Path("words.dic"))
    assert (with_words.hyphen, with_words.user_dictionary) == ("+", "words.dic")


def test_what_follows_a_name_is_refused_where_the_tokenizer_takes_no_argument():
    with pytest.raises(InputError, match="unknown tokenizer 'char:x'; did you mean 'char'"):
        get_tokenizer("char:x")


def test_a_tokenizer_that_is_registered_scores_by_its_name(hyphen):
    assert error_counts("a-b", "a-c", tokenizer="hyphen").wer == 0.5
    result = evaluate.load("wer_lev").compute(
        predictions=["a-b"], references=["a-c"], tokenizer="hyphen", signature=True
    )
    assert result["wer"] == 0.5
    assert "|tokenizer:hyphen[-]|" in result["signature"]


@pytest.mark.parametrize("name", ["anls", "wer_lev"])
def test_a_tokenizer_that_is_registered_is_in_the_modules_usage_texts(name, hyphen):
    line = '\n        "hyphen": parts between hyphens (Hyphenated)\n'
    assert line in evaluate.load(name).inputs_description
    TOKENIZERS.unregister("hyphen")
    assert '"hyphen"' not in evaluate.load(name).inputs_description
    TOKENIZERS.register(hyphen)


def test_a_tokenizer_that_is_registered_is_on_the_page(hyphen):
    assert "hyphen" in page_choices()
    assert Request("wer_lev", "hyphen").options() == {"tokenizer": "hyphen"}
    assert wer("a-b", "a-c", tokenizer="hyphen")["wer"] == 0.5
    with pytest.raises(InputError, match="the tokenizer 'hyphen' is slow: 60 characters are more"):
        wer("a" * 30, "a" * 30, tokenizer="hyphen")


def test_what_follows_a_name_is_refused_on_the_page(hyphen):
    with pytest.raises(InputError, match="unknown tokenizer 'hyphen:/'"):
        Request("wer_lev", "hyphen:/").options()


def test_a_tokenizer_whose_packages_are_not_installed_is_listed_but_not_on_the_page():
    def missing():
        raise ImportError("the tokenizer 'missing' needs the package nowhere: pip install nowhere")

    TOKENIZERS.register(TokenizerFacts("missing", missing, "of a package that is not there"))
    try:
        assert "missing" in list_tokenizers()
        assert "missing" not in page_choices()
        with pytest.raises(InputError, match="unknown tokenizer 'missing'"):
            Request("wer_lev", "missing").options()
    finally:
        TOKENIZERS.unregister("missing")


def test_a_tokenizer_that_is_unregistered_is_unknown_and_another_may_have_its_name(hyphen):
    old = get_tokenizer("hyphen")
    TOKENIZERS.unregister("hyphen")
    with pytest.raises(InputError, match="unknown tokenizer 'hyphen'"):
        get_tokenizer("hyphen")
    assert "hyphen" not in page_choices()
    TOKENIZERS.register(TokenizerFacts("hyphen", CharTokenizer, "something else"))
    assert get_tokenizer("hyphen")("a-b") == ["a", "-", "b"]
    assert old("a-b") == ["a", "b"]


def test_a_name_is_given_once():
    facts = TOKENIZERS["char"]
    with pytest.raises(InputError, match="there is a tokenizer 'char' already; give another name"):
        TOKENIZERS.register(TokenizerFacts("char", HyphenTokenizer, "parts between hyphens"))
    assert TOKENIZERS["char"] is facts
    with pytest.raises(InputError, match="unknown tokenizer 'chra'; did you mean 'char'"):
        TOKENIZERS.unregister("chra")


@pytest.mark.parametrize("facts", TOKENIZERS.values(), ids=list(TOKENIZERS))
def test_the_extra_of_a_tokenizer_installs_its_packages_and_those_for_processes(facts):
    tomllib = pytest.importorskip("tomllib")
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ]
    needed = set(facts.packages.split())
    if getattr(get_tokenizer(facts.name), "holds_lock", False):
        needed.add("joblib")
    installed = {line.partition(">")[0] for line in extras.get(facts.extra, [])}
    assert installed == needed


@pytest.mark.parametrize("facts", TOKENIZERS.values(), ids=list(TOKENIZERS))
def test_the_documentation_says_how_the_packages_of_a_tokenizer_are_installed(facts):
    install = (ROOT / "docs" / "tokenizers.md").read_text(encoding="utf-8")
    rows = [row for row in install.splitlines() if f"`{facts.name}`" in row and "pip " in row]
    expected = f"| `pip install {facts.packages}` | `levmetrics[{facts.extra}]` |"
    assert [row.endswith(expected) for row in rows] == ([True] if facts.packages else [])


def test_finding_the_tokenizers_loads_none_of_their_packages():
    heavy = {"fugashi", "unidic_lite", "ipadic", "sudachipy", "kiwipiepy", "jieba", "joblib"}
    code = f"import sys, levmetrics.tokenizers; print({heavy} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_every_tokenizer_of_the_tests_is_installed():
    assert all(map(is_installed, TOKENIZERS.values()))
