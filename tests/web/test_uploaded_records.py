"""Uploaded JSON records: the page's number is that of the shell and of Python on the same files."""

import json

import anls_star
import pytest

import levmetrics as lm
from levmetrics import InputError
from levmetrics.web.reading.card import column_choices, file_cards
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
FLAT = '{"shop": "Kaya", "date": "1 May"}', '{"shop": "Kay", "date": "1 May"}'
WRITTEN = {  # how the records of a file are written, and how many of them
    "an object in lines": ("json", 1, lambda records: json.dumps(records[0], indent=1)),
    "an object": ("json", 1, lambda records: json.dumps(records[0])),
    "a list": ("json", 2, json.dumps),
    "lines": ("jsonl", 2, lambda records: "".join(f"{json.dumps(one)}\n" for one in records)),
}


@pytest.fixture
def files(written):
    """Writes both sides, and returns their paths."""
    return lambda references, predictions, suffix="json": [
        *written(**{f"ref_{suffix}": references, f"hyp_{suffix}": predictions}).values()
    ]


def page_score(paths, metric="record", **columns):
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


def test_an_object_is_a_record_of_its_fields_or_has_records_as_texts_by_id(files):
    """Two fields, of which one has 1 edit in 4 characters: (0.75 + 1) / 2."""
    paths = files(*FLAT)
    assert page_score(paths) == run("record", *paths)["record_anls"] == 0.875
    by_id = {"u1": FLAT[0], "u2": FLAT[1]}, {"u2": FLAT[0], "u1": FLAT[1]}
    paths = files(*map(json.dumps, by_id))
    assert page_score(paths) == run("record", *paths)["record_anls"] == 0.875


def test_columns_that_name_their_sides_are_chosen_and_a_column_may_be(files):
    rows = [{"ref": REFERENCES[0], "hyp": PREDICTIONS[0]}, {"ref": ["x", "y"], "hyp": "no answer"}]
    both, _ = files(json.dumps(rows), "[]")
    (reading,) = readings([both], "objects")
    assert (reading.keys, reading.choices) == (["ref", "hyp"], ["ref", "hyp", ""])
    given = upload([both], "record")
    assert given.references == [json.dumps(REFERENCES[0]), ["x", "y"]]
    assert given.predictions["prediction"] == [json.dumps(PREDICTIONS[0]), "no answer"]
    with pytest.raises(InputError, match="row 1 is an object; every sample needs a text"):
        upload([both])
    paths = files(json.dumps(REFERENCES), json.dumps(PREDICTIONS))
    columns = [FileColumn(path.name, "total").written() for path in paths]
    assert page_score(paths, references_column=columns[0], systems_column=columns[1]) == 0.5


def test_the_record_is_shown_and_can_be_chosen_beside_its_columns(files):
    read = readings(files(json.dumps(REFERENCES), "[]")[:1], "objects")
    assert ">record<" in file_cards("en", read).replace("\n", "")
    choices = [said for said, _ in column_choices("ja", read)]
    assert choices == ["ref.json: レコード", "ref.json: total", "ref.json: items"]


def test_records_have_groups_from_their_fields_and_are_matched_by_ids_or_in_order(files):
    records = [{"id": f"u{n}", "kind": "ab"[n % 2], "total": str(n)} for n in range(4)]
    changed = [{**one, "total": "9"} for one in records]
    paths = files(json.dumps(records), json.dumps(changed[::-1]))
    groups = FileColumn("ref.json", "kind").written()
    shell = run("record", *paths, "--groups", "kind")
    assert page_score(paths, groups_column=groups) == shell["record_anls"] == pytest.approx(2 / 3)
    misread = [{**one, "id": f"{one['id']}x"} for one in records]  # the id is a field too
    paths = files(json.dumps(records), json.dumps(misread))
    assert run("record", *paths)["record_anls"] == page_score(paths) > 0.75
