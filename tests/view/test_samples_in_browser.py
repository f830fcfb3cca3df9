"""The samples of a view in a browser: sorted, searched, filtered, opened, saved and printed."""

import csv
import io
import random
import unicodedata

import pytest
from playwright.sync_api import expect

import levmetrics as lm
from levmetrics.rendering.labels import decimal, percent
from levmetrics.rendering.text import visible
from levmetrics.view.samples import drawn_in, sample_data
from tests.code_points import CODE_POINTS
from tests.corpora import SPEECH
from tests.view.alone import chart, document
from tests.view.documents import charts
from tests.web.accessibility import findings

pytestmark = pytest.mark.slow

EVIL = "<img src=x onerror=alert(1)>"


@pytest.fixture
def show(browser, tmp_path):
    """Open a page with the samples of a view; errors in it and its dialogs fail the test."""
    pages, errors = [], []

    def shown(data, language="en", window=None, **parts):
        page = browser.new_page(**{"viewport": {"width": 1280, "height": 900}, **(window or {})})
        pages.append(page)
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text))
        page.on("dialog", lambda dialog: errors.append(dialog.message))
        path = tmp_path / "samples.html"
        path.write_text(document(data, language, **parts), "utf-8")
        page.goto(path.as_uri())
        page.wait_for_selector(".lev-explored tbody")
        return page

    yield shown
    for page in pages:
        page.close()
    assert errors == []


def data(systems, references, metric="wer", score=None, **named):
    """The samples of some systems, with options of scoring, and the charts of the data."""
    runs = {
        name: lm.score(texts, references, metric, **(score or {}))
        for name, texts in systems.items()
    }
    return sample_data(runs, drawn_in(), **named)


def cells(page, heading):
    """What a column of the table of samples shows."""
    headings = page.locator(".lev-explored thead th").all_inner_texts()
    column = [text.removesuffix(" ▲").removesuffix(" ▼") for text in headings].index(heading)
    rows = page.locator(".lev-explored tbody tr[data-sample]")
    return [row.locator("th, td").nth(column).inner_text().strip() for row in rows.all()]


def head(page, name):
    return page.locator(".lev-explored thead").get_by_role("button", name=name, exact=True)


def drawn(page):
    """The columns of the first open alignment: letter, reference's and prediction's token."""
    return page.evaluate(
        """() => [...document.querySelectorAll(".columns > span")].map((column) =>
          [column.querySelector("b")?.textContent ?? "",
           ...[...column.querySelectorAll("span")].map((token) => token.textContent)])"""
    )


def test_samples_sort_search_filter_and_open_by_keyboard(show):
    page = show(
        data(
            {"A": ["a", "x y z d", "x", f"is {EVIL}"]},
            ["a", "A B c d", "a", f"who is there {EVIL}"],
            score={"ids": ["u10", "u9", EVIL, "u2"], "groups": ["g", "h", "g", "h"]},
            charts=charts(score=[0, 1, 1, 1], members=[[1, 3], [2]]),
        ),
        charts=chart("score", [("none", 1), ("some", 3)])
        + chart("edit", [(EVIL, 10), ("b", 9)], "x"),
    )
    names = ["u9", "u2", EVIL, "u10"]
    assert cells(page, "Sample") == names  # the worst come first
    assert cells(page, "WER") == ["75.00 %", "33.33 %", "100.00 %", "0.00 %"]
    for heading, first, second in [
        ("WER", EVIL, "u10"),
        ("Errors", "u9", "u10"),
        ("Sample", EVIL, "u10"),
        ("Group", EVIL, "u9"),
        ("Reference", EVIL, "u2"),
        ("Prediction", "u10", "u9"),
    ]:
        head(page, heading).click()
        expect(head(page, heading)).to_be_focused()
        assert cells(page, "Sample")[0] == first, heading
        head(page, heading).click()
        assert cells(page, "Sample")[0] == second, heading
    page.get_by_label("Search the samples").fill("b c")
    assert cells(page, "Sample") == ["u9"]
    page.get_by_label("Search the samples").fill("")
    none, some = (
        page.get_by_role("button", name=f"Show the samples of {it}") for it in ("none", "some")
    )
    some.click()
    assert len(cells(page, "Sample")) == 3
    page.get_by_role("button", name=f"Show the samples of {EVIL} → x").click()
    assert sorted(cells(page, "Sample")) == ["u2", "u9"]
    none.click()  # of one chart, one row filters
    page.get_by_text("No sample matches.").wait_for()
    assert [each.get_attribute("aria-pressed") for each in (none, some)] == ["true", "false"]
    page.get_by_role("button", name="Without the filter none").click()
    page.get_by_role("button", name=f"Without the filter {EVIL} → x").press("Enter")
    expect(page.get_by_label("Search the samples")).to_be_focused()
    assert len(cells(page, "Sample")) == 4
    opener = page.get_by_role("button", name="Sample u2: details")
    opener.press("Enter")
    expect(opener).to_be_focused()
    assert drawn(page) == [
        ["D", "who", ""],
        ["", "is", "is"],
        ["D", "there", ""],
        *[["", visible(word), visible(word)] for word in EVIL.split(" ")],
    ]
    assert "Reference above, prediction below D missing" in page.locator(".lev-open").inner_text()
    opener.press("Enter")
    expect(page.locator(".lev-open")).to_have_count(0)
    edits = page.locator("table.lev-sortable").nth(1)
    edits.get_by_role("button", name="samples", exact=True).click()
    edits.get_by_role("button", name="samples", exact=True).click()
    assert edits.locator("tbody td.lev-number").all_inner_texts() == ["9", "10"]


