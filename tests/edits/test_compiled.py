"""The compiled kernel: equal to the portable one and to the textbook, and how it is chosen."""

import os
import random
import subprocess
import sys

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from levmetrics.edits import compiled, kernel, library, portable
from levmetrics.edits.pairs import KINDS, TokenPairs
from levmetrics.edits.reader import token_pairs
from levmetrics.inputs.texts import Texts
from levmetrics.inputs.tokens import Characters, WordColumn
from tests import oracles
from tests.thoroughness import times

SPACES = [character for character in map(chr, range(0x3001)) if character.isspace()]
# Alike in their first eight bytes, in their last, or in all but their length.
TOKENS = [
    *("a", "b", "ab", "é", "e\u0301", "日", "日本", "नम", "😀", "\U0010ffff", "\0", "a\0", "\x1b"),
    *("abcdefg", "abcdefgh", "abcdefghi", "abcdefgh1", "xbcdefghi", "x" * 64, "x" * 65),
    "x" * 10_000,
]
SHORT_TOKENS = [token for token in TOKENS if len(token) < 10]


@pytest.fixture(scope="module", autouse=True)
def _only_once(kernel):
    if kernel == "portable":
        pytest.skip("these tests compare both kernels themselves")


def random_texts(rng, longest, tokens=TOKENS):
    """Return a prediction and a reference that are similar, split by all kinds of white space."""
    vocabulary = rng.choices(tokens, k=rng.choice([1, 2, 5, 20]))
    size = rng.choice([0, 1, 2, 3, 10, 30, 63, 64, 65, 127, 128, 129, rng.randint(0, longest)])
    reference = rng.choices(vocabulary, k=min(size, longest))
    rate = rng.choice([0, 0.02, 0.1, 0.5, 1])
    prediction = []
    for token in reference:
        choice = rng.random() / rate if rate else 1
        if choice < 0.3:
            continue
        prediction += [rng.choice(vocabulary)] * (choice < 0.6)
        prediction.append(rng.choice(vocabulary) if choice < 1 else token)
    return [joined(rng, tokens) for tokens in (prediction, reference)]


def joined(rng, tokens):
    spaces = ["".join(rng.choices(SPACES, k=rng.randint(1, 3))) for _ in range(4)] + [" "] * 12
    text = "".join(token + rng.choice(spaces) for token in tokens)
    return rng.choice(["", " ", "\u3000"]) + (text if rng.random() < 0.5 else text[:-1])


def sliced(rng, texts):
    """Return texts as a column that begins in the middle of a buffer."""
    before = rng.randint(0, 3)
    return Texts.of(["before the first"] * before + texts)[before:]


def random_pairs(seed, count, longest, kind=None):
    rng = random.Random(seed)
    kind = kind or rng.choice([WordColumn, Characters])
    tokens = TOKENS if kind is WordColumn else SHORT_TOKENS
    texts = [random_texts(rng, longest, tokens) for _ in range(count)]
    return TokenPairs(*(kind(sliced(rng, [*side])) for side in zip(*texts, strict=True)))


def assert_equal(found, expected):
    for name, ours, theirs in zip(found._fields, found, expected, strict=True):
        np.testing.assert_array_equal(ours, theirs, err_msg=name)


def assert_both_kernels_agree(pairs):
    texts = compiled.texts_of(pairs, library.Cancelled())
    assert_equal(texts.distances(), portable.distances(pairs))
    for costs in ("unit", "nist"):
        assert_equal(texts.counts(costs), portable.counts(pairs, costs))
    assert_equal(texts.edits(), portable.edits(pairs))


@settings(max_examples=times(20, of=40))
@given(st.integers(0, 2**32))
def test_both_kernels_find_the_same(seed):
    assert_both_kernels_agree(random_pairs(seed, 30, 130))


@pytest.mark.slow
def test_both_kernels_find_the_same_in_tens_of_thousands_of_pairs():
    """Each seed has its own number of words, lengths and rate of errors."""
    for seed in range(times(11, of=110)):
        kind = WordColumn if seed % 11 else Characters
        assert_both_kernels_agree(many_pairs(np.random.default_rng(seed), 2_500, kind))


