"""What the documentation shows is what the package does."""

from pathlib import Path

import pytest

from levmetrics import get_tokenizer, list_normalizers, list_tokenizers, score
from tests.corpora import ASR_EN, read_pairs
from tests.packages import every_tokenizer

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
TOKENIZERS = (DOCS / "tokenizers.md").read_text(encoding="utf-8")
NORMALIZERS = (DOCS / "normalizers.md").read_text(encoding="utf-8")
SENTENCE = "国家公務員が 東京スカイツリーで GPUを見た。"


@pytest.mark.parametrize("name", every_tokenizer(list_tokenizers()))
def test_the_table_of_tokenizers_shows_their_tokens(name):
    tokens = " · ".join(token.replace(" ", "␣") for token in get_tokenizer(name)(SENTENCE))
    assert f"| tokenizer | {SENTENCE} |" in TOKENIZERS
    assert f"| `{name}` | {tokens} |" in TOKENIZERS


@pytest.mark.parametrize("name", list_normalizers())
def test_every_normalizer_is_explained(name):
    assert f"| `{name}` | " in NORMALIZERS


@pytest.mark.parametrize("folder", ["levmetrics", "anls", "wer_lev", "examples", "docs"])
def test_asr_en_is_no_example_of_anything(folder):
    named = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".md") and "asr_en" in path.read_text(encoding="utf-8")
    ]
    allowed = {"examples/data/make_speech_en.py", "docs/benchmarks.md", "docs/benchmark_results.md"}
    assert set(named) <= allowed
    assert not (ROOT / "examples/data/asr_en.tsv").exists()


def test_every_error_that_asr_en_calls_synthetic_is_one_of_its_filler_words():
    found = score(*read_pairs(ASR_EN)).confusions()
    put_in = {pred for _, pred, _ in found.substitutions} | {pred for pred, _ in found.insertions}
    assert put_in == {"random", "inserted", "new", "word", "modified", "altered"}