def test_two_systems_show_what_changed_without_opening_a_row(show):
    references = ["a b c", "a b", "x y z", "d"]
    systems = {"old": ["a b c", "a x", "x y z", "d"], "new": ["a q c", "a b", "y z w", "d"]}
    page = show(data(systems, references))
    assert cells(page, "Difference") == ["+66.67", "-50.00", "+33.33", "0.00"]
    assert cells(page, "WER old") == ["0.00 %", "50.00 %", "0.00 %", "0.00 %"]
    row = page.locator("tr[data-sample]").first
    assert row.locator("td").last.locator("mark.I").all_inner_texts() == ["w"]
    assert row.locator("td").last.locator("del.D").all_inner_texts() == ["x"]
    page.get_by_role("button", name="Got worse").click()
    assert cells(page, "Sample") == ["3", "1"]
    page.get_by_role("button", name="Got better").click()
    assert cells(page, "Sample") == ["2"]
    page.locator(".lev-scatter circle").first.dispatch_event("click")
    assert len(cells(page, "Sample")) == 4
    assert page.locator(".lev-open bdi").first.inner_text() == "old"


@pytest.mark.parametrize(
    ("tokenizer", "normalizer", "prediction", "reference", "shown", "wrong"),
    [
        ("whitespace", ["lower", "remove_punctuation"], "A, B!", "a c", "A, B!", ["B"]),
        ("whitespace", ["whisper:english"], "it's 5 a", "it is five b", "it is 5 a", ["a"]),
        ("char", None, "今日は", "今は", "今日は", ["日"]),
        ("mixed", None, "今日 is", "今日 it", "今日 is", ["is"]),
    ],
)
def test_wrong_words_are_marked_in_the_prediction(
    show, tokenizer, normalizer, prediction, reference, shown, wrong
):
    options = {"tokenizer": tokenizer, "normalizer": normalizer}
    page = show(data({"A": [prediction]}, [reference], score=options))
    cell = page.locator("tr[data-sample] td").last
    assert (cell.inner_text(), cell.locator("mark").all_inner_texts()) == (shown, wrong)


def test_a_long_prediction_is_cut(show):
    reference = " ".join(f"word{n}" for n in range(200))
    page = show(data({"A": [reference.replace("word0 ", "x ")]}, [reference]))
    shown = page.locator("tr[data-sample] td").last.inner_text()
    assert (len(shown), shown[-1], shown[:9]) == (501, "…", "x word1 w")


