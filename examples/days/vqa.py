"""A day of a researcher who asks a model questions about documents.

ANLS by the rules of DocVQA and of ST-VQA over several accepted answers, with another threshold, by
kinds of questions, and as a report. Each number stands beside the competition's rule, written out
below. It needs levmetrics alone, and runs in a second.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import fmean

import levmetrics as lm

QUESTIONS = [  # kind, accepted answers, what the model said
    ("figure", ["Coca Cola", "Coca Cola Company"], "CocaCola"),
    ("figure", ["1886", "in 1886"], "1887"),
    ("table", ["$ 12.50", "12.50"], "12.50"),
    ("table", ["4,200"], "  4,200  "),
    ("table", ["yes"], "no"),
    ("form", ["Dr. Müller", "Müller"], "dr. muller"),
    ("form", ["a b"], "a   bcd"),
    ("form", ["ab"], "a"),
]


def distance(one: str, other: str) -> int:
    """Return the edit distance, by the textbook."""
    row = [*range(len(other) + 1)]
    for i, a in enumerate(one, start=1):
        above, row = row, [i]
        for j, b in enumerate(other, start=1):
            row.append(min(above[j - 1] + (a != b), above[j] + 1, row[j - 1] + 1))
    return row[-1]


def squeezed(text: str) -> str:
    """Return a text in lower case, with single spaces between its words."""
    return " ".join(text.lower().split())


def docvqa(answer: str, accepted: list[str], threshold: float = 0.5) -> float:
    """Score an answer as the competition's script does, which divides by lengths of raw texts."""
    worth = 0.0
    for reference in accepted:
        length = max(len(answer.upper()), len(reference.upper()))
        worth = max(worth, 1 - distance(squeezed(answer), squeezed(reference)) / length)
    return worth if worth >= threshold else 0.0


def stvqa(answer: str, accepted: list[str], threshold: float = 0.5) -> float:
    """Score an answer by equation 1 of Biten et al. 2019."""
    worth = 0.0
    for reference in accepted:
        one, other = squeezed(answer), squeezed(reference)
        loss = distance(one, other) / max(len(one), len(other))
        worth = max(worth, 1 - loss if loss < threshold else 0.0)
    return worth


def beside(name: str, ours: float, rule: float) -> None:
    """Print a number beside the rule's, and stop if they differ by more than rounding."""
    print(f"{name:<28} {ours:<20} by the rule {rule}")
    assert abs(ours - rule) < 1e-12, name


def main() -> None:
    """Score the answers by each rule."""
    kinds, accepted, answers = map(list, zip(*QUESTIONS, strict=True))
    pairs = [*zip(answers, accepted, strict=True)]

    run = lm.score(answers, accepted, "anls:docvqa", groups=kinds)
    beside("docvqa", run.score, fmean([docvqa(*pair) for pair in pairs]))
    beside("stvqa", lm.anls(answers, accepted, "stvqa"), fmean([stvqa(*pair) for pair in pairs]))
    strict = lm.anls(answers, accepted, "docvqa", threshold=0.8)
    beside("docvqa, threshold 0.8", strict, fmean([docvqa(*pair, 0.8) for pair in pairs]))
    for kind, result in run.by_group().items():
        of_kind = [docvqa(*pair) for pair, of in zip(pairs, kinds, strict=True) if of == kind]
        beside(f"docvqa, {kind}", result["anls"], fmean(of_kind))
    for pair, score in zip(pairs, run.sample_scores().tolist(), strict=True):
        beside(f"docvqa, {pair[0]!r}", score, docvqa(*pair))

    # Say which rule it was, and show the answers to others.
    print(run.signature())
    print("worst:", run.worst(2)["prediction"].to_pylist())
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "report.html"
        run.report(page, title="Questions about documents")
        assert "CocaCola" in page.read_text(encoding="utf-8")


if __name__ == "__main__":
    main()
