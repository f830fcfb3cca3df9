"""What the documentation shows is what the package does."""

from pathlib import Path

import pytest

from levmetrics import list_tokenizers, score
from levmetrics.normalizers import list_normalizers
from levmetrics.tokenizers import get_tokenizer
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


def prose(place):
    """The words of a file in lower case, without emphasis and line ends."""
    text = (ROOT / place).read_text(encoding="utf-8")
    return " ".join(text.replace("*", "").lower().split())


@pytest.mark.parametrize(
    "place",
    [
        "tests/data/README.md",
        "tests/corpora.py",
        "benchmarks/corpora.py",
        "benchmarks/works/words.py",
        "benchmarks/notes.md",
        "docs/benchmarks.md",
    ],
)
def test_the_errors_of_asr_en_are_called_synthetic_wherever_its_texts_are_named(place):
    text = prose(place)
    assert "asr_en" in text
    assert "synthetic" in text
    for untrue in ("a recogniser's output", "as a recogniser heard", "real english speech"):
        assert untrue not in text.replace("no recogniser's output", "")


@pytest.mark.parametrize("folder", ["levmetrics", "anls", "wer_lev", "examples", "docs"])
def test_asr_en_is_no_example_of_anything(folder):
    named = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".md") and "asr_en" in path.read_text(encoding="utf-8")
    ]
    allowed = {"examples/data/make_speech_en.py", "docs/benchmarks.md"}
    assert set(named) <= allowed
    assert not (ROOT / "examples/data/asr_en.tsv").exists()


def test_every_error_that_asr_en_calls_synthetic_is_one_of_its_filler_words():
    found = score(*read_pairs(ASR_EN)).confusions()
    put_in = {pred for _, pred, _ in found.substitutions} | {pred for pred, _ in found.insertions}
    assert put_in == {"random", "inserted", "new", "word", "modified", "altered"}


@pytest.mark.parametrize(
    "place",
    [
        "README.md",
        "docs/error_rates.md",
        "docs/index.md",
        "docs/installation.md",
        "docs/significance.md",
        "docs/training.md",
        "docs/web_page.md",
        "examples/data/README.md",
        "examples/data/make_speech_en.py",
        "examples/days/evaluate_user.py",
        "examples/days/jiwer_leaver.py",
        "examples/days/notebook.py",
        "examples/days/tables.py",
        "examples/days/trainer.py",
        "examples/train_seq2seq.py",
        "levmetrics/cli/examples.py",
        "levmetrics/web/wording.json",
        "levmetrics/formats/examples.py",
    ],
)
def test_speech_en_is_of_a_real_recogniser_and_synthetic_voices_wherever_its_texts_are(place):
    text = prose(place)
    assert "real recogniser" in text
    assert "synthetic voices" in text
