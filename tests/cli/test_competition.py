"""``levmetrics competition``: the numbers of the competition's script, as JSON and by question."""

import csv
import json

import pyarrow.parquet as pq
import pytest

from levmetrics import score
from tests import oracles
from tests.shell import run

QUESTIONS = [
    {"questionId": 7, "answers": ["Coca Cola"], "evidence": ["figure"]},
    {"questionId": "q-2", "answers": ["1886", "in 1886"], "evidence": ["table", "figure"]},
    {"questionId": 9, "answers": ["Atlanta"], "evidence": ["table"]},
]
ANSWERS = {7: "CocaCola", "q-2": "1887", 9: "London"}
SCORES = [
    oracles.competition_score(ANSWERS[each["questionId"]], each["answers"], 0.5)
    for each in QUESTIONS
]


@pytest.fixture
def files(tmp_path):
    """The two files of a competition."""
    truth, answers = tmp_path / "truth.json", tmp_path / "answers.json"
    truth.write_text(json.dumps({"data": QUESTIONS}))
    given = [{"questionId": question, "answer": answer} for question, answer in ANSWERS.items()]
    answers.write_text(json.dumps(given[::-1]))
    return truth, answers


def test_json_has_the_scores_of_all_questions_and_of_their_kinds(files):
    found = json.loads(run("competition", *files, "--json").stdout)
    assert found.pop("signature") == score([""], [""], "anls:docvqa").signature()
    assert found == {
        "anls": pytest.approx(sum(SCORES) / 3),
        "samples": 3,
        "kinds": {
            "evidence": {
                "figure": {"anls": pytest.approx(sum(SCORES[:2]) / 2), "samples": 2},
                "table": {"anls": pytest.approx(sum(SCORES[1:]) / 2), "samples": 2},
            }
        },
    }


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_details_have_the_score_of_every_question(files, tmp_path, suffix):
    path = tmp_path / f"details{suffix}"
    run("competition", *files, "--details", path)
    if suffix == ".csv":
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    else:
        rows = pq.read_table(path).to_pylist()
    assert [row["id"] for row in rows] == ["7", "q-2", "9"]
    assert [float(row["anls"]) for row in rows] == pytest.approx(SCORES)
    assert [row["prediction"] for row in rows] == [*ANSWERS.values()]
    assert [row["reference"] for row in rows] == ["Coca Cola", "1886", "Atlanta"]


def test_another_rule_is_refused_by_the_name_of_its_option(files):
    assert (
        "Invalid value for '--rule'" in run("competition", *files, "--rule", "new", status=2).stderr
    )


def test_no_details_are_left_where_scoring_fails(files, tmp_path):
    files[1].write_text("[]")
    run("competition", *files, "--details", tmp_path / "out.csv", status=2)
    assert not (tmp_path / "out.csv").exists()


def test_groups_are_the_labels_of_lists_of_one(files):
    truth, answers = files
    one = [{**question, "evidence": question["evidence"][:1]} for question in QUESTIONS]
    truth.write_text(json.dumps({"data": one}))
    asked = ("score", "docvqa", "-r", truth, "-p", answers, "--groups", "evidence", "--json")
    groups = json.loads(run(*asked).stdout)["groups"]
    assert {label: group["anls"] for label, group in groups.items()} == {
        "figure": pytest.approx(SCORES[0]),
        "table": pytest.approx(sum(SCORES[1:]) / 2),
    }
    kinds = json.loads(run("competition", *files, "--json").stdout)["kinds"]
    assert {label: group["anls"] for label, group in kinds["evidence"].items()} == {
        label: pytest.approx(group["anls"]) for label, group in groups.items()
    }


def test_a_list_of_several_labels_is_refused_with_its_id(files):
    truth, answers = files
    done = run("score", "docvqa", "-r", truth, "-p", answers, "--groups", "evidence", status=2)
    assert (
        "Error: truth.json, evidence, id q-2 is a list of 2 labels; a group needs one label: "
        "give a column of single labels (levmetrics competition" in done.stderr
    )
