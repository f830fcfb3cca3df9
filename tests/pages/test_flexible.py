"""Flexible errors are those of the paper's figures, and of a second, plain reading of the rule.

Every test runs with both kernels.
"""

import itertools
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levmetrics.edits import library
from levmetrics.errors import InputError
from levmetrics.pages.flexible import COMBINATIONS, Flexible, _errors, flexible_errors
from levmetrics.system.work import watched
from tests.oracles import edit_distance, mutated

GRID = [*itertools.product((15, 20, 25, 30), range(0, 22, 3), range(4), range(6))]
NO_LIMIT = 1_000_000
# Each has blanks; the last ones: no-break and ideographic spaces, which are not stripped, and a tab
ALPHABETS = [
    "ab ",
    "abcdefgh ijk",
    "あい漢字、ア ",
    "ابت ث،",
    "e\u0301a\u0308\u0323 ",
    "😀👩\u200d\U0010ffff a",
    "a\u00a0\u3000\t b",
]


@pytest.fixture(scope="module", params=["compiled", "portable"], autouse=True)
def kernel(request):
    if request.param == "compiled" and library.compiled_kernel() is None:
        pytest.skip("the compiled kernel is not installed")
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "portable":
            patch.setattr(library, "compiled_kernel", lambda: None)
        yield request.param


def plain_match(one, other):
    """Return the distance, the difference of lengths, the offset, the length, the position."""
    short, long = sorted((one, other), key=len)
    difference = len(long) - len(short)
    if difference == 0:
        return edit_distance(one, other), 0, 0, len(short), 0
    distance, position = None, None
    for start in range(difference + 1):
        window = long[start : start + len(short) - 1]
        here = edit_distance(short, window)
        if distance is None or here < distance:
            distance, position = here, start
    offset = 0
    if difference > 1:
        offset = difference // 2 - abs(position - difference // 2)
    return distance, difference, offset, len(short), position


def plain_rest(line, position, length):
    left = line[: position - 1] if position > 0 else ""
    stripped = [
        part.strip("".join(map(chr, range(33)))) for part in (left, line[position + length :])
    ]
    return [part for part in stripped if part]


def plain_errors(reference, prediction, coefficients, known):
    """Match lines one pair after the other, by one combination of coefficients."""
    reference, prediction = sorted(reference, key=len, reverse=True), [*prediction]
    by_distance, by_difference, by_offset, by_length = coefficients
    errors = 0
    while reference and prediction:
        lowest = None
        for i, line in enumerate(reference):
            for j, predicted in enumerate(prediction):
                if (line, predicted) not in known:
                    known[line, predicted] = plain_match(line, predicted)
                distance, difference, offset, length, position = known[line, predicted]
                penalty = distance * by_distance + difference * by_difference
                penalty += offset * by_offset - length * by_length
                if lowest is None or penalty < lowest:
                    lowest, best = penalty, (i, j, distance, position)
        i, j, distance, position = best
        line, predicted = reference.pop(i), prediction.pop(j)
        errors += distance
        if len(line) > len(predicted):
            reference += plain_rest(line, position, len(predicted))
        elif len(predicted) > len(line):
            prediction += plain_rest(predicted, position, len(line))
        reference.sort(key=len, reverse=True)
    return errors + sum(map(len, reference + prediction))


def plain_flexible_errors(reference, prediction, grid=GRID):
    lines = [[line for line in text.split("\n") if line] for text in (reference, prediction)]
    known = {}
    conventional = edit_distance("".join(lines[0]), "".join(lines[1]))
    return min([conventional, *(plain_errors(*lines, each, known) for each in grid)])


def random_page(rng, alphabet):
    lines = range(rng.randint(0, 5))
    longest = rng.choice([3, 9, 16])
    return "\n".join("".join(rng.choices(alphabet, k=rng.randint(0, longest))) for _ in lines)


def random_pages(seed, count):
    """References with predictions: other pages, or errors, and often other orders of the lines."""
    rng = random.Random(seed)
    for _ in range(count):
        alphabet = rng.choice(ALPHABETS)
        reference = random_page(rng, alphabet)
        prediction = random_page(rng, alphabet)
        if rng.random() < 0.6:
            prediction = "".join(mutated(rng, reference, alphabet + "\n"))
        if rng.random() < 0.4:
            lines = prediction.split("\n")
            rng.shuffle(lines)
            prediction = "\n".join(lines)
        yield reference, prediction


