"""What docs/rouge.md says that other packages answer, and where their definition is ours."""

import re
from pathlib import Path

import numpy as np
import pytest

import levmetrics as lm
from tests.packages import needs
from tests.rouge.test_rouge_score import ASCII, random_samples

PAGE = Path(__file__).parents[2] / "docs" / "rouge.md"
ROWS = re.findall(
    r"^\| `(.+?)` \| `(.+?)` \| `rouge:(.+?)` \| (.+?) \| (.+?) \| (.+?) \| (.+?) \|$",
    PAGE.read_text("utf-8"),
    re.M,
)
TYPES = ["rouge1", "rouge2", "rougeL"]
every_row = pytest.mark.parametrize("row", ROWS, ids=[f"{row[0]}, {row[2]}" for row in ROWS])


def test_the_page_has_its_rows():
    assert len(ROWS) == 6


@every_row
def test_levmetrics_answers_as_the_page_says(row):
    pred, target, kind, ours, *_ = row
    assert f"{lm.score([pred], [target], f'rouge:{kind}').score:.2f}" == ours


@every_row
def test_rouge_score_answers_as_the_page_says(row):
    rouge_scorer = pytest.importorskip("rouge_score.rouge_scorer")
    pred, target, kind, _, theirs, *_ = row
    found = rouge_scorer.RougeScorer([f"rouge{kind}"]).score(target, pred)
    assert f"{found[f'rouge{kind}'].fmeasure:.2f}" == theirs


@every_row
@needs("nltk")
def test_torchmetrics_answers_as_the_page_says(row):
    text = pytest.importorskip("torchmetrics.text")
    pred, target, kind, _, _, theirs, _ = row
    metric = text.ROUGEScore(rouge_keys=f"rouge{kind}")
    assert f"{metric([pred], [target])[f'rouge{kind}_fmeasure']:.2f}" == theirs


@every_row
def test_sumeval_answers_as_the_page_says(row):
    sumeval = pytest.importorskip("sumeval.metrics.rouge")
    pred, target, kind, *_, theirs = row
    calculator = sumeval.RougeCalculator(stopwords=False, lang="en")
    found = (
        calculator.rouge_l(pred, target)
        if kind == "L"
        else calculator.rouge_n(pred, target, int(kind))
    )
    assert f"{found:.2f}" == theirs


@needs("nltk")
@pytest.mark.parametrize("references", [1, 3])
@pytest.mark.parametrize("stem", [False, True])
def test_ascii_texts_have_the_numbers_of_torchmetrics_in_single_precision(stem, references):
    """Of references with one F-measure, rounding may choose another, whose precision is another."""
    text = pytest.importorskip("torchmetrics.text")
    preds, target = random_samples(21, 200, ASCII, references)
    theirs = text.ROUGEScore(rouge_keys=tuple(TYPES), use_stemmer=stem)(preds, target)
    ours = lm.ROUGE(stemmer="porter" if stem else None)(preds, target)
    for name in TYPES:
        measures = [("", "fmeasure"), ("_precision", "precision"), ("_recall", "recall")]
        for kind, other in measures[: 1 if references > 1 else 3]:
            found = ours[f"{name}{kind}"].item()
            assert found == pytest.approx(theirs[f"{name}_{other}"].item(), abs=1e-6)


@pytest.mark.parametrize("stem", [False, pytest.param(True, marks=needs("nltk"))])
def test_ascii_texts_have_the_numbers_of_evaluates_rouge(stem):
    """evaluate's own script needs a network; it is these calls of rouge-score."""
    scorer = pytest.importorskip("rouge_score.rouge_scorer")
    preds, target = random_samples(22, 200, ASCII, 3)
    names = [*TYPES, "rougeLsum"]
    theirs = scorer.RougeScorer(names, use_stemmer=stem)
    found = [theirs.score_multi(texts, pred) for pred, texts in zip(preds, target, strict=True)]
    run = lm.score(preds, target, "rouge", stemmer="porter" if stem else None)
    for name in names:
        mean = np.mean([each[name].fmeasure for each in found])
        assert run[name] == pytest.approx(mean, rel=1e-14)
