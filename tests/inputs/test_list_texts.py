"""Texts of lists are read as Python, JSON and NumPy write them."""

import ast
import json

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

import levmetrics as lm
from levmetrics import InputError
from levmetrics.errors import InputWarning
from levmetrics.inputs.list_texts import strings_in

LISTS = st.lists(st.text(st.characters(exclude_categories=["Cs"])))


@given(LISTS)
def test_every_list_of_strings_is_read_as_python_and_json_write_it(strings):
    for text in (str(strings), json.dumps(strings), json.dumps(strings, ensure_ascii=False)):
        assert strings_in(text) == strings


@given(st.lists(st.text("ab'\" ", max_size=5), min_size=1, max_size=30))
def test_every_array_of_strings_is_read_as_numpy_writes_it(strings):
    assert strings_in(str(np.array(strings, dtype=object))) == strings


PIECES = ["'a'", '"b"', ", ", "'", '"', "\\", "\\'", '\\"', ",", "a", "[", "]", "None"]


@given(st.lists(st.sampled_from(PIECES), max_size=8).map("".join).map("[{}]".format))
def test_what_python_reads_otherwise_is_no_list_of_strings(text):
    """Python joins strings without a comma between them, which NumPy writes for several."""
    try:
        literal = ast.literal_eval(text)
    except (SyntaxError, ValueError):  # of NumPy, or of nothing
        return
    are_strings = all(isinstance(each, str) for each in literal)
    strings = strings_in(text)
    assert strings is None or (are_strings and "".join(strings) == "".join(literal))


@pytest.mark.parametrize(
    "text",
    [
        *("", "a", "[a]", "[1]", "['a', 1]", "['a'", "'a'", "['a']]", "[['a']]", "['a',, 'b']"),
        *("['a''b']", "[None]", "['a'] b", "{'a': ['b']}", "['a', [laughter]]", "[,]"),
    ],
)
def test_other_texts_are_no_lists(text):
    assert strings_in(text) is None


ANSWERS = [["1886", "in 1886"], ["Coca Cola"], ["it's", "its"]]
ANSWERED = ["1886", "coca cola", "it s"]
TEXTS = [*map(str, ANSWERS)]
DOORS = {
    "score": lambda preds, target: lm.score(preds, target, "docvqa").score,
    "a table": lambda preds, target: (
        lm.score_table(
            pa.table({"p": preds, "r": target}), "anls:docvqa", prediction="p", reference="r"
        )["anls"]
        .to_numpy()
        .mean()
    ),
    "anls": lambda preds, target: lm.anls(preds, target, "docvqa"),
    "Arrow": lambda preds, target: lm.score(pa.array(preds), pa.array(target), "docvqa").score,
    "NumPy": lambda preds, target: lm.score(np.array(preds), np.array(target), "docvqa").score,
    "compare": lambda preds, target: lm.compare(
        {"a": preds, "b": preds}, target, metric="anls:docvqa"
    )["systems"]["a"]["anls"],
}


@pytest.mark.filterwarnings("ignore::levmetrics.significance.few_units.FewUnitsWarning")
@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
def test_references_that_are_texts_of_lists_are_several_in_every_door(door):
    with pytest.warns(InputWarning, match=r"^the texts of lists in \w+ are read as several "):
        assert door(ANSWERED, TEXTS) == pytest.approx((1 + 1 + 3 / 4) / 3, abs=1e-15)


@pytest.mark.filterwarnings("ignore::levmetrics.significance.few_units.FewUnitsWarning")
@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
def test_an_empty_reference_before_them_does_not_hide_lists(door):
    with pytest.warns(InputWarning, match=r"^the texts of lists in \w+ are read as several "):
        assert door(["", *ANSWERED], ["", *TEXTS]) == pytest.approx(
            (1 + 1 + 1 + 3 / 4) / 4, abs=1e-15
        )


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("predictions", "references"),
    [
        (["['a']", "['b']"], ["['a']", "['b']"]),
        (["a", "b"], [["['a']"], ["b"]]),
        (["['a']", "b"], ["['a']", "b"]),
        (["a", "b"], ["[]", "[noise] b"]),
        (["a", "[]"], ["[]", "[]"]),
        (["a", "b"], [["['a']"], ["['b']"]]),
        (["a", "b"], pa.array([["['a']"], ["['b']"]])),
        (["", ""], ["", ""]),
    ],
)
def test_other_references_are_scored_as_they_are(predictions, references):
    listed = references.to_pylist() if isinstance(references, pa.Array) else references
    texts = [one if isinstance(one, list) else [one] for one in listed]
    pairs = zip(predictions, texts, strict=True)
    similarity = sum(Levenshtein.normalized_similarity(pred, one) for pred, (one,) in pairs) / 2
    assert lm.score(predictions, references, "anls").score == pytest.approx(similarity, abs=1e-15)


def test_a_list_without_strings_is_refused():
    with (
        pytest.warns(InputWarning),
        pytest.raises(InputError, match=r"references\[0\] is an empty list"),
    ):
        lm.score(["a", "b"], ["[]", "['b']"])


def test_the_error_rate_of_one_list_is_that_of_its_strings():
    with pytest.warns(InputWarning):
        assert lm.wer(["a c"], ["['a b', 'a c']"]) == 0


@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
@pytest.mark.parametrize("references", [["1886", "['a', 'b']", ""], ["", "['a', 'b']", "1886"]])
def test_references_of_which_some_are_texts_of_lists_are_asked_for_in_every_door(door, references):
    places = [references.index(text) for text in ("['a', 'b']", "1886")]
    said = "{0}[{1}] is the text of a list, and {0}[{2}] is not; give several references as a list "
    with pytest.raises(InputError) as refused:
        door(["a"] * 3, references)
    assert any(
        str(refused.value).startswith(said.format(name, *places)) for name in ("references", "r")
    )


def test_the_rate_of_words_asks_too_and_takes_both_answers():
    references = ["a b", "['c d', 'c']"]
    with pytest.raises(InputError, match=r"^references\[1\] is the text of a list, and "):
        lm.wer(["a b", "c"], references)
    assert lm.wer(["a b", "c"], [["a b"], ["c d", "c"]]) == 0
    assert lm.wer(["a b", "['c d', 'e']"], [[text] for text in references]) == 1 / 5
