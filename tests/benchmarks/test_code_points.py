"""The page of normalizers has what they do to every character of Unicode."""

import unicodedata
from pathlib import Path

import pytest

from benchmarks.code_points import VERSION, code_point_table
from levmetrics.normalizers import get_normalizer
from tests.packages import needs

PAGE = Path(__file__).parents[2] / "docs" / "normalizers.md"
LEFT_OUT = ("Cn", "Co", "Cs")


@pytest.mark.skipif(VERSION != "14.0.0", reason="is of Python 3.11, which has Unicode 14")
@needs("fugashi", "transformers")
def test_the_page_has_the_table_of_today_s_normalizers():
    assert f"\n\n{code_point_table()}\n\n" in PAGE.read_text("utf-8")


@needs("fugashi", "transformers")
def test_the_table_counts_what_becomes_of_each_character():
    rows = dict(line[3:].split("` | ", 1) for line in code_point_table().splitlines()[2:])
    characters = [c for c in map(chr, range(0x110000)) if unicodedata.category(c) not in LEFT_OUT]
    lower = sum(c.lower() != c for c in characters if unicodedata.category(c)[0] == "L")
    assert f"letters {lower:,} (A to a)" in rows["lower"]
    delete = get_normalizer("delete_punctuation")
    assert rows["delete_punctuation"] == (
        f"punctuation {sum(not delete(c) for c in characters)} (!) |  |  |"
    )
