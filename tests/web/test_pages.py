"""OCR pages on the page: a file of each side, and what is no page; zip files are in properties."""

import pytest

from levmetrics.view.language import LANGUAGES
from tests.formats.page_documents import alto, hocr, page_xml, tei
from tests.web.given import readings, upload, value

pytestmark = pytest.mark.usefixtures("in_this_process")

GT = [["Die alte Seite", "zwei"], ["drei"]]
OCR = [["Die alte Seita", "zwei"], ["drei"]]
ENTITY = '<!DOCTYPE x [<!ENTITY a "b">]>'


@pytest.mark.parametrize("write", [page_xml, alto, hocr, tei])
def test_a_file_of_each_side_is_a_page(written, write):
    given = upload(written(gt_xml=write(GT), ocr_xml=write(OCR)).values())
    assert given.references == ["Die alte Seite\nzwei\ndrei"]
    assert given.predictions == {"prediction": ["Die alte Seita\nzwei\ndrei"]}


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (page_xml(GT)[:-9], "cannot be read as XML"),
        (ENTITY + page_xml(GT).partition("?>")[2], "declares entities"),
        ("<mets/>", "root element is mets"),
    ],
)
def test_what_is_no_page_is_said(written, content, why):
    (reading,) = readings(written(a_xml=content).values())
    assert why in reading.problem.sentence()


@pytest.mark.parametrize("metric", ["page:order", "page:bag", "page:flexible"])
def test_metrics_of_pages_are_shown_in_both_languages(metric):
    shown = value(["b\na", "c d"], ["a\nb", "c x"], metric)
    for language in LANGUAGES:
        html = shown["languages"][language]["html"]
        assert '<h2 tabindex="-1"' in html
        assert "{" not in html
