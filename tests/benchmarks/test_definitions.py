"""What docs/definitions.md says that other tools answer: each row is run, theirs and ours."""

from collections.abc import Callable
from pathlib import Path

import anls_star
import editdistance
import fastwer
import jiwer
import kaldialign
import Levenshtein
import pytest
import texterrors
import torchmetrics.text
import werpy
import werx
from rapidfuzz.distance import Levenshtein as RapidFuzz

import anls
import levmetrics
from tests.benchmarks.test_silent_errors import ROWS as SILENT_ERRORS

PAGE = (Path(__file__).parents[2] / "docs" / "definitions.md").read_text(encoding="utf-8")
HEAD = "| tool | input | it says | levmetrics |\n|---|---|---|---|\n"
ASTRONAUT = ("👩‍🚀", "👩")
COMPOSED, DECOMPOSED = "が", "か\N{COMBINING KATAKANA-HIRAGANA VOICED SOUND MARK}"
CORPUS = (["a b c d e f g h", "no"], ["a b c d e f g h", "yes"])
NIST = ("oh no no is there", "is there any more left")
EMPTY_REFERENCE = ("", "a")


def both(*values: float) -> str:
    return ", ".join(str(round(float(value), 3)) for value in values)


def of_empty_reference(rate: Callable[[str, str], float]) -> str:
    """The rates of an empty and of a filled prediction, each of an empty reference."""
    return both(*(rate(pred, "") for pred in EMPTY_REFERENCE))


def our_rate(name: str) -> Callable[[str, str], float]:
    return lambda pred, reference: getattr(levmetrics.error_counts(pred, reference), name)


def our_cer(pred: str, reference: str, **options: str) -> float:
    return levmetrics.error_counts(pred, reference, **{"tokenizer": "char", **options}).wer


def our_anls(rule: str, pred: str, reference: str) -> float:
    return round(levmetrics.ANLS(rule)([pred], [reference]).item(), 3)


def our_distance(*texts: str, tokenizer: str = "char") -> int:
    return int(levmetrics.edit_distance(*texts, tokenizer=tokenizer))


def our_similarity(*texts: str) -> float:
    return levmetrics.normalized_levenshtein_similarity(*texts)


def anls_of(pred: str, reference: str) -> str:
    return both(anls.anls_score(pred, [reference]), anls_star.anls_score(reference, pred))


def refused_by_fastwer() -> str:
    with pytest.raises(ValueError, match="references must not all be empty"):
        fastwer.score(["a"], [""])
    return "a `ValueError`"


def jiwer_at_once_and_one_by_one() -> str:
    preds, references = CORPUS
    rates = [jiwer.wer(said, heard) for said, heard in zip(references, preds, strict=True)]
    mean = sum(rates) / len(rates)
    return f"{both(jiwer.wer(references, preds))} at once, {both(mean)} as the mean of two calls"


def our_corpus_and_mean() -> str:
    counts = levmetrics.error_counts(*CORPUS)
    return f'{both(counts.wer)}, and {both(counts.rates()["wer"].mean())} by `reduction="mean"`'


def jiwer_counts() -> str:
    found = jiwer.process_words(NIST[1], NIST[0])
    return f"{found.substitutions}, {found.deletions}, {found.insertions}"


def kaldialign_counts() -> str:
    found = kaldialign.edit_distance(NIST[1].split(), NIST[0].split())
    return f"{found['sub']}, {found['del']}, {found['ins']}"


def our_counts(costs: str) -> str:
    counts = levmetrics.error_counts(*NIST, costs=costs).pooled()
    kinds = (counts.substitutions, counts.deletions, counts.insertions)
    return ", ".join(str(int(kind.sum())) for kind in kinds)


def of_voiced_kana() -> str:
    by = {
        '`tokenizer="grapheme"`': {"tokenizer": "grapheme"},
        '`normalizer="nfkc"`': {"normalizer": "nfkc"},
    }
    pair = DECOMPOSED, COMPOSED
    told = [f"{our_cer(*pair, **options)} by {how}" for how, options in by.items()]
    return ", ".join([str(our_cer(*pair)), *told])


def of_empty_texts_by_every_rule() -> str:
    (score,) = {our_anls(rule, "", "") for rule in ("default", "stvqa", "docvqa", "star")}
    return f"{score} by every rule"


