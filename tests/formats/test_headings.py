"""The usual names of columns: recognised if there is only one that fits."""

from itertools import permutations

import pytest

from levmetrics.formats.headings import (
    GROUPS,
    IDS,
    NAMES,
    PREDICTIONS,
    REFERENCES,
    guessed,
    is_heading,
)

SIDES = ("prediction", "reference")


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (["audio_filepath", "duration", "text", "pred_text"], ("pred_text", "text")),
        (["audio_filepath", "text", "pred_text", "reference"], ("pred_text", None)),
        (["id", "text"], (None, None)),
        (["Hypothesis", "REF"], ("Hypothesis", "REF")),
        (["hyp", "output", "ref"], (None, "ref")),
        (["認識結果", "正解"], ("認識結果", "正解")),
        (["prediction", "answers"], ("prediction", "answers")),
        (["Expected", "Actual"], ("Actual", "Expected")),
        (["actual", "predicted"], ("predicted", "actual")),
        (["actual", "text"], (None, None)),
        (["gold", "system"], ("system", "gold")),
        (["system", "text"], (None, None)),
        (["ground-truth", "generated"], ("generated", "ground-truth")),
        (["ファイル名", "正解文", "認識結果"], ("認識結果", "正解文")),
        (["正解テキスト", "音声認識結果"], ("音声認識結果", "正解テキスト")),
        (["Truth", "Recognised"], ("Recognised", "Truth")),
        (["question", "answer", "prediction"], ("prediction", "answer")),
        (["id", "Referenz", "Hypothese"], ("Hypothese", "Referenz")),
        (["参考文本", "识别结果"], ("识别结果", "参考文本")),
        (["Référence", "total"], (None, None)),
        (["recognised", "count"], (None, None)),
        (["file", "transcript", "output"], ("output", "transcript")),
        ([], (None, None)),
    ],
)
def test_predictions_and_references_are_recognised(names, found):
    assert (guessed(names, PREDICTIONS), guessed(names, REFERENCES)) == found


@pytest.mark.parametrize(
    "name", ["id", "utt_id", "utterance_id", "audio_filepath", "questionId", "question_id", "key"]
)
def test_ids_are_recognised(name):
    assert guessed(["text", name, "pred_text", "speaker"], IDS) == name


@pytest.mark.parametrize("name", ["speaker", "Speaker_ID", "group", "voice", "document", "話者"])
def test_groups_are_recognised(name):
    assert guessed(["id", "text", name], GROUPS) == name


def test_names_of_one_kind_are_no_names_of_another():
    kinds = [PREDICTIONS, REFERENCES, GROUPS, IDS]
    kinds += [NAMES[f"{one}s_beside_{other}s"] for one, other in permutations(SIDES)]
    names = [name for kind in kinds for name in kind]
    assert len(names) == len(set(names))
    assert all(name == name.lower() and "_" not in name for name in names)


@pytest.mark.parametrize(
    ("row", "is_it"),
    [
        (["ID", "Ref"], True),
        (["x", "書き起こし"], True),
        (["text"], True),
        (["speaker_id", "a"], True),
        (["rain", "shine"], False),
        (["the reference is here"], False),
        ([""], False),
        ([], False),
    ],
)
def test_a_row_with_any_usual_name_is_a_heading(row, is_it):
    assert is_heading(row) == is_it
