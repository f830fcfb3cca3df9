"""levmetrics.jiwer: the numbers, alignments and texts of jiwer 4, by its signatures."""

import contextlib
import inspect
import json
import pickle
import random
import subprocess
import sys
from collections import Counter
from dataclasses import astuple, fields
from unittest import mock

import jiwer
import pytest
from hypothesis import given
from hypothesis import strategies as st

import levmetrics.jiwer as ours
from levmetrics import InputError
from tests.corpora import SPEECH
from tests.peers.corpora import CORPORA, REAL

MEASURES = ("wer", "mer", "wil", "wip")
FUNCTIONS = (
    *(*MEASURES, "cer", "process_words", "process_characters", "visualize_alignment"),
    *("visualize_error_counts", "collect_error_counts"),
)
OUTPUTS = ("AlignmentChunk", "WordOutput", "CharacterOutput")
# Words of few letters, so that several alignments are best; and whatever texts there are.
WORDS = st.lists(st.sampled_from(["a", "b", "ab", "*", "", " ", "\t", "\u3000"])).map(" ".join)
TEXTS = WORDS | st.text() | st.text(st.sampled_from("ab *\t\n\x1c\xa0\u200b\u3000𠮟\ud800"))
PAIRS = st.lists(st.tuples(TEXTS, TEXTS), max_size=4)


# Show measures, skip correct sentences, line width; show each kind of error, how many of it.
DRAWINGS = [(True, True, None), (False, False, 20), (True, False, 1)]
RANKINGS = [(True, True, True, None), (False, True, False, 1), (True, False, True, 2)]


def everything(module, output):
    """All that a module says of an output."""
    return (
        astuple(output),
        [module.visualize_alignment(output, *how) for how in DRAWINGS],
        [module.visualize_error_counts(output, *how) for how in RANKINGS],
        [list(counts.items()) for counts in module.collect_error_counts(output)],
    )


def check(references, hypotheses, *transforms):
    """Compare all that both modules say of a corpus."""
    for process in ("process_words", "process_characters"):
        said = [
            everything(module, getattr(module, process)(references, hypotheses, *transforms))
            for module in (ours, jiwer)
        ]
        assert said[0] == said[1]
    for name in (*MEASURES, "cer"):
        found = getattr(ours, name)(references, hypotheses, *transforms)
        assert isinstance(found, float)
        assert found == getattr(jiwer, name)(references, hypotheses, *transforms), name


@pytest.mark.parametrize("name", CORPORA)
def test_random_texts_of_every_kind_have_jiwers_answers(name):
    hypotheses, references = zip(*CORPORA[name](random.Random(5), 300), strict=True)
    check(list(references), list(hypotheses))


@pytest.mark.parametrize("name", REAL)
def test_speech_and_ocr_have_jiwers_answers(name):
    hypotheses, references = zip(*random.Random(5).sample(REAL[name](), 200), strict=True)
    check(list(references), list(hypotheses))


@pytest.mark.parametrize("system", ["wide_beams", "narrow_beams"])
def test_the_example_has_jiwers_answers(system):
    check(SPEECH.references, SPEECH.systems[system])


def by_the_kernel():
    """Has few texts counted and aligned as many are."""
    return mock.patch.multiple(ours, _FEW_CHARACTERS=0, _FEW_TOKENS=0)


@pytest.mark.parametrize("way", [contextlib.nullcontext, by_the_kernel])
@given(pairs=PAIRS)
def test_any_texts_have_jiwers_answers(way, pairs):
    sides = [reference for reference, _ in pairs], [hypothesis for _, hypothesis in pairs]
    with way():
        check(*sides)
        check(*sides, jiwer.wer_contiguous, jiwer.wer_contiguous)


@given(TEXTS, TEXTS)
def test_any_pair_of_texts_has_jiwers_answers(reference, hypothesis):
    check(reference, hypothesis)


@pytest.mark.parametrize("space", [chr(i) for i in range(0x3001) if chr(i).isspace()])
def test_every_kind_of_white_space_ends_words_where_it_does_in_jiwer(space):
    text = f"{space}a{space}b {space}c{space}{space}d e{space}"
    assert ours.wer_default([text, f"x{text}y"]) == jiwer.wer_default([text, f"x{text}y"])
    for number in (1, 300):  # by RapidFuzz and by the kernel
        texts = [text] * number, ["a b c d"] * number
        assert ours.wer(*texts) == jiwer.wer(*texts)


def test_a_character_that_can_be_printed_is_no_white_space_but_for_the_space():
    printable = (c for c in map(chr, range(0x110000)) if c.isprintable() and c.isspace())
    assert [*printable] == [" "]


