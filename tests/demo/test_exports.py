"""What a visitor takes along: files that spreadsheets take for texts, and Python that runs."""

import csv
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import evaluate
import pytest
from levmetrics.demo.exports import snippet, write

from levmetrics.demo.requests import Request, score


def scored(request, predictions, references):
    return score(request, predictions, references, lambda share, what: None)


def test_no_text_is_a_formula_in_the_csv(tmp_path):
    texts = ["=1+1", "+1", "-1", "@a", "\ta", "\ra", "a=1", "今日"]
    table, document = write(scored(Request("anls"), texts, texts[::-1]), tmp_path)
    with open(table, encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["prediction"] for row in rows] == [
        f"'{text}" if text[0] in "=+-@\t\r" else text for text in texts
    ]
    with open(document, encoding="utf-8") as file:
        assert json.load(file)["predictions"] == texts


@pytest.mark.parametrize(
    "request_",
    [
        Request("wer_lev:cer", normalizer="lower+nfkc"),
        Request("wer_lev:wer", tokenizer="mecab"),
        Request("anls:docvqa", threshold=0.7),
        Request("anls:star"),
    ],
)
@pytest.mark.parametrize("samples", [2, 30])
def test_the_snippet_gives_the_number_and_interval_of_the_page(
    request_, samples, tmp_path, monkeypatch
):
    texts = ['A "quoted"', "今日は\\n"] * (samples // 2)
    references = [["a 'quoted'", "b"], ["今日"]] * (samples // 2)
    shown = scored(request_, texts, references)
    (tmp_path / "levmetrics.json").write_bytes(Path(write(shown, tmp_path)[1]).read_bytes())
    printed, code = [], snippet(shown)
    load = evaluate.load  # finds the modules from here; the file lies elsewhere
    monkeypatch.setattr(evaluate, "load", lambda *names: [monkeypatch.undo(), load(*names)][1])
    monkeypatch.chdir(tmp_path)
    exec(code, {"print": printed.append})
    (result,) = printed
    assert result[f"{shown.score}_interval"] == pytest.approx(list(shown.interval))
    assert {k: v for k, v in result.items() if not k.endswith("_interval")} == shown.result


def test_results_of_many_at_once_stay_apart(tmp_path):
    results = [scored(Request("wer_lev"), ["a"], [" ".join("b" * n)]) for n in range(1, 9)]
    with ThreadPoolExecutor(8) as pool:
        written = list(pool.map(lambda result: write(result, tmp_path), results * 20))
    assert len({table for table, _ in written}) == 160
    for result, (table, document) in zip(results * 20, written, strict=True):
        assert json.loads(Path(document).read_text("utf-8"))["result"] == result.result
        assert Path(table).stat().st_size