def accuracy(reference, prediction):
    errors = flexible_errors(reference, prediction)
    return max(0, 1 - errors.errors / errors.reference_length)


FIGURE_3 = '"I have\nno special\ntalent.\nI am only\npassionately\ncurious."\nAlbert\nEinstein'


@pytest.mark.parametrize(
    "prediction",
    [
        '1 hav\nnospecial\ntalents.\nI am one\npassionate\ncuriousity."\nAlberto\nEmstein',
        '1 hav\nnospecial\ntalents. Alberto\nI am one Emstein\npassionate\ncuriousity."',
        'Alberto\nEmstein\n1 hav\nnospecial\ntalents.\nI am one\npassionate\ncuriousity."',
    ],
)
def test_figure_3(prediction):
    errors = flexible_errors(FIGURE_3, prediction)
    assert errors[:2] == (15, 68)
    assert accuracy(FIGURE_3, prediction) == pytest.approx(0.779, abs=0.0005)


TWO_LINES = "Eight happy frogs scuba dived\nJenny chick flaps white wings"
COLUMNS = "Eight happy frogs\nscuba dived\nJenny chick flaps\nwhite wings"


@pytest.mark.parametrize(
    ("reference", "prediction", "expected"),
    [
        pytest.param(TWO_LINES, TWO_LINES, 1, id="A: no errors"),
        pytest.param(
            TWO_LINES,
            "Jenny chick flaps white wings\nEight happy frogs scuba dived",
            1,
            id="B: other order",
        ),
        pytest.param(
            COLUMNS,
            "Eight happy frogs Jenny chick flaps\nscuba dived white wings",
            0.964,
            id="C: merged columns",
        ),
        pytest.param(
            TWO_LINES,
            "Eight happy frogs\nJenny chick flaps\nscuba dived\nwhite wings",
            0.966,
            id="D: too many lines",
        ),
        pytest.param(TWO_LINES, "Eight happy frogs scuba dived", 0.5, id="E: second missing"),
        pytest.param(TWO_LINES, "Jenny chick flaps white wings", 0.5, id="E: first missing"),
        pytest.param(TWO_LINES, "", 0, id="F: all missing"),
        pytest.param(
            "Eight happy frogs scuba dived",
            "Eight happy frogs scuba dived\nJenny chick",
            0.621,
            id="G: added",
        ),
    ],
)
def test_figure_4(reference, prediction, expected):
    assert accuracy(reference, prediction) == pytest.approx(expected, abs=0.0005)


def test_combinations_are_those_of_the_authors():
    assert COMBINATIONS.shape == (768, 4)
    assert (np.abs(COMBINATIONS) == GRID).all()


@pytest.mark.parametrize("seed", range(8))
def test_every_combination_equals_the_plain_reading(seed):
    rng = random.Random(seed)
    for reference, prediction in random_pages(seed, 100):
        lines = [[line for line in text.split("\n") if line] for text in (reference, prediction)]
        some = rng.sample(range(len(GRID)), 20)
        known = {}
        expected = [plain_errors(*lines, GRID[index], known) for index in some]
        assert _errors(*lines, COMBINATIONS[some], NO_LIMIT).tolist() == expected


def test_errors_equal_the_plain_reading_of_all_combinations():
    for reference, prediction in random_pages(7, 40):
        errors = flexible_errors(reference, prediction)
        assert errors.errors == plain_flexible_errors(reference, prediction)


@pytest.mark.parametrize("seed", range(3))
def test_lines_of_more_than_64_characters_equal_the_plain_reading(seed):
    rng = random.Random(seed)
    lines = [
        ["".join(rng.choices("abc ", k=rng.choice([4, 64, 65, 68, 132]))) for _ in range(3)]
        for _ in range(2)
    ]
    lines[1][0] = "".join(mutated(rng, lines[0][0], "abc "))
    known = {}
    expected = [plain_errors(*lines, coefficients, known) for coefficients in GRID[::97]]
    assert _errors(*lines, COMBINATIONS[::97], NO_LIMIT).tolist() == expected


