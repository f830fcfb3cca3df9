"""The competition's files: read, checked against each other, and broken down as its script does."""

import json

import numpy as np
import pytest

from levmetrics import InputError, score
from levmetrics.formats.competition import Average, read_submission
from tests.shell import shell

QUESTIONS = [
    {
        "questionId": 11,
        "question": "Who sells it?",
        "answers": ["Coca Cola", "Coca Cola Company"],
        "answer_type": ["image span"],
        "evidence": ["figure", "map"],
        "operation/reasoning": [],
    },
    {
        "questionId": "12",
        "question": "Since when?",
        "answers": ["1886"],
        "answer_type": ["non span"],
        "evidence": ["figure"],
        "operation/reasoning": ["counting"],
    },
]
ANSWERS = [{"questionId": 12, "answer": "1887"}, {"questionId": "11", "answer": "CocaCola"}]


@pytest.fixture
def files(tmp_path):
    def write(questions=QUESTIONS, answers=ANSWERS, ground_truth=None):
        paths = tmp_path / "gt.json", tmp_path / "answers.json"
        whole = ground_truth or {"dataset_name": "docvqa", "data": questions}
        paths[0].write_text(json.dumps(whole), encoding="utf-8")
        paths[1].write_text(json.dumps(answers), encoding="utf-8")
        return paths

    return write


def test_answers_are_put_beside_their_questions(files):
    read = read_submission(*files())
    assert read.question_ids == [11, 12]
    assert read.predictions == ["CocaCola", "1887"]
    assert read.references == [["Coca Cola", "Coca Cola Company"], ["1886"]]
    run = score(read.predictions, read.references, "anls:docvqa")
    assert run.result()["anls"] == pytest.approx((8 / 9 + 0.75) / 2)


def test_a_question_counts_for_each_of_its_labels(files):
    read = read_submission(*files())
    assert read.breakdowns(np.array([0.9, 0.5])) == {
        "answer_type": {"image span": Average(0.9, 1), "non span": Average(0.5, 1)},
        "evidence": {"figure": Average(0.7, 2), "map": Average(0.9, 1)},
        "operation/reasoning": {"counting": Average(0.5, 1)},
    }


def test_question_types_of_single_page_docvqa_are_labels(files):
    bare = [{"questionId": 1, "answers": ["a"], "question_types": ["form", "handwritten"]}]
    read = read_submission(*files(bare, [{"questionId": 1, "answer": "a"}]))
    assert read.labels == {"question_types": [["form", "handwritten"]]}


def test_a_ground_truth_without_labels_has_no_breakdowns(files):
    bare = [{"questionId": 1, "answers": ["a"]}]
    assert read_submission(*files(bare, [{"questionId": 1, "answer": "a"}])).labels == {}


def test_breakdowns_are_the_ones_of_the_package_anls(files):
    evaluation = pytest.importorskip("anls.evaluation")
    rng = np.random.default_rng(0)
    kinds = evaluation.evaluate_json.__globals__
    questions = [
        {
            "questionId": i,
            "question": "?",
            "answers": ["abcd"],
            "answer_type": [rng.choice([*kinds["ANSWER_TYPES"]])],
            "evidence": rng.choice([*kinds["EVIDENCE_TYPES"]], 2, replace=False).tolist(),
            "operation/reasoning": [rng.choice([*kinds["REASONING_REQUIREMENTS"]])],
        }
        for i in range(100)
    ]
    answers = [{"questionId": i, "answer": rng.choice(["abcd", "abcx", "x"])} for i in range(100)]
    peer = evaluation.evaluate_json({"data": questions}, answers, True, 0.5)
    read = read_submission(*files(questions, answers))
    scores = score(read.predictions, read.references, "anls:stvqa").sample_scores()
    assert scores.mean() == pytest.approx(peer.result.score)
    for ours, theirs, names in (
        ("answer_type", peer.scores_by_types.answer_types, "ANSWER_TYPES"),
        ("evidence", peer.scores_by_types.evidence_types, "EVIDENCE_TYPES"),
        ("operation/reasoning", peer.scores_by_types.operation_types, "REASONING_REQUIREMENTS"),
    ):
        found = {
            kinds[names][label]: average.score
            for label, average in read.breakdowns(scores)[ours].items()
        }
        assert found == pytest.approx(theirs)


def question(**changes):
    return [{**QUESTIONS[0], **changes}, QUESTIONS[1]]


