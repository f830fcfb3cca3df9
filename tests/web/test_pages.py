"""OCR pages on the page: files of their formats and zip files are read, and their metrics drawn."""

import zipfile

import pytest

from levmetrics.view.language import LANGUAGES
from levmetrics.web.reading.files import guessed_columns, read_files
from levmetrics.web.reading.read_as import FileColumn
from levmetrics.web.reading.samples import read_samples
from levmetrics.web.uploads import uploaded
from tests.formats.page_documents import alto, hocr, page_xml, tei
from tests.web.given import value

pytestmark = pytest.mark.usefixtures("in_this_process")

GT = [["Die alte Seite", "zwei"], ["drei"]]
OCR = [["Die alte Seita", "zwei"], ["drei"]]


def text_of(regions):
    return "\n".join(line for lines in regions for line in lines)


@pytest.mark.parametrize("write", [page_xml, alto, hocr, tei])
def test_a_file_of_each_side_is_a_page(tmp_path, write):
    names = "gt.xml", "ocr.xml"
    for name, regions in zip(names, (GT, OCR), strict=True):
        (tmp_path / name).write_text(write(regions), encoding="utf-8")
    files = uploaded([str(tmp_path / name) for name in names])
    readings = read_files(files)
    assert [(reading.problem, reading.samples) for reading in readings] == [(None, 1)] * 2
    assert guessed_columns(readings)["predictions"] == FileColumn("ocr.xml", "").written()
    given = read_samples(FileColumn("gt.xml", ""), {"a": FileColumn("ocr.xml", "")}, None, files)
    assert (given.references, given.predictions) == ([text_of(GT)], {"a": [text_of(OCR)]})


def test_zip_files_have_pages_that_are_matched_by_their_names(tmp_path):
    for name, write, regions in (("gt.zip", page_xml, GT), ("ocr.zip", alto, OCR)):
        with zipfile.ZipFile(tmp_path / name, "w") as archive:
            for page in ("b", "a") if name == "gt.zip" else ("a", "b"):
                archive.writestr(f"pages/{page}.xml", write([*regions, [page]]))
    files = uploaded([str(tmp_path / name) for name in ("gt.zip", "ocr.zip")])
    columns = [FileColumn(name, "text") for name in files]
    given = read_samples(columns[0], {"a": columns[1]}, None, files)
    assert (given.ids, given.matched_by) == (["a", "b"], "ids")
    assert given.references == [text_of([*GT, [page]]) for page in "ab"]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (page_xml(GT)[:-9], "cannot be read as XML"),
        ('<!DOCTYPE x [<!ENTITY a "b">]>' + page_xml(GT).partition("?>")[2], "declares entities"),
        ("<mets/>", "root element is mets"),
    ],
)
def test_what_is_no_page_is_said(tmp_path, content, why):
    (tmp_path / "a.xml").write_text(content, encoding="utf-8")
    (reading,) = read_files(uploaded([str(tmp_path / "a.xml")]))
    assert reading.problem is not None
    assert why in reading.problem.sentence()


@pytest.mark.parametrize("metric", ["page:order", "page:bag", "page:flexible"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_metrics_of_pages_are_shown_in_both_languages(metric, language):
    shown = value(["b\na", "c d"], ["a\nb", "c x"], metric)
    html = shown["languages"][language]["html"]
    assert '<h2 tabindex="-1"' in html
    assert "{" not in html
    if (metric, language) == ("page:order", "en"):
        assert "Reading order: 2 of them" in html
