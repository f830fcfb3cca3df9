"""The order of the blocks of a page: examples, brute force and properties."""

import random
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from levmetrics.edits import library
from levmetrics.pages import order
from levmetrics.pages.order import Block, reordered
from levmetrics.system.work import watched

distance = Levenshtein.distance
LETTERS = "etaoinshrdlucmfwygpbvk"


def lines_of(seed, count, length=40):
    """Return lines of random words."""
    rng = random.Random(seed)
    words = ["".join(rng.choices(LETTERS, k=rng.randint(2, 9))) for _ in range(count * length)]
    lines = []
    for _ in range(count):
        line = words.pop()
        while len(line) < length:
            line += " " + words.pop()
        lines.append(line)
    return lines


def noisy(text, rate, seed=0):
    """Return a text with characters replaced, put in and left out, but no line ends."""
    rng = random.Random(seed)
    return "".join(
        rng.choice(["", c + "x", "z"]) if c != "\n" and rng.random() < rate else c for c in text
    )


def columns(count, lines):
    """Return columns of lines, the page by columns, and the page across them, as rows."""
    found = [lines_of(seed, lines) for seed in range(count)]
    page = "\n".join(line for column in found for line in column)
    return found, page, [*zip(*found, strict=True)]


def text_of(reference, prediction):
    found = reordered(reference, prediction)
    return prediction if found is None else found.text


# ---------------------------------------------------------------------------------------------
# Pages
# ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [2, 3])
def test_columns_read_across_line_by_line_are_in_order_again(count):
    _, page, rows = columns(count, 20)
    assert text_of(page, "\n".join(line for row in rows for line in row)) == page


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("between", [" ", "    ", "\t"])
def test_rows_that_the_prediction_joins_are_lines_again(kernel, count, between):
    _, page, rows = columns(count, 20)
    assert text_of(page, "\n".join(map(between.join, rows))) == page


@pytest.mark.parametrize("count", [2, 3])
def test_rows_that_the_reference_joins_are_rows_again(kernel, count):
    _, page, rows = columns(count, 20)
    reference = "\n".join(map(" ".join, rows))
    assert distance(reference, text_of(reference, page)) <= len(rows)


def test_a_wrong_word_costs_what_it_costs(kernel):
    found, page, _ = columns(2, 20)
    wrong = found[0][7].split()
    errors = distance(wrong[1], "qqq")
    found[0][7] = " ".join([wrong[0], "qqq", *wrong[2:]])
    rows = [*zip(*found, strict=True)]
    for joint in ("\n", " "):
        text = text_of(page, "\n".join(map(joint.join, rows)))
        assert distance(page, text) == errors


@pytest.mark.parametrize("seed", range(5))
def test_errors_in_the_right_order_are_none_of_the_order(kernel, seed):
    page = "\n".join(lines_of(seed, 40))
    prediction = noisy(page, 0.02, seed)
    assert distance(page, prediction) - distance(page, text_of(page, prediction)) <= 1


def test_a_page_on_one_line_is_cut_into_paragraphs(kernel):
    paragraphs = [" ".join(lines_of(seed, 5)) for seed in range(4)]
    page = "\n".join(paragraphs)
    prediction = " ".join(paragraphs[i] for i in (2, 0, 3, 1))
    assert text_of(page, prediction) == page
    # And the other way round.
    assert text_of(prediction, page) == prediction


def test_without_line_ends_on_either_side_there_are_no_blocks():
    assert reordered("one two", "two one") is None


def test_scripts_without_spaces_are_cut_too(kernel):
    left = ["吾輩は猫である", "名前はまだ無い", "どこで生れたか"]
    right = ["とんと見当がつかぬ", "何でも薄暗いじめじめ", "した所でニャーニャー"]
    page = "\n".join([*left, *right])
    rows = "\n".join(a + b for a, b in zip(left, right, strict=True))
    assert text_of(page, rows) == page
    assert text_of(rows, page) == rows


def test_right_to_left_text_is_cut_as_it_is_written(kernel):
    right = ["السلام عليكم ورحمة", "الكتاب على الطاولة", "ذهب الولد إلى المدرسة"]
    left = ["قرأت القصة أمس", "الشمس مشرقة اليوم", "نحب القهوة العربية"]
    page = "\n".join([*right, *left])
    rows = "\n".join(f"{a} {b}" for a, b in zip(right, left, strict=True))
    assert text_of(page, rows) == page


def test_blocks_that_moved_and_lines_that_are_split(kernel):
    lines = lines_of(1, 12)
    page = "\n".join(lines)
    moved = [*lines[8:], *lines[:8]]
    moved[2] = moved[2][:15] + "-\n" + moved[2][15:]
    moved[7] = moved[7][:20] + "\n" + moved[7][20:]
    text = text_of(page, "\n".join(moved))
    assert distance(page, text) == 3


def test_empty_lines_stay_where_a_block_is_whole():
    page = "a heading\n\nthe first block\n\nis here\nand there"
    prediction = "is here\nand there\na heading\n\n\nthe first block\n"
    assert text_of(page, prediction) == "a heading\n\n\nthe first block\n\nis here\nand there\n"


def test_line_ends_of_windows_end_lines():
    assert text_of("one\r\ntwo\r\nthree", "three\r\none\r\ntwo") == "one\r\ntwo\r\nthree"


@pytest.mark.parametrize(
    ("reference", "prediction"),
    [("", ""), ("", "a\nb"), ("a\nb", ""), (" \n\n", "a"), ("a", "\n \n"), ("a\nb", "a\nb")],
)
def test_empty_and_equal_sides_have_no_other_order(kernel, reference, prediction):
    assert reordered(reference, prediction) is None


