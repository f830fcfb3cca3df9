"""A tokenizer that is registered is in every list and message, and scores by its name."""

import subprocess
import sys
from pathlib import Path

import pytest

from levmetrics import InputError, error_counts, get_tokenizer, list_tokenizers
from levmetrics.tokenizers import TOKENIZERS, CharTokenizer, TokenizerFacts
from tests.packages import every_tokenizer
from tests.registered import HyphenTokenizer

ROOT = Path(__file__).parents[2]


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


def test_a_tokenizer_that_is_unregistered_is_unknown_and_another_may_have_its_name(hyphen):
    old = get_tokenizer("hyphen")
    hyphen.unregister()
    with pytest.raises(InputError, match="unknown tokenizer 'hyphen'"):
        get_tokenizer("hyphen")
    assert "hyphen" not in list_tokenizers()
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


@pytest.mark.parametrize("name", every_tokenizer(TOKENIZERS))
def test_the_extra_of_a_tokenizer_installs_its_packages_and_those_for_processes(name):
    facts = TOKENIZERS[name]
    tomllib = pytest.importorskip("tomllib")
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ]
    needed = set(facts.packages.split())
    if getattr(get_tokenizer(facts.name), "uses_processes", False):
        needed.add("cloudpickle")
    installed = {line.partition(">")[0] for line in extras.get(facts.extra, [])}
    assert installed == needed


@pytest.mark.parametrize("facts", TOKENIZERS.values(), ids=list(TOKENIZERS))
def test_the_documentation_says_how_the_packages_of_a_tokenizer_are_installed(facts):
    install = (ROOT / "docs" / "tokenizers.md").read_text(encoding="utf-8")
    rows = [row for row in install.splitlines() if f"`{facts.name}`" in row and "pip " in row]
    expected = f"| `pip install {facts.packages}` | `levmetrics[{facts.extra}]` |"
    assert [row.endswith(expected) for row in rows] == ([True] if facts.packages else [])


def test_finding_the_tokenizers_loads_none_of_their_packages():
    heavy = {"fugashi", "unidic_lite", "ipadic", "sudachipy", "kiwipiepy", "jieba"}
    code = f"import sys, levmetrics.tokenizers; print({heavy} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
