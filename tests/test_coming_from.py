"""docs/coming_from.md: what its readers wrote and what they write, run side by side."""

import doctest
import importlib
import re
from pathlib import Path

import jiwer
import pytest

import levmetrics as lm
import levmetrics.jiwer
from tests.packages import needs

PAGE = (Path(__file__).parents[1] / "docs" / "coming_from.md").read_text(encoding="utf-8")
HEAD = "| what you wrote | what you write | they say |\n|---|---|---|\n"
ROWS = [
    tuple(cell.strip() for cell in row.strip("| ").split(" | "))
    for table in PAGE.split(HEAD)[1:]
    for row in table.split("\n\n")[0].splitlines()
]
FIRST, MODULE, *OTHERS = ROWS
TOOLS = {
    **dict.fromkeys(("anls", "anls_star", "editdistance", "jiwer", "kaldialign", "nltk", "werpy")),
    "rapidfuzz": "rapidfuzz.distance",
    "torchmetrics": "torchmetrics.text",
}


def tools_of(code):
    """The packages that a cell calls."""
    return [tool for tool in TOOLS if re.search(rf"\b(?<![.]){tool}\.", code)]


def row(cells):
    return pytest.param(*cells, marks=needs(*tools_of(cells[0])))


def sentences(wrote=""):
    """The names of the page's first block, and the packages that a cell calls."""
    names = {"lm": lm, "jiwer": jiwer}
    for tool in tools_of(wrote):
        importlib.import_module(TOOLS[tool] or tool)
        names[tool] = importlib.import_module(tool)
    for example in doctest.DocTestParser().get_examples(PAGE)[:3]:
        exec(example.source, names)
    return names


def value(cell, names):
    """What the code of a cell says: its last expression, after its assignments."""
    *assignments, expression = re.findall(r"`([^`]+)`", cell)
    for assignment in assignments:
        exec(assignment, names)
    found = eval(expression, names)
    return str(round(found, 3) if isinstance(found, float) else found)


def test_the_first_row_is_the_order_of_the_arguments_with_both_numbers():
    wrote, write, said = FIRST
    names = sentences()
    assert (wrote, write) == (
        "`jiwer.wer(reference, hypothesis)`",
        "`lm.wer(hypothesis, reference)`",
    )
    assert value(wrote, names) == value(write, names) == "0.5"
    kept = "`lm.wer(reference, hypothesis)`"
    assert said == f"0.5; in jiwer's order, {kept}, {value(kept, names)}"
    assert value(kept, names) != "0.5"


def test_the_second_row_is_one_line_with_which_all_others_say_the_same():
    assert MODULE[:2] == ("`import jiwer`", "`import levmetrics.jiwer as jiwer`")
    for wrote in (wrote for wrote, *_ in (FIRST, *OTHERS) if tools_of(wrote) == ["jiwer"]):
        moved = {**sentences(), "jiwer": levmetrics.jiwer}
        assert value(wrote, moved) == value(wrote, sentences())


@pytest.mark.parametrize(("wrote", "write", "said"), [*map(row, OTHERS)])
def test_each_row_says_what_both_sides_say_today(wrote, write, said):
    theirs, ours = value(wrote, sentences(wrote)), value(write, sentences())
    assert said == (theirs if theirs == ours else f"{theirs}; {ours}")


@pytest.mark.parametrize("tool", TOOLS)
def test_the_page_has_rows_of_each_tool(tool):
    assert sum(tool in tools_of(wrote) for wrote, *_ in ROWS) > 1
    assert all(len(row) == 3 for row in ROWS)
