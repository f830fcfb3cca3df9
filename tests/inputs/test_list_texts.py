"""Texts of lists are read as Python, JSON and NumPy write them."""

import ast
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from levmetrics.inputs.list_texts import strings_in

LISTS = st.lists(st.text(st.characters(exclude_categories=["Cs"])))


@given(LISTS)
def test_every_list_of_strings_is_read_as_python_and_json_write_it(strings):
    for text in (str(strings), json.dumps(strings), json.dumps(strings, ensure_ascii=False)):
        assert strings_in(text) == strings


@given(st.lists(st.text("ab'\" ", max_size=5), min_size=1, max_size=30))
def test_every_array_of_strings_is_read_as_numpy_writes_it(strings):
    assert strings_in(str(np.array(strings, dtype=object))) == strings


@given(st.text("[]'\"\\, ab\n"))
def test_whatever_is_read_is_a_list_of_strings_of_python(text):
    strings = strings_in(text)
    if strings is not None and "," in text:
        try:
            literal = ast.literal_eval(text.strip())
        except (SyntaxError, ValueError):  # of JSON, or of NumPy
            return
        assert "".join(strings) == "".join(literal)


@pytest.mark.parametrize(
    "text",
    [
        *("", "a", "[a]", "[1]", "['a', 1]", "['a'", "'a'", "['a']]", "[['a']]", "['a',, 'b']"),
        *("['a''b']", "[None]", "['a'] b", "{'a': ['b']}", "['a', [laughter]]", "[,]"),
    ],
)
def test_other_texts_are_no_lists(text):
    assert strings_in(text) is None
