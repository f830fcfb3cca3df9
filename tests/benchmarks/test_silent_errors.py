"""The tables of silent errors: each row is run against the tool itself and against ours."""

from pathlib import Path

import anls_star
import datasets
import evaluate
import jiwer
import pytest
import torchmetrics.text
from rouge_score.rouge_scorer import RougeScorer
from torchmetrics import MetricCollection

import anls
import levmetrics
from levmetrics import InputError

ROOT = Path(__file__).parents[2]
START = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
JAPANESE = (ROOT / "docs" / "ja.md").read_text(encoding="utf-8")
TEXT = "".join(chr(0x4E00 + i) for i in range(100))
SHIFTED = ("x" * 26 + TEXT, TEXT + "y" * 26)


class CountSamples(evaluate.Metric):
    """The smallest evaluate module of strings there can be."""

    def _info(self):
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description="",
            citation="",
            features=datasets.Features({"predictions": text, "references": text}),
        )

    def _compute(self, predictions, references):
        return {"samples": len(predictions)}


def collected(kind):
    collection = MetricCollection({"a": kind(), "b": kind(substitution_cost=2)})
    collection.update("a", "a")
    collection.update("a", "b")
    return " and ".join(str(value.item()) for value in collection.compute().values())


def of_empty_reference(kind):
    return ", ".join(str(kind()(pred, "").item()) for pred in ("", "a"))


def with_other_spaces(rate):
    rates = {rate(f"a{space}b", "a b") for space in "\t\u00a0\u3000"}
    assert len(rates) == 1
    return rates.pop()


def our_wer(reference, pred):
    return levmetrics.error_counts(pred, reference).wer


def mecab_wer(pred, reference):
    return levmetrics.WordErrorRate(tokenizer="mecab")(pred, reference).item()


def bare_string():
    with pytest.raises(InputError):
        evaluate.load("anls").compute(predictions="abc", references="abc")
    return "a clear error"


def counted_samples():
    return CountSamples().compute(predictions="abc", references="abc")["samples"]


def rouge1():
    return RougeScorer(["rouge1"]).score("いぬ ねこ", "いぬ ねこ")["rouge1"].fmeasure


def our_anls():
    scores = {}
    for config in ("stvqa", "star"):
        module = evaluate.load("anls", config)
        result = module.compute(predictions=["ab"], references=["a"], signature=True)
        assert f"rule:{config}" in result["signature"]
        scores[config] = result["anls"]
    ours = " ".join(f"{score} as `anls:{config}`," for config, score in scores.items())
    return f"{ours} and the signature says which"


ROWS = [
    (
        "torchmetrics `EditDistance`",
        "100 shared characters; 26 others before them on one side, after them on the other",
        lambda: int(torchmetrics.text.EditDistance()(*SHIFTED).item()),
        lambda: int(levmetrics.EditDistance()(*SHIFTED).item()),
    ),
    (
        "1 - that distance / the longer length",
        '`substitution_cost=2`, "ab" / "cd"',
        lambda: 1 - torchmetrics.text.EditDistance(substitution_cost=2)("ab", "cd").item() / 2,
        lambda: levmetrics.NormalizedLevenshteinSimilarity(2)("ab", "cd").item(),
    ),
    (
        "torchmetrics `MetricCollection`",
        'its `EditDistance` at cost 1 and 2; "a" / "a", then "a" / "b"',
        lambda: collected(torchmetrics.text.EditDistance),
        lambda: collected(levmetrics.EditDistance),
    ),
    (
        "torchmetrics `MatchErrorRate`",
        '"a b c" / "x a b"',
        lambda: round(torchmetrics.text.MatchErrorRate()("a b c", "x a b").item(), 3),
        lambda: levmetrics.MatchErrorRate()("a b c", "x a b").item(),
    ),
    (
        "torchmetrics `WordErrorRate`",
        '"" / "", "a" / ""',
        lambda: of_empty_reference(torchmetrics.text.WordErrorRate),
        lambda: of_empty_reference(levmetrics.WordErrorRate),
    ),
    (
        "jiwer 4",
        '"今日はいい天気です" / "今日は良い天気です"',
        lambda: jiwer.wer("今日は良い天気です", "今日はいい天気です"),
        lambda: f'{mecab_wer("今日はいい天気です", "今日は良い天気です")}, `tokenizer="mecab"`',
    ),
    (
        "jiwer 4",
        '"a b" / the same with a tab, a no-break or an ideographic space',
        lambda: with_other_spaces(jiwer.wer),
        lambda: with_other_spaces(our_wer),
    ),
    (
        "rouge-score",
        '"いぬ ねこ" / "いぬ ねこ"',
        rouge1,
        lambda: levmetrics.score("いぬ ねこ", "いぬ ねこ", "rouge:1").score,
    ),
    (
        "`anls`, `anls_star`",
        '"ab" / "a"',
        lambda: f"{anls.anls_score('ab', ['a'])}, {anls_star.anls_score('a', 'ab')}",
        our_anls,
    ),
    (
        "`evaluate` modules",
        '`predictions="abc"`, a bare string',
        lambda: f"scored as {counted_samples()} samples",
        bare_string,
    ),
]


def row(tool, text, theirs, ours):
    return f"| {tool} | {text} | {theirs()} | {ours()} |"


@pytest.mark.parametrize(("tool", "text", "theirs", "ours"), ROWS, ids=[row[0] for row in ROWS])
def test_a_row_of_the_start_page_is_what_the_tools_say_today(tool, text, theirs, ours):
    assert row(tool, text, theirs, ours) in START


def rows_of(page):
    return page.split("| tool |")[1].split("\n\n")[0].splitlines()[2:]


def test_the_start_page_has_no_row_that_is_not_tested():
    assert len(rows_of(START)) == len(ROWS)


def test_the_rows_of_the_readme_are_of_the_start_page():
    assert {*rows_of(README)} <= {*rows_of(START)}
    assert rows_of(README)


@pytest.mark.parametrize("told", JAPANESE.split("| ツール |")[1].split("\n\n")[0].splitlines()[2:])
def test_a_row_of_the_japanese_page_says_the_same_of_the_same_texts(told):
    in_english = told.translate({ord("「"): '"', ord("」"): '"', ord("、"): ", "})
    cells = in_english.replace('"/"', '" / "').strip("|").split("|")
    tool, text, theirs, ours = map(str.strip, cells)
    (row,) = (row for row in ROWS if tool.startswith(row[0].partition(" `")[0]) and row[1] == text)
    assert theirs.partition("（")[0] == str(row[2]())
    assert ours.partition("（")[0] == str(row[3]()).partition(", `")[0]
