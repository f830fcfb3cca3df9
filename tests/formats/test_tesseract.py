"""Of whatever Tesseract writes, the text is that of its plain text output."""

from pathlib import Path

import pytest

import levmetrics as lm

pytest.importorskip("lxml")

FOLDER = Path(__file__).parents[1] / "data" / "tesseract"
NAMES = (
    "alto.xml",
    "words.hocr",
    "characters.hocr",
    "choices_1.hocr",
    "choices_2.hocr",
    "characters_choices_2.hocr",
)


JAPANESE = ("japanese_words.hocr", "japanese_characters.hocr", "japanese_choices_2.hocr")


@pytest.mark.parametrize("name", JAPANESE)
def test_words_of_scripts_without_spaces_have_none_between_them(name):
    (page,) = lm.read_pages(FOLDER / name).values()
    (plain,) = lm.read_pages(FOLDER / "japanese.txt").values()
    assert page.text == plain.text == "雨の日は本を読む。\n2024年にPython 3.11を使う。"


@pytest.mark.parametrize("name", NAMES)
def test_its_text_is_that_of_its_plain_text(name):
    (page,) = lm.read_pages(FOLDER / name).values()
    (plain,) = lm.read_pages(FOLDER / "page.txt").values()
    assert page.text == plain.text == "Hello, Ulm.\n5 old trees"
    assert [line.text for line in page.segments("line")] == plain.text.split("\n")