def test_limit_gives_up_combinations_with_as_many_errors():
    for reference, prediction in random_pages(8, 40):
        lines = [[line for line in text.split("\n") if line] for text in (reference, prediction)]
        errors = _errors(*lines, COMBINATIONS[::31], NO_LIMIT)
        limit = int(np.median(errors))
        limited = _errors(*lines, COMBINATIONS[::31], limit)
        assert limited.tolist() == np.minimum(errors, limit).tolist()


def test_blocks_of_penalties_and_windows_change_nothing(monkeypatch):
    pages = [*random_pages(9, 20)]
    expected = [flexible_errors(*page) for page in pages]
    monkeypatch.setattr("levmetrics.pages.flexible._PENALTIES", 1)
    monkeypatch.setattr("levmetrics.pages.flexible._WINDOWED", 20)
    assert [flexible_errors(*page) for page in pages] == expected


TEXTS = st.text(alphabet="aあ\u0301😀 \n", max_size=25)


@given(TEXTS, TEXTS)
@settings(max_examples=60, deadline=None)
def test_errors_are_at_most_the_distance_without_line_breaks(reference, prediction):
    errors = flexible_errors(reference, prediction)
    texts = [text.replace("\n", "") for text in (reference, prediction)]
    assert errors.errors <= edit_distance(*texts)
    assert errors[1:] == tuple(map(len, texts))


@given(st.lists(st.text("ab あ", min_size=1, max_size=8), max_size=6), st.randoms())
@settings(max_examples=60, deadline=None)
def test_correct_lines_in_any_order_have_no_errors(lines, rng):
    shuffled = rng.sample(lines, len(lines))
    assert flexible_errors("\n".join(lines), "\n".join(shuffled)).errors == 0


def test_empty_sides():
    assert flexible_errors("", "") == Flexible(0, 0, 0)
    assert flexible_errors("\n\r\n", "\n") == Flexible(0, 0, 0)
    assert flexible_errors("ab\ncde", "") == Flexible(5, 5, 0)
    assert flexible_errors("", "ab\ncde") == Flexible(5, 0, 5)


def test_line_breaks_of_both_kinds_are_no_characters():
    assert flexible_errors("ab\r\n\r\ncd\r\n", "cd\nab") == Flexible(0, 4, 4)


def test_code_points_are_counted():
    """Java's UTF-16 units would make each emoji two characters, and this 2 errors of 4."""
    assert flexible_errors("😀😀", "😀a") == Flexible(1, 2, 2)


@pytest.mark.parametrize(
    ("reference", "prediction", "expected"),
    [
        # "abcd" is compared with "abc": 1 error. What is left is "efgh".
        ("abcdefgh\nx", "x\nabcd\nefgh", 1),
        # "efgh" and "abcd" have equal penalties, and the first one is matched: with "efg", 1 error.
        # "d" is dropped: "abc" is left. "abcd" has 1 error with it, by "ab", and 1 by its own "d".
        ("abcdefgh", "efgh\nabcd", 3),
        # Of either line "ab" is compared with nothing but "a": 1 error each. No blank is an error.
        ("ab  \n  ab", "x\nab\nab", 3),
        # A no-break space, which is not stripped, is.
        ("ab\u00a0\u00a0\n  ab", "x\nab\nab", 4),
    ],
)
def test_errors_computed_by_hand(reference, prediction, expected):
    assert flexible_errors(reference, prediction).errors == expected


def test_time_limit_ends_long_work():
    rng = random.Random(1)
    pages = ["\n".join("".join(rng.choices("abcdef ", k=60)) for _ in range(400)) for _ in range(2)]
    with watched(timeout=0.05), pytest.raises(TimeoutError):
        flexible_errors(*pages)


def test_pages_that_would_take_minutes_are_refused_by_both_kernels_alike(monkeypatch):
    rng = random.Random(3)
    page, other = ("\n".join("".join(rng.choices("abcd ", k=9)) for _ in range(6)) for _ in "ab")
    for most, are_enough in ((467, False), (468, True)):
        monkeypatch.setattr("levmetrics.pages.flexible._STEPS", most)
        if are_enough:
            assert flexible_errors(page, other).errors
        else:
            with pytest.raises(InputError, match=r"54 characters .* page:order or page:bag"):
                flexible_errors(page, other)
