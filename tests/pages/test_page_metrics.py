"""Pages: what is reading order, what both sides have wherever it stands, and flexible accuracy."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import levmetrics as lm
from tests.oracles import edit_distance

LETTERS = "".join(map(chr, range(0x4E00, 0x4E00 + 800)))  # so that few are the same by chance


def line_of(rng):
    return " ".join("".join(rng.choices(LETTERS, k=5)) for _ in range(6))


RNG = random.Random(0)
LEFT, RIGHT = ([line_of(RNG) for _ in range(20)] for _ in range(2))
COLUMNS = "\n".join([*LEFT, *RIGHT])
ACROSS = "\n".join(line for pair in zip(LEFT, RIGHT, strict=True) for line in pair)
JOINED = "\n".join(f"{left} {right}" for left, right in zip(LEFT, RIGHT, strict=True))
TEXTS = st.text(st.sampled_from("ab \ncé日\n"), max_size=20)


def score(prediction, reference, metric, **options):
    return lm.score([prediction], [reference], metric, **options).result()


@pytest.mark.parametrize(("metric", "rate"), [("order", "page_cer"), ("flexible", "flexible_cer")])
@pytest.mark.parametrize("normalizer", ["squeeze_whitespace", "docvqa", ["lower", "marks"]])
def test_a_metric_of_lines_refuses_a_normalizer_that_removes_their_ends(metric, rate, normalizer):
    with pytest.raises(lm.InputError, match="removes the line ends"):
        score(ACROSS, COLUMNS, metric, normalizer=normalizer)
    assert score(COLUMNS, COLUMNS, metric, normalizer=["nfkc", "long_s", "lower"])[rate] == 0
    assert score(ACROSS, COLUMNS, "bag", normalizer=normalizer)["bag_wer"] == 0


class TestOrder:
    @pytest.mark.parametrize("read", [ACROSS, JOINED])
    def test_two_columns_read_across_are_errors_of_order_alone(self, read):
        result = score(read, COLUMNS, "order")
        assert result["page_cer"] > 0.75
        assert result["order"] == result["page_cer"]
        assert result["best_order_cer"] == 0
        assert score(read, COLUMNS, "bag")["bag_wer"] == 0
        assert score(read, COLUMNS, "bag")["bag_cer"] == 0
        # A match with a part of a line has an error, by the published program.
        assert score(read, COLUMNS, "flexible")["flexible_cer"] <= 40 / len(COLUMNS)

    @pytest.mark.parametrize("read", [ACROSS, JOINED])
    def test_one_wrong_word_is_what_the_best_order_leaves(self, read):
        wrong = read.replace(RIGHT[7][:5], f"{RIGHT[7][:3]}xx")
        result = score(wrong, COLUMNS, "order")
        assert result["best_order_cer"] == pytest.approx(2 / len(COLUMNS))
        assert score(wrong, COLUMNS, "bag")["errors"] == 1

    def test_a_page_in_order_has_no_errors_of_order(self):
        result = score(COLUMNS.replace("e", "c"), COLUMNS, "order")
        assert (result["order"], result["order_errors"]) == (0, 0)
        assert result["best_order_cer"] == result["page_cer"]

    @given(TEXTS, TEXTS)
    def test_the_cer_is_the_distance_and_the_order_a_part_of_it(self, prediction, reference):
        result = score(prediction, reference, "order")
        errors = edit_distance(prediction, reference)
        assert result["substitutions"] + result["deletions"] + result["insertions"] == errors
        assert 0 <= result["order_errors"] <= errors
        cer = score(prediction, reference, "cer")
        assert (result["page_cer"], result["normalized_cer"]) == (cer["cer"], cer["mer"])

    @given(TEXTS, TEXTS)
    def test_it_leaves_at_least_the_characters_that_one_side_lacks(self, prediction, reference):
        result = score(prediction, reference, "order")
        rest = result["best_order_cer"] * max(result["reference_length"], 1)
        assert rest >= score(prediction, reference, "bag")["character_errors"] - 1e-9

    def test_the_best_of_several_references_counts(self):
        run = lm.score([ACROSS], [["other", COLUMNS]], "order")
        assert (run["best_order_cer"], run.request.reference.tolist()) == (0, [1])

    def test_texts_are_normalized_before_blocks_are_ordered(self):
        assert (
            score(ACROSS.replace(" ", "A"), COLUMNS.replace(" ", "a"), "order", normalizer="lower")[
                "best_order_cer"
            ]
            == 0
        )

    def test_words_may_be_counted_instead(self):
        result = score(ACROSS, COLUMNS, "order", tokenizer="whitespace")
        assert (result["reference_length"], result["best_order_cer"]) == (len(COLUMNS.split()), 0)


class TestBag:
    @given(TEXTS, TEXTS)
    def test_words_and_characters_are_counted_as_multisets(self, prediction, reference):
        result = score(prediction, reference, "bag")
        for kind, pred, target in (
            ("", prediction.split(), reference.split()),
            ("character_", "".join(prediction.split()), "".join(reference.split())),
        ):
            hits = sum((Counter(pred) & Counter(target)).values())
            missing, surplus = len(target) - hits, len(pred) - hits
            assert result[f"{kind}hits"] == hits
            assert result[f"{kind}errors"] == max(missing, surplus)
            nothing = not pred and not target
            expected = 1.0 if nothing else 2 * hits / (len(pred) + len(target))
            assert result[f"{kind}f1"] == pytest.approx(expected)

    @given(TEXTS, TEXTS)
    def test_it_is_never_above_the_word_error_rate(self, prediction, reference):
        assert score(prediction, reference, "bag")["bag_wer"] <= lm.wer([prediction], [reference])

    def test_words_are_those_of_a_tokenizer(self):
        result = score("日本 語", "語日本", "bag", tokenizer="char")
        assert (result["errors"], result["reference_length"]) == (1, 3)


class TestFlexible:
    def test_the_accuracy_is_of_all_characters_together(self):
        pages = [("ab", "ab"), ("x", "abc")]
        run = lm.score([pred for pred, _ in pages], [target for _, target in pages], "flexible")
        assert (run["errors"], run["flexible_character_accuracy"]) == (3, 1 - 3 / 5)

    def test_the_accuracy_of_a_page_is_0_at_least(self):
        result = score("x" * 50, "abc", "flexible")
        assert (result["errors"], result["flexible_character_accuracy"]) == (3, 0)

    @pytest.mark.parametrize(
        ("prediction", "reference", "rate", "accuracy"),
        [("", "", 0, 1), ("ab", "", 2, 0), ("", "ab", 1, 0)],
    )
    def test_empty_pages_have_a_rate(self, prediction, reference, rate, accuracy):
        result = score(prediction, reference, "flexible")
        assert (result["flexible_cer"], result["flexible_character_accuracy"]) == (rate, accuracy)


@pytest.mark.parametrize("metric", ["order", "bag", "flexible"])
class TestAll:
    def test_tokens_are_refused(self, metric):
        with pytest.raises(lm.InputError):
            lm.score([["a", "b"]], [["a", "b"]], metric)


def test_confusions_of_pages_name_characters_by_their_code_points_at_every_door():
    confusions = lm.score(["ein f\nalt"], ["ein ſ\nalt"], "order").confusions()
    assert confusions.tables()[0].rows[0][:2] == ["ſ⟨17F⟩", "f"]
    assert confusions.rows() == [("substitution", "ſ", "f", 1)]


def test_a_page_with_blocks_of_another_order_is_aligned_in_the_best_one_and_drawn_in_both():
    run = lm.score(["c d\na x"], ["a b\nc d"], "order")
    aligned = run.alignment(0)
    assert str(aligned.counts) == (
        "ErrorCounts(substitutions=[1], deletions=[0], insertions=[0], hits=[6])"
    )
    assert aligned.order == run["order"]
    left, right = aligned.passages()
    assert [(each.number, "".join(part.text for part in each.parts)) for each in left] == [
        (1, "a b"),
        (None, "\n"),
        (2, "c d"),
    ]
    assert [each.number for each in right] == [2, None, 1]


def test_a_page_is_normalized_once_however_it_is_shown():
    doubled = {"normalizer": lambda text: text.replace("b", "bb")}
    run = lm.score(["c d\na b"], ["a b\nc d"], "order", **doubled)
    aligned = run.alignment(0)
    assert aligned.texts == ("c d\na bb", "a bb\nc d")
    assert aligned.order == run["order"] > 0
