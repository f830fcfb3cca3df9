"""Each extra does what it is for, beside no package of another."""

import pytest

from tests.extras import requirements, run_with
from tests.packages import needs

LISTS = "[{'a': ['x', 'y']}], [{'a': ['y', 'x']}]"
DOES = {
    "stats": """
runs = {name: lm.score(texts, ["a b"] * 30) for name, texts in
        {"old": ["a c"] * 9 + ["a b"] * 21, "new": ["a b"] * 30}.items()}
assert lm.compare(runs)["pairs"][0]["mcnemar"] < 0.05
""",
    "torch": "assert lm.WordErrorRate()(['a b'], ['a c']) == 0.5",
    "evaluate": f"""
predictions, references = {LISTS}
module = lm.load("anls:star")
assert module.compute(predictions=predictions, references=references)["anls"] == 1
""",
    "trainer": """
import numpy as np
class Numbers:
    def batch_decode(self, rows, skip_special_tokens):
        return [" ".join(map(str, row)) for row in rows]
ids = np.array([[5, 6]]), np.array([[5, 7]])
assert lm.make_compute_metrics(Numbers(), ["wer"])(ids)["wer"] == 0.5
""",
    "ja": "assert lm.get_tokenizer('mecab')('猫です') == ['猫', 'です']",
    "ipadic": "assert lm.get_tokenizer('mecab:ipadic')('猫です') == ['猫', 'です']",
    "sudachi": "assert lm.get_tokenizer('sudachi:A')('猫です') == ['猫', 'です']",
    "icu": "assert lm.get_tokenizer('icu')('แมวดำ') == ['แมว', 'ดำ']",
    "ko": "assert lm.get_tokenizer('kiwi')('고양이는')[0] == '고양이'",
    "zh": "assert lm.get_tokenizer('jieba')('今天天气') == ['今天天气']",
    "openasr": "assert lm.wer(['colour'], ['color'], normalizer='openasr:english') == 0",
    "numbers": "assert lm.wer(['twenty one'], ['21'], normalizer='numbers:en') == 0",
    "whisper": "assert lm.wer(['colour'], ['color'], normalizer='whisper:english') == 0",
    "plot": "assert lm.score(['a b'], ['a c']).plot().axes",
    "progress": "assert lm.score(['a b'], ['a c'], progress=True).score == 0.5",
    "meetings": """
said = [{"speaker": "a", "words": "one two"}, {"speaker": "b", "words": "three"}]
found = [{"speaker": "1", "words": "three one"}]
assert lm.score([found], [said], "meeting:mimo")["errors"] == 1
""",
    "ocr": """
import tempfile, pathlib
across = "The left\\nThe right\\ncolumn ends.\\none too."
columns = "The left\\ncolumn ends.\\nThe right\\none too."
assert lm.score([across], [columns], "page:order")["best_order_cer"] == 0
with tempfile.TemporaryDirectory() as folder:
    page = pathlib.Path(folder, "a.html")
    page.write_text("<html><body><div class='ocr_page'><span class='ocr_line'>a b</span></div>")
    assert lm.read_pages(folder)["a"].text == "a b"
""",
    "records": f"""
assert lm.score({LISTS}, "record").score == 1
assert lm.score(["{{'a': 1,}}"], [{{"a": 1}}], "record", repair=True).score == 1
assert lm.score([{{"a": "1,5"}}], [{{"a": 1.5}}], "record", locale="de_DE").score == 1
""",
    "rouge": "assert lm.score(['running'], ['runs'], 'rouge:1', stemmer='porter').score == 1",
    "polars": """
import polars as pl
import levmetrics.polars as lev
assert pl.DataFrame({"p": ["a b"], "r": ["a c"]}).select(lev.wer("p", "r")).item() == 0.5
""",
    "duckdb": """
import duckdb
import levmetrics.duckdb
connection = duckdb.connect()
levmetrics.duckdb.register(connection)
assert connection.sql("SELECT wer('a b', 'a c')").fetchall() == [(0.5,)]
""",
    # Tests of engines start the clusters; this is what Spark asks for before it maps batches.
    "spark": """
import levmetrics.spark
from pyspark.sql.pandas.utils import require_minimum_pandas_version as pandas_is_there
from pyspark.sql.pandas.utils import require_minimum_pyarrow_version as pyarrow_is_there
pandas_is_there(), pyarrow_is_there()
""",
    "ray": "import levmetrics.ray",
    "app": "from levmetrics.web.page import build; build()",
}
SLOW = {"app", "evaluate", "ko", "torch", "trainer"}  # which load for seconds


@pytest.mark.parametrize(
    "extra", [pytest.param(extra, marks=[pytest.mark.slow] * (extra in SLOW)) for extra in DOES]
)
def test_an_extra_brings_all_that_it_is_for(extra):
    done = run_with(extra, "-c", f"import levmetrics as lm\n{DOES[extra]}")
    assert (done.returncode, done.stderr if done.returncode else "") == (0, "")


@needs("openpyxl")
def test_the_extra_of_excel_reads_its_files(tmp_path):
    import openpyxl

    book = openpyxl.Workbook()
    for row in [["reference", "prediction"], ["a b", "a c"]]:
        book.active.append(row)
    book.save(tmp_path / "a.xlsx")
    file = str(tmp_path / "a.xlsx")
    done = run_with("excel", "-m", "levmetrics", "score", "wer", "-r", file, "-p", file)
    assert "50.00" in done.stdout, done.stderr


def test_every_extra_is_tried():
    assert {*DOES, "excel", "all", ""} == requirements().keys()


def test_the_extra_of_all_has_every_other_but_the_engines():
    named = {extra for requirement in requirements()["all"] for extra in requirement.extras}
    assert named == {*DOES, "excel"} - {"spark", "ray"}
