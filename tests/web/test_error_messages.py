"""What a visitor is told when something fails: one sentence, in the visitor's language."""

import json
import re
import sys
from importlib import resources

import pytest

from levmetrics import InputError
from levmetrics.formats.encodings import _KINDS, kind_error
from levmetrics.formats.matching import Column
from levmetrics.formats.samples import text_batches
from levmetrics.system.extras import MissingPackageError
from levmetrics.web import endpoints
from levmetrics.web.error_messages import error_message, refusal, with_errors_shown
from levmetrics.web.limits import PAGE
from levmetrics.web.reading.read_as import FileColumn
from levmetrics.web.running import with_deadline
from levmetrics.web.uploads import checked_upload, chosen_column
from tests.formats.tables import table
from tests.web.given import scored_texts as scored
from tests.web.visitor import fill


def of_file(data, name="a.csv"):
    """Read a column of an uploaded file."""

    def read(folder):
        (folder / name).write_bytes(data)
        for _ in table(folder / name, limits=PAGE).batches(["hyp"]):
            pass

    return read


def of_samples(*texts):
    """Read the samples of two files of lines, the first of references."""

    def read(folder):
        for name, text in zip("ab", texts, strict=True):
            (folder / f"{name}.txt").write_text(text)
        target, pred = (Column(table(folder / f"{name}.txt", limits=PAGE), "") for name in "ab")
        for _ in text_batches([pred], target):
            pass

    return read


def ended(error):
    """Let a run end by an error of the work."""

    @with_deadline
    def run():
        raise error

    return lambda folder: run()


def same_column(folder):
    raise InputError("page.same_column", column=str(FileColumn("a.csv", 2)))


WHAT_VISITORS_MEET = {
    "nothing": lambda folder: endpoints.wer("", ""),
    "lengths": lambda folder: endpoints.wer("a\nb", "a"),
    "many": lambda folder: endpoints.wer("a\n" * (PAGE.rows + 1), "a"),
    "long": lambda folder: endpoints.wer("a" * (PAGE.characters_alone + 1), "a"),
    "slow": ended(TimeoutError()),
    "cancelled": ended(InterruptedError()),
    "tokenizer": lambda folder: endpoints.wer("a", "a", tokenizer="mecb"),
    "normalizer": lambda folder: endpoints.wer("a", "a", normalizer="lowr"),
    "config": lambda folder: endpoints.wer("a", "a", "wr"),
    "threshold": lambda folder: scored(["a"], ["a"], "anls", threshold="3"),
    "broken JSON": lambda folder: endpoints.anls('{"a": 1', '{"a": 1', "star"),
    "surrogate": lambda folder: endpoints.wer("a\ud800", "a"),
    "empty file": of_file(b""),
    "picture": of_file(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a.txt"),
    "no such column": of_file(b"hypo,ref\na,b\n"),
    "no object": of_file(b"5\n", "a.jsonl"),
    "no Excel": of_file(b"PK", "a.xlsx"),
    "type": of_file(b"MZ", "a.exe"),
    "no files": lambda folder: checked_upload([], ""),
    "no column": lambda folder: chosen_column("references", None),
}


CATALOGUE = json.loads(resources.files("levmetrics").joinpath("errors.json").read_text("utf-8"))


# Of files, of what is in them, and of what is typed; visitors do not meet those that are left out.
MET = ("file", "name", "page", "table", "value")
NOT_MET = {
    "file.is_folder": "a folder is not uploaded",
    "file.no_folder": "only a command makes folders",
    "file.unwritable": "a browser saves the downloads",
    "name.taken": "no visitor registers anything",
    "value.arrow_maps": "a file's maps are refused when it is read",
    "value.key": "JSON has no other keys than texts",
    "value.no_list": "the page makes the lists",
    "value.not_whole": "no visitor gives the options of a resampling",
    "value.recursion_limit": "page.too_deep is said in its place",
    "value.too_low": "no visitor gives the options of a resampling",
    "value.tuple": "JSON has no tuples",
    "value.wrong_type": "JSON has no other types",
}


def test_all_that_visitors_meet_is_said_in_japanese():
    met = {
        code: sentences
        for code, sentences in CATALOGUE["sentences"].items()
        if code.partition(".")[0] in MET
    }
    assert {code for code, sentences in met.items() if "ja" not in sentences} == {*NOT_MET}
    assert not [code for code, said in met.items() if said.get("ja") == said["en"]]


def raised(work, folder):
    with pytest.raises(InputError) as caught:
        work(folder)
    return caught.value


@pytest.mark.parametrize("name", WHAT_VISITORS_MEET)
def test_errors_that_visitors_meet_are_said_in_japanese_and_tell_nothing_of_the_server(
    name, tmp_path
):
    error = raised(WHAT_VISITORS_MEET[name], tmp_path)
    english, japanese = error_message(error), error_message(error, "ja")
    assert not re.search("[ぁ-ん]", english)
    assert re.search("[ぁ-ん]", japanese), english
    assert not re.search(r"\b(the|give|has|and)\b", japanese), japanese
    of_server = re.compile(rf"{tmp_path}|{sys.prefix}|sys\.|Traceback|\.py\b|levmetrics\.")
    assert not of_server.search(english + japanese)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "an Excel file needs python_calamine, which is not installed where this page runs"),
        ("ja", "Excelファイルに必要なpython_calamineが、このサーバーにありません"),
    ],
)
def test_a_missing_package_of_an_extra_is_named_with_the_line_that_installs_it(language, said):
    message = error_message(
        MissingPackageError("an Excel file", "python_calamine", "excel"), language
    )
    assert message.startswith(said)
    assert "pip install 'levmetrics[excel]'" in message