def test_a_phone_has_blocks_and_ten_rows_in_light_and_dark(show):
    arabic, japanese = "ذهب الولد إلى المدرسة", "今日はいい天気です"
    references = [arabic, japanese, *[f"word {n}" for n in range(10)]]
    preds = [arabic.replace("إلى", "الى"), japanese.replace("いい", "良い"), *["word"] * 10]
    phone = {"viewport": {"width": 375, "height": 800}, "color_scheme": "dark"}
    made = data({"A": preds, "B": references}, references, "cer")
    for window in (phone, {}):
        page = show(made, "ja", window=window)
        head(page, "正解").click()
        for opener in page.locator(".lev-opener").all()[:12]:
            opener.click()
        assert findings(page) == []
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        count = page.locator("tr[data-sample]").count()
        assert count == (10 if window else 12)
        if window:
            assert page.get_by_role("button", name="次へ").is_enabled()
            cells = page.locator("tr[data-sample]").first.locator("td")
            places = [each.bounding_box() for each in cells.all()[-2:]]
            assert places[0]["y"] < places[1]["y"]  # each text in a line of its own
            assert cells.last.get_attribute("data-heading") == "B"
            page.get_by_role("button", name="次へ").click()
            expect(page.get_by_label("サンプルを検索")).to_be_focused()  # the button has no use
            assert page.locator("tr[data-sample]").count() == 2
    directions = "all => all.map((each) => getComputedStyle(each).direction)"
    assert page.locator(".columns").evaluate_all(directions).count("rtl") == 2
    assert page.locator("td.lev-text[lang=ja]").count() == 36


def test_a_code_is_drawn_as_python_draws_it_in_every_script(show):
    known = [one for one in CODE_POINTS if unicodedata.category(one) not in ("Cn", "Co")]
    texts = ["".join(random.Random(n).choices(known, k=1500)) for n in range(2)]
    pred, target = texts[0] + texts[1], texts[0] + "b" + texts[1]
    page = show(data({"A": [pred.replace("\n", "")]}, [target.replace("\n", "")], "cer"))
    page.locator(".lev-opener").click()
    assert drawn(page) == [
        *(["", visible(one), visible(one)] for one in texts[0].replace("\n", "")),
        ["D", "b", ""],
        *(["", visible(one), visible(one)] for one in texts[1].replace("\n", "")),
    ]


def test_scores_are_written_as_python_writes_them(show):
    shares = [n / 32 for n in range(33)] + [0.00125, 0.99875, 1 / 3, 0.28125, 1.00375]
    for write, is_percent in ((percent, True), (decimal, False)):
        made = data({"A": ["a"] * len(shares)}, ["a"] * len(shares)) | {"percent": is_percent}
        made["systems"][0]["scores"] = shares
        page = show(made)
        found = cells(page, "WER")
        page.get_by_role("button", name="Next").click()
        assert found + cells(page, "WER") == [*map(write, shares)]
    made["systems"][0]["written"] = [f"{share:.1f} dB" for share in shares]  # a form of its own
    assert cells(show(made), "WER")[:2] == ["0.0 dB", "0.0 dB"]


def saved(page):
    """The rows of the samples that are saved."""
    with page.expect_download() as download:
        page.locator(".lev-csv").click()
    return [*csv.reader(io.StringIO(download.value.path().read_bytes().decode("utf-8-sig")))]


def test_the_samples_are_saved_as_csv_without_formulas(show):
    texts = ["=1+1", "+1", "-1", "@a", "＝1+1", 'a "b", c']
    rows = saved(show(data({"A": texts}, ["a"] * 6, score={"ids": [*"fedcba"]})))
    assert rows[0][:2] + rows[0][-2:] == ["id", "wer", "reference", "prediction"]
    assert [row[0] for row in rows[1:]] == [*"fedcba"]
    assert [row[-1] for row in rows[1:]] == [*(f"'{text}" for text in texts[:-1]), texts[-1]]
    of_two = saved(show(data({"A": texts, "B": texts}, ["a"] * 6, score={"groups": [*"xxyyzz"]})))
    assert of_two[0][:3] == ["sample", "group", "wer, A"]
    assert [name for name in of_two[0] if name.startswith("pred")] == [
        "prediction, A",
        "prediction, B",
    ]
    assert (of_two[0][-1], of_two[1][:2]) == ("reference", ["1", "x"])