def answer(**changes):
    return [{**ANSWERS[0], **changes}, ANSWERS[1]]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"answers": ANSWERS[:1]}, "answers.json has no answer to questionId 11; give one for"),
        (
            {"answers": [], "questions": [{"questionId": i, "answers": ["a"]} for i in range(12)]},
            "answers.json has no answer to questionId 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more;",
        ),
        (
            {"answers": [*ANSWERS, {"questionId": 13, "answer": "x"}]},
            "answers.json answers questionId 13; ",
        ),
        (
            {"answers": [*ANSWERS, {"questionId": "12", "answer": "x"}]},
            "answers.json has more than one entry for questionId 12; give one for each question",
        ),
        (
            {"questions": [*QUESTIONS, QUESTIONS[0]]},
            "gt.json has more than one entry for questionId 11; give one for each question",
        ),
        ({"answers": {}}, "answers.json has an entry of type dict where a list is expected"),
        ({"ground_truth": [1]}, 'gt.json has no "data"; a ground truth is an object whose'),
        ({"ground_truth": {"data": {"a": 1}}}, "gt.json has an entry of type dict where a list"),
        ({"ground_truth": {"data": []}}, "gt.json is empty; it must be a list of questions"),
        (
            {"answers": answer(answer=["1886"])},
            "answers.json: the answer to questionId 12 is a list; it must be a string",
        ),
        (
            {"answers": answer(answer="\ud800")},
            "answers.json: a text of questionId 12 has half of a surrogate pair; it must be valid",
        ),
        (
            {"answers": [*ANSWERS, {"questionId": "\x1b[31m\n", "answer": "x"}]},
            "answers.json answers questionId ⟨1B⟩[31m⟨0A⟩; ",
        ),
        ({"answers": [{}]}, 'answers.json: entry 0 has no "questionId"; every entry needs one'),
        ({"answers": ["x"]}, 'answers.json: entry 0 has no "questionId"; every entry needs one'),
        (
            {"answers": [{"questionId": 1.5}]},
            "answers.json: entry 0 has the questionId 1.5; it must be a whole number or a string",
        ),
        (
            {"answers": answer(answer=1886)},
            "answers.json: the answer to questionId 12 is of type int; it must be a string",
        ),
        (
            {"answers": answer(answer=None)},
            "answers.json: the answer to questionId 12 is missing; it must be a string",
        ),
        (
            {"questions": question(answers=[])},
            "gt.json: the answers of questionId 11 are empty; they must be a list of at least one",
        ),
        (
            {"questions": question(answers=["a", None])},
            "gt.json: the answers of questionId 11 are a list with None in it; they must be a list",
        ),
        (
            {"questions": question(evidence="figure")},
            "gt.json: evidence of questionId 11 is of type str; it must be a list of strings",
        ),
        (
            {"questions": question(evidence="")},
            "gt.json: evidence of questionId 11 is of type str; it must be a list of strings",
        ),
        (
            {"questions": question(evidence=False)},
            "gt.json: evidence of questionId 11 is of type bool; it must be a list of strings",
        ),
    ],
)
def test_what_is_wrong_with_the_files_is_named(files, changes, message):
    with pytest.raises(InputError) as caught:
        read_submission(*files(**changes))
    assert f"/{message}" in str(caught.value)


def test_ids_of_other_digits_and_long_ones_are_ids_of_their_own(files):
    ids = ["٣", "007", "7" * 5000]
    questions = [{"questionId": i, "answers": ["a"], "answer_type": None} for i in [3, *ids[::2]]]
    answers = [{"questionId": i, "answer": "a"} for i in ["3", *ids[::2]]]
    assert read_submission(*files(questions, answers)).question_ids == [3, *ids[::2]]


def test_a_byte_order_mark_is_no_matter(files):
    ground_truth, submission = files()
    submission.write_bytes(b"\xef\xbb\xbf" + submission.read_bytes())
    assert len(read_submission(ground_truth, submission).predictions) == 2


def test_a_file_that_is_no_json_is_named(files):
    ground_truth, submission = files()
    submission.write_bytes(b"\xff[")
    with pytest.raises(InputError, match=r"answers\.json is not a UTF-8 file of JSON: "):
        read_submission(ground_truth, submission)
    submission.write_text("[" * 200_000)
    with pytest.raises(InputError, match=r"answers\.json is not a UTF-8 file of JSON: "):
        read_submission(ground_truth, submission)


def test_the_command_prints_scores_by_kind_and_how_they_came_about(files):
    done = shell("competition", *files())
    assert done.exit_code == 0
    rows = [line.split() for line in done.output.splitlines() if line.strip()]
    assert ["all", "2", "81.94", "%"] in rows
    assert ["image", "span", "1", "88.89", "%"] in rows
    assert rows[-1][0].startswith("metric:anls:docvqa|")
    assert "rule:docvqa" in rows[-1][0]


def test_the_command_says_in_one_sentence_what_is_wrong(files):
    done = shell("competition", *files(answers=[]))
    assert done.exit_code == 2
    assert "has no answer to questionId 11, 12; give one for every question" in done.output
    assert "Traceback" not in done.output


def test_score_reads_both_files_too_and_gives_the_same_number(files):
    ground_truth, answers = files()
    read = read_submission(ground_truth, answers)
    expected = score(read.predictions, read.references, "anls:docvqa").result()["anls"]
    for indent in (None, 2):  # as one line it may be JSON lines
        ground_truth.write_text(json.dumps(json.loads(ground_truth.read_text()), indent=indent))
        command = ["score", "anls:docvqa", "-r", str(ground_truth), "-p", str(answers), "--json"]
        done = shell(*command)
        assert done.exit_code == 0, done.stderr
        assert json.loads(done.stdout)["anls"] == expected
