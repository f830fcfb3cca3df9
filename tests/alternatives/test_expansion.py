"""Wordings that are compared one by one: beside compounds, and where alternatives touch words."""

import random

import pytest

from levmetrics import InputError, error_counts, score
from tests.alternatives.test_paths import wordings, written
from tests.packages import needs, needs_tokenizer

kaldialign = pytest.importorskip("kaldialign")


def random_reference(draw, depth=1):
    """Return words that may be joined, and lists of alternatives."""
    parts = []
    for _ in range(draw.randint(1, 4)):
        if depth and draw.random() < 0.35:
            parts.append([random_reference(draw, depth - 1) for _ in range(draw.randint(2, 3))])
        else:
            parts.append(draw.choice(["a", "b", "ab", "c"]))
    return parts


def test_with_compounds_the_errors_are_kaldialigns_fewest_of_all_wordings():
    draw = random.Random(7)
    references = [random_reference(draw) for _ in range(300)]
    preds = [draw.choices(["a", "b", "ab", "abc", "c"], k=draw.randint(0, 5)) for _ in references]
    counts = error_counts(
        [" ".join(words) for words in preds],
        [written(parts, "braces") for parts in references],
        alternatives="braces",
        compounds="merge",
    )
    for i, (pred, parts) in enumerate(zip(preds, references, strict=True)):
        distances = {
            each: kaldialign.edit_distance(each, pred, merge_compounds=True)["total"]
            for each in wordings(parts)
        }
        lowest = min(distances.values())
        longest = max(len(each) for each, distance in distances.items() if distance == lowest)
        assert (counts.errors[i], counts.reference_length[i]) == (lowest, longest), i


@pytest.mark.parametrize(
    ("pred", "target", "options"),
    [
        ("highschool", "{ high / @ } school", {"alternatives": "braces", "compounds": "merge"}),
        ("ab", "c", {"equivalences": {"c": "a b"}, "compounds": "merge"}),
        ("haustür da", "{ haus tür / x } da", {"alternatives": "braces", "compounds": "join"}),
        ("東京都", "東京都", {"equivalences": {"京都": "きょうと"}}),
        ("東きょうと", "東京都", {"equivalences": {"京都": "きょうと"}}),
        ("あう", "[あ|い]う", {"alternatives": "brackets"}),
        ("สวัสดีค่ะ", "สวัสดี[ครับ|ค่ะ]", {"alternatives": "brackets"}),
        ("人口 東京に", "人口 [東|西][京|都]に", {"alternatives": "brackets"}),
        ("x ac", "x [a|b][c|d]", {"alternatives": "brackets"}),
    ],
)  # fmt: skip
def test_what_is_one_of_the_wordings_is_right(pred, target, options, kernel):
    assert error_counts(pred, target, **options).errors.sum() == 0


@needs_tokenizer("mecab")
def test_a_wording_is_split_into_words_as_a_whole():
    counts = error_counts(
        ["東京都に", "ラーメンがたべたい"],
        ["[東|西]京都に", "ラーメンが[食べ|たべ]たい"],
        tokenizer="mecab",
        alternatives="brackets",
    )
    assert counts.errors.tolist() == [0, 0]
    assert counts.reference_length.tolist() == [3, 4]


@needs("whisper_normalizer")
def test_every_system_is_compared_with_the_wordings_nearest_to_it():
    equivalences = {"college": "high school"}
    for heard in ("highschool", "college"):
        assert (
            score([heard], ["college"], "openasr", equivalences=equivalences).result()["wer"] == 0
        )


def test_too_many_wordings_are_refused_with_their_reference():
    target = [["a", "(b)"], [" ".join(["(uh)"] * 10)]]
    with pytest.raises(
        InputError, match=r"^references\[1\]\[0\] stands for more than 1,000 wordings"
    ):
        error_counts(["", ""], target, alternatives="braces", compounds="merge")
    assert error_counts(["", ""], target, alternatives="braces").errors.tolist() == [0, 0]


def test_left_out_words_count_in_each_of_their_references():
    counts = error_counts(
        ["b", "uh b"], ["(uh) b (um)"] * 2, alternatives="braces", compounds="merge"
    )
    assert counts.hits.tolist() == [3, 3]