def test_what_is_left_out_says_so_or_is_asked_for_and_html_is_shown(show):
    made = data({"A": [{"a": EVIL}, {"a": 1}]}, [{"a": "x"}, {"a": 2}], "record:donut")
    page = show(made)
    for opener in page.locator(".lev-opener").all():
        opener.click()
    assert page.locator(".lev-open table").count() == 2
    assert page.locator("img").count() == 0
    made["references"] = [None, None]
    made["systems"][0] |= {"alignments": [None, "<p>drawn"], "predictions": [None, "x"]}
    made["total"] = 9
    page = show(made)
    page.locator(".lev-opener").first.click()
    assert "Left out" in page.locator(".lev-open").inner_text()
    assert "The worst 2 of 9 samples" in page.locator("[data-explorer]").inner_text()
    hooks = "{aligned: async (row) => `<i>asked ${row}</i>`}"
    page = show(made, hooks=hooks)
    for opener in page.locator(".lev-opener").all():
        opener.click()
    assert page.locator(".lev-open i").all_inner_texts() == ["asked 0"]


def test_rows_and_texts_that_are_left_out_are_counted_and_named(show):
    made = data({"A": ["b", "c", "a"]}, ["a"] * 3, score={"ids": [*"xyz"]})
    page = show(made)
    assert "(3 in all)" in page.locator("[role=status]").inner_text()
    assert page.locator("[data-explorer] p").count() == 0
    made["references"][1] = made["systems"][0]["predictions"][1] = None
    page = show(made | {"total": 83_319})
    assert page.locator("[role=status]").inner_text() == "1 to 3 of 3 (83,319 in all)"
    kept, unsearched = page.locator("[data-explorer] p").all()
    assert kept.inner_text().endswith(": neither the search nor a chart's row finds them.")
    assert "Some texts are left out" in unsearched.inner_text()
    assert [kept.is_visible(), unsearched.is_visible()] == [True, True]
    left_out = "Left out, to keep the page small."
    assert [row[-2:] for row in saved(page)[1:]] == [["a", "b"], [left_out] * 2, ["a", "a"]]


def test_an_id_with_a_lone_surrogate_is_legible(show):
    page = show(data({"A": ["a"]}, ["b"], score={"ids": ["x\ud800y"]}))
    assert cells(page, "Sample") == ["x⟨D800⟩y"]
    page.locator(".lev-opener").click()
    assert drawn(page) == [["S", "b", "a"]]


def test_labels_that_begin_with_a_digit_are_sorted_as_texts(show):
    dates = [("2023-10-01", 2), ("2023-01-02", 10), ("2023-03-05", 9)]
    page = show(data({"A": ["a"]}, ["b"]), charts=chart("group", dates))
    table = page.locator("table.lev-sortable")
    by_date = ["2023-01-02", "2023-03-05", "2023-10-01"]  # also the order of 10, 9, 2
    for heading in ("group", "samples"):
        for order in (by_date, by_date[::-1]):
            table.locator("thead").get_by_role("button", name=heading).click()
            assert table.locator("tbody th").all_inner_texts() == order


def test_print_has_the_worst_samples_and_the_screen_the_table(show):
    page = show(data({"A": ["a"]}, ["b"]), worst="<p>worst</p>")
    explorer, worst = page.locator("[data-explorer]"), page.locator(".lev-worst")
    assert (explorer.is_visible(), worst.is_visible()) == (True, False)
    page.emulate_media(media="print")
    assert (explorer.is_visible(), worst.is_visible()) == (False, True)


def test_twenty_thousand_samples_are_drawn_page_by_page_and_sorted(show):
    words = " ".join(SPEECH.references).split()
    draw = random.Random(0)
    starts = [draw.randrange(len(words) - 20) for _ in range(20_000)]
    references = [" ".join(words[start : start + 20]) for start in starts]
    page = show(data({"A": [text.replace("the", "a") for text in references]}, references))
    heading = page.locator(".lev-explored thead button").first
    for first in ("1", "20000"):
        heading.click()
        names = page.locator(".lev-explored .lev-opener").all_inner_texts()
        assert (names[0], len(names)) == (first, 25)


def test_a_text_of_twenty_thousand_characters_is_drawn_in_pieces(show):
    target = "abcdefghij" * 2000
    page = show(data({"A": [target.replace("j", "z", 500)]}, [target], "cer"))
    page.locator(".lev-opener").click()
    assert page.locator(".columns > span").count() == 20_000
    assert page.locator(".columns").count() == 50
