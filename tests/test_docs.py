"""What the documentation shows is what the package does."""

from pathlib import Path

import pytest

from levmetrics import confusions, get_tokenizer, list_tokenizers
from levmetrics.formats.examples import example_path, read_pairs
from levmetrics.normalizers import list_normalizers

DOCS = Path(__file__).parents[1] / "docs"
TOKENIZERS = (DOCS / "tokenizers.md").read_text(encoding="utf-8")
SENTENCE = "国家公務員が 東京スカイツリーで GPUを見た。"


@pytest.mark.parametrize("name", list_tokenizers())
def test_the_table_of_tokenizers_shows_their_tokens(name):
    tokens = " · ".join(token.replace(" ", "␣") for token in get_tokenizer(name)(SENTENCE))
    assert f"| tokenizer | {SENTENCE} |" in TOKENIZERS
    assert f"| `{name}` | {tokens} |" in TOKENIZERS


@pytest.mark.parametrize("name", list_normalizers())
def test_every_normalizer_is_explained(name):
    assert f"| `{name}` | " in TOKENIZERS


@pytest.mark.parametrize(
    "place",
    [
        "README.md",
        "examples/data/README.md",
        "examples/train_seq2seq.py",
        "docs/significance.md",
        "docs/training.md",
        "docs/benchmarks.md",
        "benchmarks/works.py",
        "levmetrics/cli.py",
        "levmetrics/demo/offered_examples.py",
    ],
)
def test_the_errors_of_asr_en_are_called_synthetic_wherever_its_texts_are_named(place):
    text = (DOCS.parent / place).read_text(encoding="utf-8").lower()
    assert "synthetic" in text
    for untrue in ("a recogniser's output", "as a recogniser heard", "real english speech"):
        assert untrue not in text


def test_every_error_that_asr_en_calls_synthetic_is_one_of_its_filler_words():
    found = confusions(*read_pairs(example_path("asr_en.tsv")))
    put_in = {pred for _, pred, _ in found.substitutions} | {pred for pred, _ in found.insertions}
    assert put_in == {"random", "inserted", "new", "word", "modified", "altered"}
