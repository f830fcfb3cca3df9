"""Uploads in a real browser: the visitor's own score, or why there is none; never an example's."""

import uuid
from pathlib import Path

import pytest
from gradio_client import Client

from levmetrics.demo.example_boxes import ENGLISH
from tests.corpora import ASR_EN
from tests.demo.visitor import fill, load, refusal, score, upload

pytestmark = pytest.mark.slow

DATA = Path(__file__).parents[2] / "examples/data"
TABLE = "{0},{1}\na b,a b\nc,d\n"
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
NOT_SAID = "choose where the {} are from: the names of the columns do not say"


@pytest.fixture
def write(tmp_path):
    """Write a file of the visitor's."""

    def written(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return written


def sources(page):
    """Return what both lists show."""
    return [
        page.locator(f"#{side}_source input").input_value() for side in ("prediction", "reference")
    ]


def choose_source(page, side, option):
    page.locator(f"#{side}_source input").click()
    page.get_by_role("option", name=option).first.click()
    page.get_by_role("option").first.wait_for(state="hidden")
    page.wait_for_function(
        "([id, option]) => document.querySelector(`#${id} input`).value.includes(option)",
        arg=[f"{side}_source", option],
    )


def wait_for_sources(page, *shown):
    page.wait_for_function(
        "shown => ['prediction', 'reference'].every((side, i) => "
        "document.querySelector(`#${side}_source input`)?.value === shown[i])",
        arg=list(shown),
    )


RECOGNISED = {
    "japanese.csv": TABLE.format("予測", "正解"),
    "semicolons.csv": TABLE.replace(",", ";").format("model output", "gold"),
    "tabs.tsv": TABLE.replace(",", "\t").format("hyp", "ref"),
    "lines.jsonl": '{"hyp": "a b", "ref": "a b"}\n{"hyp": "c", "ref": "d"}\n',
    "either case.csv": TABLE.format("Hypothesis", "Reference"),
}


@pytest.mark.parametrize("name", RECOGNISED)
def test_recognised_columns_are_scored(open_page, write, name):
    page = open_page()
    load(page, "english")
    upload(page, write(name, RECOGNISED[name]))
    assert score(page) == "33.33 %"
    assert page.locator("#headline").inner_text().count(f": {name}: ") == 2


CHOSEN = {
    "sides.csv": (TABLE.format("transcription", "sentence"), ": transcription", ": sentence"),
    "semicolons.csv": (TABLE.replace(",", ";").format("satz 1", "satz 2"), ": satz 1", ": satz 2"),
    "no header.csv": ("a b,a b\nc,d\n", "column 1, no header", "column 2, no header"),
    "no header.tsv": ("a b\ta b\nc\td\n", "column 1, no header", "column 2, no header"),
    "same row.csv": ("c,c\na b,a d\n", "column 1, no header", "column 2, no header"),
    "two.jsonl": ('{"x": "a b", "y": "a b"}\n{"x": "c", "y": "d"}\n', ": x", ": y"),
}


@pytest.mark.parametrize("name", CHOSEN)
def test_columns_that_are_not_recognised_are_chosen_before_they_are_scored(open_page, write, name):
    content, first, second = CHOSEN[name]
    page = open_page()
    load(page, "english")
    upload(page, write(name, content))
    assert sources(page) == ["", ""]
    assert refusal(page) == NOT_SAID.format("predictions")
    choose_source(page, "prediction", first)
    assert refusal(page) == NOT_SAID.format("references")
    choose_source(page, "reference", second)
    assert score(page) == "33.33 %"
    assert page.locator("#headline").inner_text().count(f": {name}: ") == 2


@pytest.mark.parametrize(
    ("path", "found", "samples"),
    [(ASR_EN, "4.97 %", "2,703"), (DATA / "ocr_ja.tsv", None, "543")],
    ids=["asr_en", "ocr_ja"],
)
def test_the_repositorys_own_files_without_a_header_are_scored_whole(
    open_page, path, found, samples
):
    page = open_page()
    upload(page, path)
    assert refusal(page) == NOT_SAID.format("predictions")
    choose_source(page, "prediction", "column 3, no header")
    choose_source(page, "reference", "column 2, no header")
    value = score(page)
    assert found in (value, None)
    text = page.locator("#headline").inner_text()
    assert f"{samples} samples" in text
    assert f"predictions: {path.name}: column 3, no header" in text


@pytest.mark.parametrize(
    ("system", "found"), [("wide_beams", "24.33 %"), ("narrow_beams", "34.00 %")]
)
def test_a_system_of_the_repositorys_own_file_is_chosen_and_scored_whole(open_page, system, found):
    page = open_page()
    upload(page, DATA / "speech_en.tsv")
    assert refusal(page) == NOT_SAID.format("predictions")
    choose_source(page, "prediction", f": {system}")
    assert score(page) == found
    assert "600 samples" in page.locator("#headline").inner_text()


REFUSED = {
    "picture.txt": (PNG, "picture.txt cannot be read: it is no text in UTF-8"),
    "binary.csv": (b"a,b\n\0,c\n", "binary.csv cannot be read: it holds U+0000"),
    "latin.txt": ("é".encode("latin-1"), "latin.txt cannot be read: it is no text in UTF-8"),
    "ambiguous.csv": ("a,b;c\nd,e;f\n", "ambiguous.csv can be read with commas and semicolons"),
    "empty.csv": (b"", "empty.csv has no heading"),
    "broken.jsonl": ("{", "broken.jsonl, line 1 is no JSON"),
    "deep.jsonl": ('{"a":' * 5000, "deep.jsonl, line 1 is nested too deep for this page"),
    "broken.parquet": (b"PAR1", "broken.parquet cannot be read"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_bad_file_leaves_nothing_to_score_of_what_was_there_before(open_page, write, name):
    content, said = REFUSED[name]
    page = open_page()
    load(page, "english")
    upload(page, write("good.csv", TABLE.format("hyp", "ref")))
    assert score(page) == "33.33 %"
    upload(page, write(name, content))
    page.locator("#notes").get_by_text(said).wait_for()
    assert refusal(page) == NOT_SAID.format("predictions")


def test_a_bad_file_beside_good_ones_is_named_and_they_are_scored(open_page, write):
    page = open_page()
    upload(page, write("a.txt", PNG), write("hyp.txt", "a b\nc\n"), write("ref.txt", "a b\nd\n"))
    page.locator("#notes").get_by_text("a.txt cannot be read").wait_for()
    assert score(page) == "33.33 %"
    text = page.locator("#headline").inner_text()
    assert "predictions: hyp.txt · references: ref.txt" in text


@pytest.mark.parametrize(("name", "side"), [("hyp.txt", "references"), ("ref.txt", "predictions")])
def test_one_file_alone_is_scored_with_what_is_pasted_for_the_other_side(
    open_page, write, name, side
):
    page = open_page()
    load(page, "english")
    upload(page, write(name, "a b\nc\n"))
    assert refusal(page) == NOT_SAID.format(side)
    fill(page, side, "a b\nd\n")
    assert score(page) == "33.33 %"
    assert f"{side}: pasted text" in page.locator("#headline").inner_text()


def test_a_file_that_is_removed_leaves_nothing_of_it(open_page, write):
    page = open_page()
    upload(page, write("good.csv", TABLE.format("hyp", "ref")))
    assert score(page) == "33.33 %"
    page.locator("#files").get_by_label("Clear").click()
    page.locator("#prediction_source").wait_for(state="hidden")
    page.locator("#headline").wait_for(state="hidden")
    assert refusal(page).startswith("there is nothing to score yet")


def test_one_of_two_files_removed_leaves_the_other_and_what_is_pasted(open_page, write):
    page = open_page()
    upload(page, write("hyp.txt", "a b\nc\n"), write("ref.txt", "x\ny\n"))
    wait_for_sources(page, "hyp.txt", "ref.txt")
    fill(page, "references", "a b\nd")
    page.locator("#files").get_by_label("Remove this file").nth(1).click()
    wait_for_sources(page, "hyp.txt", "the text above")
    assert score(page) == "33.33 %"


def test_a_column_chosen_after_text_was_pasted_takes_its_place(open_page, write):
    page = open_page()
    upload(page, write("good.csv", TABLE.format("hyp", "ref")))
    fill(page, "references", "x\ny")
    wait_for_sources(page, "good.csv: hyp", "the text above")
    choose_source(page, "reference", "good.csv: ref")
    page.wait_for_function("!document.querySelector('#references textarea').value")
    assert score(page) == "33.33 %"


def test_an_example_takes_the_place_of_files(open_page, write):
    page = open_page()
    upload(page, write("good.csv", TABLE.format("hyp", "ref")))
    load(page, "english")
    page.locator("#prediction_source").wait_for(state="hidden")
    assert not page.locator("#files").get_by_text("good.csv").count()
    assert score(page) == "23.57 %"


def test_half_of_an_example_beside_own_text_is_named(open_page):
    page = open_page()
    load(page, "english")
    own = page.locator("#predictions textarea").input_value().replace("the", "a")
    fill(page, "predictions", own)
    score(page)
    text = page.locator("#headline").inner_text()
    assert f"predictions: pasted text · references: example ({ENGLISH})" in text


def test_what_the_server_has_not_read_is_not_scored(open_page, write):
    page = open_page()
    load(page, "english")
    page.route("**/queue/join*", lambda route: route.fulfill(status=503, json={"detail": "full"}))
    page.locator("#files input[type=file]").first.set_input_files(
        write("good.csv", TABLE.format("hyp", "ref"))
    )
    page.locator("#files").get_by_text("good").wait_for()
    page.wait_for_timeout(500)
    page.unroute("**/queue/join*")
    assert refusal(page).startswith("the files are still being read")


def test_a_click_right_after_an_upload_scores_nothing_else(open_page, write):
    page = open_page()
    load(page, "english")
    page.locator("#files input[type=file]").first.set_input_files(
        write("good.csv", TABLE.format("hyp", "ref"))
    )
    page.click("#score")
    page.wait_for_selector(".lev-refusal, .lev-score")
    assert "23.57" not in page.locator("body").inner_text()


def test_a_refusal_takes_the_place_of_the_result_before_it(open_page):
    page = open_page()
    load(page, "english")
    score(page)
    fill(page, "references", "")
    assert refusal(page).startswith("there are no references yet")


def test_two_visitors_score_their_own(open_page, open_as_another, write):
    pages = [open_page(), open_as_another()]
    for page, second in zip(pages, ("d", "c"), strict=True):
        upload(page, write("same.csv", f"hyp,ref\na b,a b\nc,{second}\n"))
    for page in pages:
        page.click("#score")
    assert [page.wait_for_selector(".lev-score").inner_text() for page in pages] == [
        "33.33 %",
        "0.00 %",
    ]


def test_a_visitor_whom_the_server_has_forgotten_is_told_so_in_place(
    open_page, write, forgetful_url
):
    page = open_page()
    page.goto(forgetful_url)
    page.wait_for_selector("#score")
    upload(page, write("good.csv", TABLE.format("hyp", "ref")))
    assert score(page) == "33.33 %"
    client = Client(forgetful_url, verbose=False)
    for _ in range(25):
        client.session_hash = uuid.uuid4().hex
        client.predict("a", "a", "wer", "", "", api_name="/wer")
    page.locator("#sample input").fill("1")
    page.locator("#sample input").press("Enter")
    page.locator("#alignment").get_by_text("the results have expired: score again").wait_for()
    choose_source(page, "prediction", "good.csv: ref")
    choose_source(page, "reference", "good.csv: hyp")
    page.click("#score")
    page.locator("#headline").get_by_text("predictions: good.csv: ref").wait_for(timeout=60_000)
    assert "list of choices" not in page.locator("body").inner_text()