MORE = [
    (
        "python-Levenshtein, editdistance",
        '"👩‍🚀" / "👩"',
        lambda: f"{Levenshtein.distance(*ASTRONAUT)}, {editdistance.eval(*ASTRONAUT)}",
        lambda: (
            f"{our_distance(*ASTRONAUT)}, and {our_distance(*ASTRONAUT, tokenizer='grapheme')} "
            'by `tokenizer="grapheme"`'
        ),
    ),
    (
        "texterrors `lev_distance`",
        '"e" / "é"',
        lambda: texterrors.lev_distance("é", "e"),
        lambda: our_distance("e", "é"),
    ),
    (
        "RapidFuzz `normalized_similarity`",
        '"kitten" / "sitting"; two empty texts',
        lambda: both(
            RapidFuzz.normalized_similarity("kitten", "sitting"),
            RapidFuzz.normalized_similarity("", ""),
        ),
        lambda: both(our_similarity("kitten", "sitting"), our_similarity("", "")),
    ),
    (
        "python-Levenshtein `ratio`",
        '"kitten" / "sitting"',
        lambda: both(Levenshtein.ratio("kitten", "sitting")),
        lambda: both(our_similarity("kitten", "sitting")),
    ),
    (
        "`anls`, `anls_star`",
        '"7" and three line ends / "3"',
        lambda: anls_of("7\n\n\n", "3"),
        lambda: ", ".join(
            f"{our_anls(rule, '7' + 3 * chr(10), '3')} as `anls:{rule}`"
            for rule in ("stvqa", "docvqa")
        ),
    ),
    (
        "`anls`, `anls_star`",
        '"Coca cola" / "Coca Cola"',
        lambda: anls_of("Coca cola", "Coca Cola"),
        lambda: ", ".join(
            f"{our_anls(rule, 'Coca cola', 'Coca Cola')} as `{name}`"
            for rule, name in (("stvqa", "anls:stvqa"), ("star", "anls:star"), ("default", "anls"))
        ),
    ),
    (
        "`anls`, `anls_star`",
        "two empty texts",
        lambda: anls_of("", ""),
        of_empty_texts_by_every_rule,
    ),
    (
        "`anls_star`",
        '`["b", "a"]` / `["a", "b"]`',
        lambda: anls_star.anls_score(["a", "b"], ["b", "a"]),
        lambda: levmetrics.anls_star(["b", "a"], ["a", "b"]).score,
    ),
    (
        "`anls_star`",
        '`{"a": "x", "b": ""}` / `{"a": "x"}`',
        lambda: anls_star.anls_score({"a": "x"}, {"a": "x", "b": ""}),
        lambda: levmetrics.anls_star({"a": "x", "b": ""}, {"a": "x"}).score,
    ),
    (
        "jiwer 4",
        '"" / "", "a" / ""',
        lambda: of_empty_reference(lambda pred, said: jiwer.wer(said, pred)),
        lambda: of_empty_reference(our_rate("wer")),
    ),
    (
        "werx",
        '"" / "", "a" / ""',
        lambda: of_empty_reference(lambda pred, said: werx.wer(said, pred)),
        lambda: of_empty_reference(our_rate("wer")),
    ),
    (
        "kaldialign",
        '"" / "", "a" / ""',
        lambda: of_empty_reference(
            lambda pred, said: kaldialign.edit_distance(said.split(), pred.split())["err_rate"]
        ),
        lambda: of_empty_reference(our_rate("wer")),
    ),
    (
        "werpy",
        '"a" / ""',
        lambda: f"`{werpy.wer('', 'a')}`, and a message",
        lambda: our_rate("wer")("a", ""),
    ),
    ("fastwer", '"a" / ""', refused_by_fastwer, lambda: our_rate("wer")("a", "")),
    (
        "jiwer 4",
        'eight words that are right, "no" / "yes"',
        jiwer_at_once_and_one_by_one,
        our_corpus_and_mean,
    ),
    (
        "jiwer 4 `cer`",
        '"␣a b" / "a b␣", ␣ a space',
        lambda: jiwer.cer("a b ", " a b"),
        lambda: our_cer(" a b", "a b "),
    ),
    (
        "jiwer 4 and torchmetrics, CER",
        '"か" with a combining mark / "が"',
        lambda: both(
            jiwer.cer(COMPOSED, DECOMPOSED),
            torchmetrics.text.CharErrorRate()(DECOMPOSED, COMPOSED).item(),
        ),
        of_voiced_kana,
    ),
    (
        "jiwer 4 and torchmetrics, WIL",
        '"a" / ""',
        lambda: both(jiwer.wil("", "a"), torchmetrics.text.WordInfoLost()("a", "").item()),
        lambda: our_rate("wil")("a", ""),
    ),
    (
        "jiwer 4 and torchmetrics, WIP",
        '"" / ""',
        lambda: both(jiwer.wip("", ""), torchmetrics.text.WordInfoPreserved()("", "").item()),
        lambda: our_rate("wip")("", ""),
    ),
    (
        "jiwer 4 and kaldialign, S, D, I",
        '"oh no no is there" / "is there any more left"',
        lambda: f"{jiwer_counts()} and {kaldialign_counts()}",
        lambda: f'{our_counts("unit")}; by `costs="nist"` {our_counts("nist")}',
    ),
]
ROWS = [*SILENT_ERRORS, *MORE]


@pytest.mark.parametrize(
    ("tool", "text", "theirs", "ours"), ROWS, ids=[f"{row[0]} {row[1]}" for row in ROWS]
)
def test_a_row_of_the_definitions_is_what_the_tools_say_today(tool, text, theirs, ours):
    assert f"| {tool} | {text} | {theirs()} | {ours()} |\n" in PAGE


def test_the_definitions_have_no_row_that_is_not_tested():
    tables = [table.split("\n\n")[0] for table in PAGE.split(HEAD)[1:]]
    assert sum(len(table.splitlines()) for table in tables) == len(ROWS)