@pytest.mark.parametrize(
    "error",
    [
        FileNotFoundError(2, "No such file", "/tmp/secret"),
        ModuleNotFoundError("No module named 'secret'"),
        InputError(f"the tokenizer 'x' failed on predictions[0]: {sys.prefix}/secret"),
        InputError("too deep for sys.setrecursionlimit: secret"),
        RuntimeError("secret"),
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
    assert 'aria-label="閉じる"' in shown("ja")[0]


@pytest.mark.slow
def test_an_error_stays_until_it_is_closed_and_comes_again(open_page):
    page = open_page("ja-JP")
    alert = page.locator("#score_results").get_by_role("alert")
    fill(page, "score_references", "a")
    fill(page, "score_A", "a\nb")
    page.click("#score")
    alert.wait_for()
    assert not page.locator(".toast-body").count()  # which would go by itself
    said = alert.inner_text()
    assert re.search("[ぁ-ん]", said)
    alert.get_by_role("button", name="閉じる").focus()
    page.keyboard.press("Enter")
    alert.wait_for(state="hidden")
    page.click("#score")
    alert.wait_for()
    assert alert.inner_text() == said


@pytest.mark.parametrize(
    ("work", "japanese"),
    [
        (
            same_column,
            "予測と正解に同じ列(a.csv: 列2(列名なし))が選ばれています。どちらかを変えてください",
        ),
        (
            of_samples("x\ny\n", "x\ny\n\n"),
            "a.txtは2件、b.txtは3件(最後の行は空)で、数が合いません。余分な空行を消してください",
        ),
        (
            of_file(b"hyp,ref\na,b\nc\n"),
            "a.csvの2行目は1列で、ほかの行(2列)と合いません。"
            "区切り文字を含む値は引用符で囲んでください",
        ),
        (
            lambda folder: endpoints.wer("a\nb", "a"),
            "予測は2件、正解は1件で、数が合いません。1件の正解に1件の予測を対応させてください",
        ),
        (ended(InputError("something new")), "something new"),  # which is not in the catalogue
    ],
)
def test_no_english_is_left_in_a_japanese_sentence(work, japanese, tmp_path):
    assert error_message(raised(work, tmp_path), "ja") == japanese


@pytest.mark.parametrize("start", _KINDS)
def test_what_a_file_is_has_a_name_in_japanese(start):
    message = error_message(kind_error("a.txt", start), "ja")
    assert re.search(r"\([^)]*[ぁ-んァ-ン一-龠]", message)


HOSTILE = "<script>alert('1')</script>\u202e\" onload=x </td></svg>"


def test_hostile_text_is_inert_in_a_refusal():
    page = refusal(HOSTILE, "en")
    assert "&lt;" in page
    assert "\u202e" not in page
    assert set(re.findall(r"<\s*(\w+)", page)) <= {"div", "span", "button", "svg", "path"}
    assert not re.search(r"<[^>]*\bonload", page)