def test_sides_of_very_different_numbers_of_lines(kernel):
    lines = lines_of(3, 60)
    few = [lines[40], lines[3], lines[22]]
    assert text_of("\n".join(lines), "\n".join(few)) == "\n".join([few[1], few[2], few[0]])
    text = text_of("\n".join(few), "\n".join(lines))
    assert distance("\n".join(few), text) == len(text) - len("\n".join(few))


def test_an_unmatched_line_stays_behind_the_one_that_it_follows():
    page = "\n".join(["alpha beta", "gamma delta", "epsilon"])
    prediction = "\n".join(["epsilon", "1", "alpha beta", "gamma delta"])
    assert text_of(page, prediction) == "\n".join(["alpha beta", "gamma delta", "epsilon", "1"])


# ---------------------------------------------------------------------------------------------
# Copies of a line, and blocks
# ---------------------------------------------------------------------------------------------


def test_copies_of_a_line_go_with_their_neighbours():
    # Of three rules, the prediction has two; each stays beneath the block that it is beneath.
    page = "one\n--\ntwo\n--\nthree\n--"
    found = reordered(page, "three\n--\none\ntwo\n--")
    assert found.text == "one\ntwo\n--\nthree\n--"
    assert found.blocks == [Block(0, 8, 14, 22), Block(9, 19, 0, 13)]


def test_copies_alone_do_not_change_the_order():
    assert reordered("a\n--\nb\n--\nc\n--", "a\nb\n--\nc\n--") is None


def test_blocks_are_parts_of_both_texts_and_all_that_they_have():
    page = "left one\nleft two\nright one\nright two"
    found = reordered(page, "left one right one\nleft two right two")
    assert found.blocks == [
        Block(0, 8, 0, 8),
        Block(9, 18, 18, 27),
        Block(19, 27, 9, 17),
        Block(28, 37, 28, 37),
    ]


def test_a_block_without_a_partner_is_assigned_to_nothing():
    page = "first line of it\nsecond line of it"
    found = reordered(page, "7\nsecond line of it\nfirst line of it")
    assert found.text == "7\nfirst line of it\nsecond line of it"
    assert found.blocks == [Block(0, 1, 0, 0), Block(2, 19, 17, 34), Block(20, 36, 0, 16)]


# ---------------------------------------------------------------------------------------------
# Brute force and properties
# ---------------------------------------------------------------------------------------------


def least_cost(targets, preds):
    """The cost of the cheapest of all assignments; one to the empty string is to nothing."""
    size = len(targets) + len(preds)
    targets = [*targets, *[""] * (size - len(targets))]
    preds = [*preds, *[""] * (size - len(preds))]
    table = [[distance(target, pred) for pred in preds] for target in targets]
    return min(
        sum(table[i][j] for i, j in enumerate(places)) for places in set(permutations(range(size)))
    )


LINES = st.lists(st.text("ab c", min_size=1, max_size=6).filter(str.strip), max_size=3)


@settings(max_examples=40, deadline=None)
@given(LINES, LINES)
def test_no_assignment_of_whole_lines_costs_less(targets, preds):
    pages = (order._lines("\n".join(side)) for side in (targets, preds))
    assert order._assigned(*pages).cost == least_cost(targets, preds)


@settings(max_examples=15, deadline=None)
@given(st.lists(st.text("abc", min_size=1, max_size=5), min_size=6, max_size=6), st.randoms())
def test_no_assignment_of_six_lines_costs_less(targets, rng):
    preds = [noisy(target, 0.3, rng.random()) or "x" for target in targets]
    rng.shuffle(preds)
    table = [[distance(target, pred) for pred in preds] for target in targets]
    # As many on both sides: in pairs, no two cost more than without a partner.
    least = min(sum(table[i][j] for i, j in enumerate(p)) for p in permutations(range(6)))
    pages = (order._lines("\n".join(side)) for side in (targets, preds))
    assert order._assigned(*pages).cost == least


PAGES = st.lists(st.sampled_from(["ab", "cd ef", "--", "x", "", " ", "ab cd", "日本", "ef\r"]))


@settings(max_examples=200, deadline=None)
@given(PAGES, PAGES, st.sampled_from(["\n", " ", "\n\n"]))
def test_the_text_is_nearer_and_has_the_same_characters(targets, preds, between):
    reference, prediction = "\n".join(targets), between.join(preds)
    found = reordered(reference, prediction)
    if found is None:
        return
    assert distance(reference, found.text) < distance(reference, prediction)
    assert sorted("".join(found.text.split())) == sorted("".join(prediction.split()))
    # Blocks are all of the prediction but white space, and follow each other in the text.
    ends = [0, *(block.end for block in found.blocks)]
    starts = [*(block.start for block in found.blocks), len(prediction)]
    assert not any(prediction[e:s].strip() for e, s in zip(ends, starts, strict=True))
    at = 0
    for block in sorted(found.blocks, key=lambda block: block[2:]):
        part = prediction[block.start : block.end]
        assert not found.text[at : found.text.index(part, at)].strip()
        at = found.text.index(part, at) + len(part)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32))
def test_both_kernels_find_the_same_order(seed):
    if library.compiled_kernel() is None:
        pytest.skip("the compiled kernel is not installed")
    rng = random.Random(seed)
    lines = lines_of(seed, 8, rng.randint(5, 80))
    page = noisy("\n".join(rng.sample(lines, 8)), 0.1, seed).replace(
        "\n", rng.choice(["\n", " "]), 4
    )
    found = reordered("\n".join(lines), page)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(library, "compiled_kernel", lambda: None)
        assert reordered("\n".join(lines), page) == found


def test_long_work_ends_at_the_time_limit():
    _, page, rows = columns(2, 200)
    with watched(timeout=1e-6), pytest.raises(TimeoutError):
        reordered(page, "\n".join(map(" ".join, rows)))
