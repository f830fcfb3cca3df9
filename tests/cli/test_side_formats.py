"""Each side of a command has its own format, such as one of the two of a Transkribus export."""

import json
import shutil

import pytest

import levmetrics as lm
from tests.formats.page_documents import alto, hocr, page_xml, tei
from tests.shell import shell

# One character differs of the first two, three of the first and the last.
GT, OCR, WORSE = [["Die alte Seite"]], [["Die alte Seita"]], [["Dye olte Seita"]]


def score(*arguments):
    """Return the errors of a command, and what it said."""
    ran = shell("cer", *arguments, "--json")
    assert ran.exit_code == 0, ran.stderr
    found = json.loads(ran.stdout)
    return found["substitutions"], found["samples"], ran.stderr


def write(path, document):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(document, encoding="utf-8")
    return path


def exported(folder, page, of_alto):
    """Write what Transkribus exports: a document's pages as PAGE XML and as ALTO."""
    for name in ("p1", "p2"):
        write(folder / "1" / "Book" / "page" / f"{name}.xml", page_xml(page))
        write(folder / "1" / "Book" / "alto" / f"{name}.xml", alto(of_alto))
    write(folder / "1" / "Book" / "mets.xml", "<mets/>")
    write(
        folder / "1" / "Book" / "metadata.xml", "<trpDocMetadata><docId>1</docId></trpDocMetadata>"
    )
    return folder / "1" / "Book"


@pytest.fixture(params=["folder", "zip"])
def export(request, tmp_path):
    pytest.importorskip("lxml")
    folder = exported(tmp_path / "export", GT, OCR)
    if request.param == "folder":
        return folder
    return shutil.make_archive(str(tmp_path / "export"), "zip", tmp_path / "export")


@pytest.fixture
def ocr(tmp_path):
    for name in ("p1", "p2"):
        write(tmp_path / "ocr" / f"{name}.hocr", hocr(WORSE))
    return tmp_path / "ocr"


class TestAnExportOfTwoFormats:
    def test_its_pages_are_never_scored_twice(self, export, ocr):
        said = shell("cer", export, ocr).stderr
        assert "has several files for p1: alto/p1.xml, page/p1.xml" in said
        assert "--reference-format" in said

    def test_one_of_them_is_named_for_its_side(self, export, ocr):
        for name, errors_of_a_page in (("page", 3), ("alto", 2)):
            substitutions, samples, said = score(export, ocr, "--reference-format", name)
            assert (substitutions, samples) == (2 * errors_of_a_page, 2)
            assert "Warning" not in said
            assert f" of {name} and folder of hocr, 2 samples" in said
            assert score(ocr, export, "--prediction-format", name)[:2] == (substitutions, 2)

    def test_one_of_them_named_for_both_sides_leaves_the_other_its_own(self, export, ocr):
        substitutions, samples, said = score(export, ocr, "--format", "page")
        assert (substitutions, samples) == (2 * 3, 2)
        assert "Warning: ocr has no files of the format page, and is read as hocr" in said

    def test_its_formats_are_compared(self, export):
        options = ("--reference-format", "page", "--prediction-format", "alto")
        assert score(export, export, *options)[:2] == (2 * 1, 2)

    def test_of_two_exports_one_format_is_read(self, export, tmp_path):
        other = exported(tmp_path / "other", OCR, WORSE)
        assert score(export, other, "--format", "page")[:2] == (2 * 1, 2)
        assert score(export, other, "--format", "alto")[:2] == (2 * 2, 2)

    def test_a_format_that_neither_side_has_is_refused(self, export, ocr):
        said = shell("cer", export, ocr, "--format", "tei").stderr
        assert (
            "has files of the formats alto, page, and none of tei; name one of these by --format"
            in said
        )

    def test_in_python_one_of_them_is_named(self, export):
        pages = lm.read_pages(export, format="alto")
        assert {name: page.text for name, page in pages.items()} == dict.fromkeys(
            ("p1", "p2"), OCR[0][0]
        )
        with pytest.raises(lm.InputError, match=r"for p1: alto/p1\.xml, page/p1\.xml"):
            lm.read_pages(export)


def test_a_page_format_of_one_file_leaves_the_other_its_own(tmp_path):
    pytest.importorskip("lxml")
    files = write(tmp_path / "gt.xml", page_xml(GT)), write(tmp_path / "ocr.xml", tei(WORSE))
    substitutions, samples, said = score(*files, "--format", "page")
    assert (substitutions, samples) == (3, 1)
    assert "ocr.xml has no files of the format page, and is read as tei" in said


def test_text_beside_a_page_is_a_page_too(tmp_path):
    pytest.importorskip("lxml")
    files = (
        write(tmp_path / "gt.txt", "Die\nSeite\n"),
        write(tmp_path / "ocr.xml", tei([["Die", "Saite"]])),
    )
    assert score(*files, "--format", "tei")[:2] == (1, 1)


def test_text_of_one_file_leaves_the_markup_of_the_other_what_it_is(tmp_path):
    pytest.importorskip("lxml")
    files = write(tmp_path / "gt.txt", GT[0][0]), write(tmp_path / "ocr.xml", page_xml(WORSE))
    assert score(*files, "--format", "text")[:2] == (3, 1)


def test_a_folder_of_another_name_is_part_of_the_id(tmp_path):
    pytest.importorskip("lxml")
    for name in ("one", "two"):
        write(tmp_path / "gt" / name / "page" / "p.xml", page_xml(GT))
        write(tmp_path / "gt" / name / "page" / "p.txt", "not of the folder's format")
    assert sorted(lm.read_pages(tmp_path / "gt")) == ["one/p", "one/page/p", "two/p", "two/page/p"]


def test_tables_have_formats_of_their_own(tmp_path):
    references = write(tmp_path / "gt.dat", "id;text\n1;ab\n")
    predictions = write(tmp_path / "ocr.dat", '{"id": 1, "prediction": "ax"}\n')
    options = ("--reference-format", "csv", "--prediction-format", "jsonl")
    assert score(references, predictions, *options)[:2] == (1, 1)


def test_sessions_have_formats_of_their_own(tmp_path):
    references = write(tmp_path / "gt.dat", "s 1 A 0 1 hello there\n")
    predictions = write(
        tmp_path / "hyp.dat", '[{"session_id": "s", "speaker": "x", "words": "hello"}]'
    )
    options = ("--reference-format", "stm", "--prediction-format", "seglst")
    ran = shell("score", "cp", "-r", references, "-p", predictions, *options, "--json")
    assert ran.exit_code == 0, ran.stderr
    assert json.loads(ran.stdout)["deletions"] == 1