def many_pairs(rng, count, kind):
    """Return pairs of short texts that are made in columns."""
    tokens = pa.array(TOKENS if kind is WordColumn else SHORT_TOKENS, pa.large_string())
    vocabulary = rng.integers(len(tokens) - (rng.random() < 0.9), size=rng.choice([2, 5, 20]))
    lengths = rng.integers(0, rng.choice([5, 12, 70]), size=count)
    rows = np.repeat(np.arange(count), lengths)
    target = rng.choice(vocabulary, len(rows))
    errors = rng.random(len(rows)) * rng.choice([1, 3, 10, 100])
    pred = np.where(errors < 0.5, rng.choice(vocabulary, len(rows)), target)
    copies = np.where(errors < 0.7, 1, np.where(errors < 0.85, 0, np.where(errors < 1, 2, 1)))
    preds = np.repeat(pred, copies), np.repeat(rows, copies)
    return TokenPairs(
        kind(joined_rows(rng, tokens, *preds, count)),
        kind(joined_rows(rng, tokens, target, rows, count)),
    )


def joined_rows(rng, tokens, numbers, rows, count):
    """Return texts of tokens, each followed by white space of a random kind."""
    spaces = pa.array([*SPACES, *[" "] * 100], pa.large_string())
    after = spaces.take(pa.array(rng.integers(len(spaces), size=len(numbers))))
    words = pc.binary_join_element_wise(
        tokens.take(pa.array(numbers)), after, pa.scalar("", pa.large_string())
    )
    starts = np.searchsorted(rows, np.arange(count + 1))
    lists = pa.LargeListArray.from_arrays(pa.array(starts, pa.int64()), words)
    return Texts.of_arrow(pc.binary_join(lists, pa.scalar("", pa.large_string())))


@pytest.mark.parametrize("seed", range(4))
def test_both_kernels_find_the_same_in_long_texts(seed):
    assert_both_kernels_agree(random_pairs(f"long {seed}", 6, 1_500))


# A band of 64 diagonals is enough for 62 edits. What is lost at the front and added at the end, or
# the other way round, leads a best path along one diagonal at its edge.
@pytest.mark.parametrize("letters", ["ab", "abcdefgh日本"])
@pytest.mark.parametrize("moved", [29, 30, 31, 32, 33, 60, 61, 62, 63, 64])
def test_both_kernels_find_the_same_at_the_edges_of_the_narrow_band(moved, letters):
    rng = random.Random(moved)
    texts = []
    for size in (65, 127, 128, 250, 400):
        text = "".join(rng.choices(letters, k=size))
        for added in (0, 1, moved - 1, moved, moved + 1):
            other = text[moved:] + "".join(rng.choices(letters, k=added))
            some = "".join(rng.choice(letters) if rng.random() < 0.05 else c for c in other)
            sides = [text, other, some]
            texts += [(a, b) for a in sides for b in sides]
            texts += [(a[::-1], b[::-1]) for a in sides for b in sides]
    columns = (Texts.of(side) for side in zip(*texts, strict=True))
    assert_both_kernels_agree(TokenPairs(*map(Characters, columns)))


# RapidFuzz divides a matrix where it has 1 MiB, by 2 bits for each pair of tokens, the reference 65
# tokens and the prediction 10. These sizes are its own affair, and which best path it takes depends
# on them.
@pytest.mark.parametrize(
    "lengths",
    [(2047, 2048), (2048, 2048), (64, 65_536), (65, 65_536), (466_034, 9), (419_431, 10)],
)
def test_matrices_are_divided_from_the_sizes_on_from_which_rapidfuzz_divides_them(lengths):
    rng = random.Random(0)
    for _ in range(4):  # not every pair has another best path if it is divided
        middles = ("".join(rng.choices("ab", k=length - 2)) for length in lengths)
        # Equal ends would be left out of the matrix.
        target, pred = (f"{end}{middle}{end}" for end, middle in zip("ab", middles, strict=True))
        found = kernel.pair_edits(token_pairs([pred], [target], "char"))
        kinds, *positions = zip(*Levenshtein.editops(target, pred).as_list(), strict=True)
        assert found.kind.tolist() == [*map(KINDS.index, kinds)]
        assert np.array_equal([found.target, found.pred], positions)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_both_kernels_find_the_same_where_matrices_are_divided(seed):
    rng = random.Random(seed)
    vocabulary = [f"w{i}" for i in range(rng.choice([3, 100, 5_000]))]
    reference = rng.choices(vocabulary, k=5_000)
    rate = rng.choice([0.01, 0.1, 0.3, 1])
    prediction = [rng.choice(vocabulary) if rng.random() < rate else word for word in reference]
    del prediction[rng.randint(0, 4_000) :][:50]
    texts = (Texts.of([" ".join(words)]) for words in (prediction, reference))
    assert_both_kernels_agree(TokenPairs(*map(WordColumn, texts)))