@pytest.mark.parametrize("unit", ["process_words", "process_characters"])
def test_long_texts_have_jiwers_alignments(unit):
    rng = random.Random(7)
    letters = rng.choices("abcd", k=2_500)
    changed = [rng.choice("abcd") if rng.random() < 0.2 else letter for letter in letters[30:]]
    join = " ".join if unit == "process_words" else "".join
    texts = join(letters), join(changed)
    assert everything(ours, getattr(ours, unit)(*texts)) == everything(
        jiwer, getattr(jiwer, unit)(*texts)
    )


# Those of jiwer's own tests that no random text is like: of Morris, Maier and Green 2004, of empty
# references, and of drawings.
PUBLISHED = [
    ("This is a test", "This test"),
    ("i am a short ground truth", "i am a considerably longer and very much incorrect hypothesis"),
    ("X", "X X Y Y"),
    ("X Y X", "X Z"),
    ("X", "Y Z"),
    ("", "0 1 2"),
    ("hello", ""),
    (["hello world", ""], ["hello world", "done"]),
    ([""] * 9, [""] * 9),
    (["am i good", "i"], ["i good", "i am"]),
    ("this is a test of skill", "this was a messy test"),
    ("this sentence could be split", "this sentence will be split by ai"),
    (["sub"] * 5 + ["this was", "del"], ["bus", "bus", "bus", "usb", "bsu", "this was ins", ""]),
]


@pytest.mark.parametrize(("references", "hypotheses"), PUBLISHED)
def test_the_cases_of_jiwers_own_tests_have_its_answers(references, hypotheses):
    check(references, hypotheses)


@pytest.mark.slow
def test_a_vocabulary_beyond_all_characters_is_counted():
    size = 0x110000 // 2
    said, heard = ([f"{side}{i}" for i in range(size)] for side in "rh")
    joined = [[" ".join(words[i::4]) for i in range(4)] for words in (said, heard)]
    assert ours.wer(*joined) == 1.0


# Transforms.


