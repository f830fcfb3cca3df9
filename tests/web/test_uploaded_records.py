"""Uploaded JSON records: the page's number is that of the shell and of Python on the same files."""

import json

import anls_star
import pytest

import levmetrics as lm
from levmetrics.web.reading.card import column_choices, file_cards
from levmetrics.web.reading.files import guessed_columns
from levmetrics.web.reading.read_as import FileColumn
from tests.shell import scored as run
from tests.web.given import readings, scored, upload

pytestmark = pytest.mark.usefixtures("in_this_process")

ITEMS = [{"name": "tea", "price": "2"}, {"name": "cake", "price": "3.50"}]
REFERENCES = [{"total": "5.50", "items": ITEMS}, {"total": "2", "items": ITEMS[:1]}]
PREDICTIONS = [
    {"total": "5.50", "items": [ITEMS[0], {"name": "cakes", "price": "3"}]},
    {"total": "3", "items": []},
]
FLAT = {"shop": "Kaya", "date": "1 May"}, {"shop": "Kay", "date": "1 May"}
WRITTEN = {  # how the records of a file are written, and how many of them
    "an object in lines": ("json", 1, lambda records: json.dumps(records[0], indent=1)),
    "an object": ("json", 1, lambda records: json.dumps(records[0])),
    "a list": ("json", 2, json.dumps),
    "lines": ("jsonl", 2, lambda records: "".join(f"{json.dumps(one)}\n" for one in records)),
}


@pytest.fixture
def files(tmp_path):
    """Write both sides, and return their paths."""

    def write(references, predictions, suffix="json"):
        paths = [tmp_path / f"{side}.{suffix}" for side in ("ref", "hyp")]
        for path, content in zip(paths, (references, predictions), strict=True):
            path.write_text(content)
        return paths

    return write


def page_score(paths, metric, **columns):
    """Score files as a visitor does who changes nothing that is guessed but these columns."""
    return scored(upload(paths, metric, **columns), metric).systems.first.score


@pytest.mark.parametrize("how", WRITTEN)
@pytest.mark.parametrize("metric", ["record", "donut", "star"])
def test_the_page_scores_whole_records_as_the_shell_and_python_do(files, how, metric):
    suffix, count, write = WRITTEN[how]
    paths = files(write(REFERENCES), write(PREDICTIONS), suffix)
    sides = PREDICTIONS[:count], REFERENCES[:count]
    on_page = page_score(paths, f"anls:{metric}")
    assert on_page == lm.score(*sides, f"anls:{metric}").score
    format_asked = [] if metric != "star" else ["--format", "records"]
    assert on_page in run("anls", *paths, "--config", metric, *format_asked).values()
    if metric == "star":
        peer = [anls_star.anls_score(gt, pred) for pred, gt in zip(*sides, strict=True)]
        assert on_page == pytest.approx(sum(peer) / count)


def test_an_object_of_texts_is_a_record_for_metrics_of_records(files):
    """Two fields, of which one has 1 edit in 4 characters: (0.75 + 1) / 2."""
    paths = files(*map(json.dumps, FLAT))
    assert page_score(paths, "record") == 0.875
    assert lm.score([FLAT[1]], [FLAT[0]], "record").score == 0.875
    shell = run("record", *paths)
    assert (shell["record_anls"], shell["right"], shell["misread"]) == (0.875, 1, 1)


def test_an_object_of_records_as_texts_by_id_is_read_by_its_ids(files):
    texts = [{"u1": json.dumps(one), "u2": json.dumps(other)} for one, other in (FLAT, FLAT[::-1])]
    paths = files(json.dumps(texts[0]), json.dumps(dict(reversed(texts[1].items()))))
    shell = run("record", *paths)
    assert shell["record_anls"] == page_score(paths, "record") == 0.875


def test_columns_that_name_their_sides_are_chosen_and_a_column_may_be(files):
    rows = [{"ref": REFERENCES[0], "hyp": PREDICTIONS[0]}]
    (reading, _) = readings(files(json.dumps(rows), "[]"), "objects")
    assert (reading.keys, reading.choices) == (["ref", "hyp"], ["ref", "hyp", ""])
    assert guessed_columns([reading])["references"] == FileColumn("ref.json", "ref").written()
    paths = files(json.dumps(REFERENCES), json.dumps(PREDICTIONS))
    columns = [FileColumn(path.name, "total").written() for path in paths]
    chosen = {"references_column": columns[0], "systems_column": columns[1]}
    assert page_score(paths, "record", **chosen) == 0.5


@pytest.mark.parametrize(("language", "record"), [("en", "record"), ("ja", "レコード")])
def test_the_record_is_shown_and_can_be_chosen_beside_its_columns(files, language, record):
    paths = files(json.dumps(REFERENCES), json.dumps(PREDICTIONS))
    read = readings(paths, "objects")
    assert [one.format for one in read] == ["records"] * 2
    card = file_cards(language, read[:1])
    assert f">{record}<" in card.replace("\n", "")
    assert "tea" in card
    choices = [said for said, _ in column_choices(language, read[:1])]
    assert choices == [f"ref.json: {record}", "ref.json: total", "ref.json: items"]
    assert readings(paths, "texts")[0].keys == ["total", "items"]  # for metrics of texts, as before


def test_records_have_groups_from_their_fields_and_are_in_order(files):
    """Ids within records are fields; the columns of a file of records go with its objects."""
    records = [{"id": str(n), "kind": "ab"[n % 2], "total": str(n)} for n in range(4)]
    changed = [{**one, "total": "9"} for one in records]
    paths = files(json.dumps(records), json.dumps(changed))
    groups = FileColumn("ref.json", "kind").written()
    shell = run("record", *paths, "--groups", "kind", "--by-order")
    assert page_score(paths, "record", groups_column=groups) == shell["record_anls"]
    assert shell["record_anls"] == pytest.approx(2 / 3)  # of three fields, one is misread


@pytest.mark.parametrize(("suffix", "write"), [each[::2] for each in WRITTEN.values()][2:])
def test_records_with_the_same_ids_in_other_rows_are_matched_by_them(files, suffix, write):
    records = [{"id": f"u{n}", "total": str(n)} for n in range(4)]
    changed = [{**one, "total": "9"} for one in records[::-1]]
    paths = files(write(records), write(changed), suffix)
    assert run("record", *paths)["record_anls"] == page_score(paths, "record") == 0.5
    assert run("record", *paths, "--by-order")["record_anls"] < 0.5
    misread = [{"id": f"u{n}x", "total": str(n)} for n in range(4)]  # the id is a field too
    paths = files(write(records), write(misread), suffix)
    assert run("record", *paths)["record_anls"] == page_score(paths, "record") > 0.5