@settings(max_examples=100)
@given(st.lists(st.tuples(st.text(), st.text()), max_size=5))
def test_any_unicode_text_is_split_and_measured_as_by_the_portable_kernel(texts):
    columns = [Texts.of([pair[i] for pair in texts]) for i in (0, 1)]
    for kind in (WordColumn, Characters):
        assert_both_kernels_agree(TokenPairs(*map(kind, columns)))


@pytest.mark.parametrize("width", [1, 2])
@pytest.mark.parametrize("seed", range(3))
def test_processors_with_narrower_vectors_find_the_same(build_kernel, monkeypatch, width, seed):
    built = build_kernel(f"LEVMETRICS_TEST_WIDTH={width}")
    monkeypatch.setattr(library, "compiled_kernel", lambda: built)
    assert_both_kernels_agree(random_pairs(f"narrow {seed}", 60, 1_500))


@settings(max_examples=times(20, of=60))
@given(st.integers(0, 2**32))
def test_tokens_are_told_apart_by_their_bytes_where_all_hashes_collide(build_kernel, seed):
    pairs = random_pairs(seed, 20, 40)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(library, "compiled_kernel", lambda: build_kernel("LEVMETRICS_TEST_LONG"))
        assert_both_kernels_agree(pairs)


@settings(max_examples=times(20, of=60))
@given(st.integers(0, 2**32))
def test_divided_matrices_give_edits_that_turn_one_text_into_the_other(build_kernel, seed):
    definitions = "LEVMETRICS_TEST_LONG", "LEVMETRICS_TEST_DIVIDED"
    pairs = random_pairs(seed, 5, 130, WordColumn)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(library, "compiled_kernel", lambda: build_kernel(*definitions))
        texts = compiled.texts_of(pairs, library.Cancelled())
        distance, edits, counts = texts.distances().distance, texts.edits(), texts.counts("unit")
    for i, (pred, target) in enumerate(pairs.rows()):
        ours = [
            (KINDS[kind], target_index, pred_index)
            for pair, kind, target_index, pred_index in zip(*edits, strict=True)
            if pair == i
        ]
        assert len(ours) == distance[i] == oracles.edit_distance(pred, target)
        assert edited(target, pred, ours) == pred
        assert counts.substitutions[i] == sum(kind == "replace" for kind, *_ in ours)
        deletions = sum(kind == "delete" for kind, *_ in ours)
        assert counts.hits[i] == len(target) - counts.substitutions[i] - deletions


# Their band ends at the column where the matrix is divided, just below a strip.
ON_AN_EDGE = (
    "abbabaabaabababaababbbaaaabaaaaaabbaaaaababbabbbabaaaaabbbabaabbabaabb"
    "baaababbbaabbaabbbaaabaabaabbabababaabaababaaabaabbbabbbaababaabaababb"
    "aaaaabbbbaabaaabaabbabaaaaaababaabaabaaabaabbaaaaabaaaababbaaaaba",
    "abbabaabaabababaababbbaaaabaaaaaabbaaaaababbabbbabaaaaaabbbbaabbabaabb"
    "baaababbbaaabbaabbbaaabaabaabbabababaabaababaaabaabbbabbbaababaabaabab"
    "baaaaabbbbaabaaabaabbabaaaaaababaabaabaaaabaabbaaaaabaaaababbaaaaba",
)