class Halves:
    """A transform that is not jiwer's, and cannot be hashed."""

    __hash__ = None

    def __call__(self, sentences):
        return [[text[: len(text) // 2], text[len(text) // 2 :]] for text in sentences]


TRANSFORMS = {
    "wer_contiguous": jiwer.wer_contiguous,
    "wer_standardize": jiwer.wer_standardize,
    "jiwer's default": jiwer.wer_default,
    "cer_contiguous": jiwer.cer_contiguous,
    "composed with ours": jiwer.Compose([jiwer.ToLowerCase(), ours.wer_default]),
    "a delimiter": jiwer.ReduceToListOfListOfWords(word_delimiter="i"),
    "words": jiwer.Compose(
        [
            jiwer.RemovePunctuation(),
            jiwer.RemoveSpecificWords(["the", "a"]),
            jiwer.RemoveMultipleSpaces(),
            jiwer.Strip(),
            jiwer.RemoveEmptyStrings(),
            jiwer.ReduceToListOfListOfWords(),
        ]
    ),
    "a callable": Halves(),
    "empty words": lambda texts: [["", text] for text in texts],
}


@pytest.mark.parametrize("name", TRANSFORMS)
def test_transforms_are_applied_as_in_jiwer(name):
    transform = TRANSFORMS[name]
    references = ["The cat isn't here.", "I won't  go!", "a [laugh] <unk>"]
    hypotheses = ["the cat is not here", "i will not go", "the laugh"]
    check(references, hypotheses, transform, transform)
    check(references[0], hypotheses[0], transform, transform)


def test_each_side_has_its_own_transform_and_sentences_may_differ_in_number():
    args = ["hello", "this", "sentence", "is fractured"], ["This Sentence"]
    lowered = jiwer.Compose([jiwer.ToLowerCase(), jiwer.wer_contiguous])
    check(*args, jiwer.wer_contiguous, lowered)
    assert ours.wer(*args, jiwer.wer_contiguous, lowered) == pytest.approx(0.6)


def test_tokens_are_taken_by_a_transform_that_leaves_them():
    tokens = [["a", "b c"], []], [["a", "c"], ["x"]]
    check(*tokens, lambda rows: rows, lambda rows: rows)


@given(TEXTS | st.lists(TEXTS))
def test_the_default_transforms_are_jiwers(sentences):
    assert ours.wer_default(sentences) == jiwer.wer_default(sentences)
    assert ours.cer_default(sentences) == jiwer.cer_default(sentences)


def test_jiwers_transforms_are_found_here_where_it_is_installed():
    for name in jiwer.transforms.__all__:
        assert getattr(ours, name) is getattr(jiwer, name)
    assert ours.wer_standardize is jiwer.wer_standardize
    assert ours.transforms is jiwer.transforms


# Refusals.


@pytest.mark.parametrize("name", [*MEASURES, "cer", "process_words", "process_characters"])
@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ((["a", "b"], ["a"]), "reference has 2 sentences and hypothesis 1"),
        ((["a" * 2_000, "b"], ["a"]), "reference has 2 sentences and hypothesis 1"),
        ((None, "a"), "reference is None; it must be a string or a list of strings"),
        (("a", ("a",)), "hypothesis is of type tuple; it must be a string or a list of strings"),
        ((["a"] * 999, ["a"] * 998 + [None]), r"hypothesis\[998\] is None; every sentence must be"),
        (("a", "a", list, lambda _: [["a"]]), "reference_transform did not return a list of"),
        (("a", "a", tuple, lambda _: [["a"]]), "reference_transform did not return a list of"),
        (
            ("a", "a", lambda _: [["a"]], lambda _: [["a", 1]]),
            "hypothesis_transform did not return a list of strings for each sentence; end it with "
            r"jiwer.ReduceToListOfListOfWords\(\) or",
        ),
    ],
)
def test_what_is_no_sentence_is_refused_where_jiwer_raises_an_error(name, args, sentence):
    with pytest.raises((ValueError, TypeError, AttributeError)):
        getattr(jiwer, name)(*args)
    with pytest.raises(InputError, match=sentence):
        getattr(ours, name)(*args)


@pytest.mark.parametrize("values", [("other", 0, 0, 0, 0), ("equal", 1, 0, 0, 0)])
def test_an_impossible_chunk_is_refused(values):
    with pytest.raises(ValueError):  # noqa: PT011  # jiwer's may have no text
        jiwer.AlignmentChunk(*values)
    with pytest.raises(InputError, match=r"type is 'other'|ends before it starts"):
        ours.AlignmentChunk(*values)


def test_a_top_k_below_one_is_refused():
    output = ours.process_words("a", "b")
    with pytest.raises(ValueError, match="empty"):
        jiwer.visualize_error_counts(jiwer.process_words("a", "b"), top_k=0)
    for top_k in (0, -1):
        with pytest.raises(InputError, match=f"top_k is {top_k}; it must be 1 or more"):
            ours.visualize_error_counts(output, top_k=top_k)


# The module.


@pytest.mark.parametrize("name", FUNCTIONS)
def test_parameters_are_jiwers(name):
    told, taken = (
        inspect.signature(getattr(module, name)).parameters.values() for module in (jiwer, ours)
    )
    assert [(each.name, each.kind) for each in told] == [(each.name, each.kind) for each in taken]
    for theirs, our in zip(told, taken, strict=True):
        if isinstance(theirs.default, (bool, int)):
            assert our.default == theirs.default


@pytest.mark.parametrize("name", OUTPUTS)
def test_fields_are_jiwers(name):
    told, taken = (fields(getattr(module, name)) for module in (jiwer, ours))
    assert [field.name for field in told] == [field.name for field in taken]


def test_all_public_names_of_jiwer_are_here():
    names = {name for name in dir(jiwer) if not name.startswith("_")}
    assert {name for name in names if not hasattr(ours, name)} == set()
    assert set(ours.__all__) <= names
    assert set(FUNCTIONS) | set(OUTPUTS) <= set(ours.__all__)


def test_outputs_and_functions_can_be_pickled():
    output = ours.process_words("a b", "a c")
    assert pickle.loads(pickle.dumps(output)) == output
    assert pickle.loads(pickle.dumps(ours.wer)) is ours.wer
    assert pickle.loads(pickle.dumps(ours.collect_error_counts(output)))[0] == Counter(
        {("b", "c"): 1}
    )


BLOCKED = """
import json, sys

class Refusing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("jiwer", "torch"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Refusing())
import levmetrics.jiwer as jiwer

output = jiwer.process_words(["a\\tb", "c d"], ["a b", "c"])
print(json.dumps([output.wer, jiwer.cer("ab", "a"), jiwer.visualize_alignment(output)]))
print(jiwer.wer(["a b c"] * 1000, ["a x"] * 1000), hasattr(jiwer, "Compose"))
try:
    jiwer.Compose
except AttributeError as error:
    print(error)
"""


def test_neither_jiwer_nor_torch_is_needed():
    done = subprocess.run([sys.executable, "-c", BLOCKED], capture_output=True, text=True)
    assert done.stderr == ""
    numbers, many, message = done.stdout.splitlines()
    output = jiwer.process_words(["a\tb", "c d"], ["a b", "c"])
    assert json.loads(numbers) == [output.wer, 0.5, jiwer.visualize_alignment(output)]
    assert many.split() == [str(2 / 3), "False"]
    assert message == "levmetrics.jiwer has no Compose; if it is a transform, pip install jiwer"
