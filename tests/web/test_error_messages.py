"""What a visitor is told when something fails: one sentence, in the visitor's language."""

import re
import sys

import pytest

from levmetrics import InputError
from levmetrics.formats.encodings import _KINDS, kind_error
from levmetrics.system.extras import MissingPackageError
from levmetrics.web import endpoints
from levmetrics.web.error_messages import error_message, with_errors_shown
from levmetrics.web.limits import PAGE
from tests.files import written
from tests.formats.tables import table
from tests.web.given import scored_texts as scored


def of_file(data, name="a.csv"):
    """Reads a column of an uploaded file."""
    return lambda folder: [*table(written(folder / name, data), limits=PAGE).batches(["hyp"])]


@pytest.mark.parametrize(
    "work",
    [
        of_file(b"hypo,ref\na,b\n"),
        of_file(b"hyp,ref\na,b\nc\n"),
        of_file(b"PK", "a.xlsx"),
        lambda folder: endpoints.wer("a\nb", "a"),
        lambda folder: endpoints.wer("a" * (PAGE.characters_alone + 1), "a"),
        lambda folder: endpoints.wer("a", "a", tokenizer="mecb"),
        lambda folder: endpoints.wer("a\ud800", "a"),
        lambda folder: endpoints.anls('{"a": 1', '{"a": 1', "star"),
        lambda folder: scored(["a"], ["a"], "anls", threshold="3"),
    ],
)
def test_no_english_is_left_in_a_japanese_sentence_and_nothing_of_the_server(work, tmp_path):
    with pytest.raises(InputError) as caught:
        work(tmp_path)
    english, japanese = (error_message(caught.value, language) for language in ("en", "ja"))
    assert not re.search("[ぁ-ん]", english)
    assert re.search("[ぁ-ん]", japanese)
    assert not re.search(r"[a-z]{2,} [a-z]{2,}", japanese), japanese
    of_server = re.compile(rf"{tmp_path}|{sys.prefix}|sys\.|Traceback|\.py\b|levmetrics\.")
    assert not of_server.search(english + japanese)


@pytest.mark.parametrize("start", _KINDS)
def test_what_a_file_is_has_a_name_in_japanese(start):
    message = error_message(kind_error("a.txt", start), "ja")
    assert re.search(r"\([^)]*[ぁ-んァ-ン一-龠]", message)


def test_a_missing_package_of_an_extra_is_named_in_the_visitors_language():
    error = MissingPackageError("an Excel file", "python_calamine", "excel")
    assert error_message(error, "ja").startswith("Excelファイルに必要なpython_calamineが、")


@pytest.mark.parametrize(
    "error",
    [
        FileNotFoundError(2, "No such file", "/tmp/secret"),
        ModuleNotFoundError("No module named 'secret'"),
        InputError(f"the tokenizer 'x' failed on predictions[0]: {sys.prefix}/secret"),
        InputError("too deep for sys.setrecursionlimit: secret"),
    ],
    ids=repr,
)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_is_the_pages_own_fault_is_logged_and_not_shown(error, language, caplog):
    assert "secret" not in error_message(error, language)
    assert "secret" in caplog.text


def test_a_handler_speaks_the_language_of_its_first_argument():
    def failing(*arguments):
        raise InputError("page.no_files")

    shown = with_errors_shown(failing, "rest")
    assert "there are no files yet" in shown("en", "a")[0]
    assert "ファイルがまだありません" in shown("ja", "a")[0]
    assert "there are no files yet" in shown("a")[0]