def test_a_band_that_ends_where_a_matrix_is_divided_gives_the_distance(build_kernel, monkeypatch):
    built = build_kernel("LEVMETRICS_TEST_LONG", "LEVMETRICS_TEST_DIVIDED")
    monkeypatch.setattr(library, "compiled_kernel", lambda: built)
    columns = [Characters(Texts.of([text])) for text in ON_AN_EDGE]
    texts = compiled.texts_of(TokenPairs(*columns), library.Cancelled())
    assert len(texts.edits()[0]) == oracles.edit_distance(*ON_AN_EDGE) == 4


def edited(target, pred, edits):
    """Return the reference with edits made."""
    result = list(target)
    for kind, target_index, pred_index in reversed(edits):
        end = target_index + (kind != "insert")
        result[target_index:end] = [] if kind == "delete" else [pred[pred_index]]
    return result


def test_several_references_are_measured_with_their_prediction():
    preds, target = ["a b", "", "c"], ["a", "a b", "x", "", "c d"]
    columns = (WordColumn(Texts.of(side)) for side in (preds, target))
    pairs = TokenPairs(*columns, np.array([0, 2, 4, 5]))
    assert kernel.pair_distances(pairs).distance.tolist() == [1, 0, 1, 0, 1]
    assert kernel.pair_distances(pairs.slice(1, 3)).distance.tolist() == [1, 0, 1]


def test_a_cancelled_search_ends_with_an_error():
    texts = Texts.of(["a b"])
    pairs = TokenPairs(WordColumn(texts), WordColumn(texts))
    with pytest.raises(InterruptedError):
        compiled.texts_of(pairs, library.Cancelled(1)).distances()


def test_a_search_for_more_than_the_memory_is_an_error(tmp_path):
    code = """
import resource
from levmetrics.edits import kernel, library
from levmetrics.edits.pairs import TokenPairs
from levmetrics.inputs.texts import Texts
from levmetrics.inputs.tokens import WordColumn
texts = [WordColumn(Texts.of([f"{word} " * 3_000_000])) for word in "ab"]
library.compiled_kernel()
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 20_000_000,) * 2)
try:
    kernel.pair_distances(TokenPairs(*texts))
except MemoryError as error:
    print(error)
"""
    if sys.platform != "linux":
        pytest.skip("the limit of memory is Linux's")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "the texts are too long for the memory\n", done.stderr


CHOICE = "from levmetrics.edits.library import kernel_name; print(kernel_name())"


@pytest.mark.parametrize(
    ("value", "output"),
    [
        ("", "compiled"),
        ("compiled", "compiled"),
        ("portable", "portable"),
        ("fast", "unknown LEVMETRICS_KERNEL"),
    ],
)
def test_an_environment_variable_chooses_the_kernel(value, output):
    environment = {**os.environ, "LEVMETRICS_KERNEL": value}
    done = subprocess.run(
        [sys.executable, "-c", CHOICE], env=environment, capture_output=True, text=True
    )
    assert output in done.stdout + done.stderr


def test_without_a_library_the_portable_kernel_runs_and_the_compiled_one_is_refused(monkeypatch):
    choose = library.compiled_kernel.__wrapped__
    monkeypatch.setattr(library, "_paths", list)
    monkeypatch.delenv("LEVMETRICS_KERNEL")
    assert choose() is None
    monkeypatch.setenv("LEVMETRICS_KERNEL", "compiled")
    with pytest.raises(ImportError, match=r"but there is none in this installation; install"):
        choose()


def test_a_library_that_cannot_be_loaded_is_warned_of(monkeypatch, tmp_path):
    broken = tmp_path / "_kernel.so"
    broken.write_bytes(b"of another platform")
    monkeypatch.setattr(library, "_paths", lambda: [broken])
    monkeypatch.delenv("LEVMETRICS_KERNEL")
    with pytest.warns(UserWarning, match="the portable kernel runs, not the compiled one: "):
        assert library.compiled_kernel.__wrapped__() is None


def test_a_library_of_another_version_is_not_used(monkeypatch, build_kernel):
    built = build_kernel("LEVMETRICS_TEST_LONG")._name  # the path
    monkeypatch.setattr(library, "_INTERFACE", -1)
    with pytest.raises(OSError, match="of another version of levmetrics"):
        library.load(built)
