"""What one sample of a metric is: how it is read, matched and shown."""

import pyarrow as pa
import pytest

from levmetrics import InputError, list_metrics, score
from levmetrics.core.names import config_of, metric_name
from levmetrics.core.sample_kind import TEXTS, VALUES
from levmetrics.meetings.sample_kind import SESSIONS, TURNS
from levmetrics.similarity.anls_rules import RULES

_NAMES = ("predictions", "references")


def test_every_metric_says_what_it_takes():
    taken = {name: config_of(name).kind.takes for name in list_metrics()}
    assert {name for name, kind in taken.items() if kind is VALUES} == {"anls:star"}
    assert {taken[metric_name("anls", rule)] for rule in RULES} == {TEXTS}
    assert taken["meeting:cp"] is SESSIONS
    assert taken["meeting:der"] is TURNS


def test_a_list_is_several_references_of_a_text_and_one_value():
    rows = pa.array([["a", "b"]])
    assert TEXTS.references(rows, "references").as_lists().to_pylist() == [["a", "b"]]
    assert VALUES.references(rows, "references").values == [["a", "b"]]
    assert TEXTS.readable(["a", "b"]) == "a | b"
    assert VALUES.readable(["a", "b"]) == '["a", "b"]'


@pytest.mark.parametrize("kind", [TEXTS, VALUES, SESSIONS], ids=lambda kind: kind.name)
def test_sides_of_different_lengths_are_refused(kind):
    with pytest.raises(InputError, match=r"length \(1 and 2\)"):
        kind.columns(["a"], ["a", "b"], _NAMES)


def test_only_values_are_parsed_from_json():
    texts, _ = TEXTS.parsed(['{"a": 1}'], ['{"a": 2}'], _NAMES)
    values, _ = VALUES.parsed(['{"a": 1}'], ['{"a": 2}'], _NAMES)
    assert texts.texts.to_pylist() == ['{"a": 1}']
    assert values.values == [{"a": 1}]


def test_sessions_of_several_systems_are_matched_by_their_ids():
    hi, no = ([{"speaker": "ann", "words": words}] for words in ("hi", "no"))
    systems, references, ids = SESSIONS.matched(
        [{"b": no, "a": hi}, {"a": no, "b": no}], {"a": hi, "b": no}, ("old", "new", "references")
    )
    assert ids == ["a", "b"]
    words = [[one["words"] for (one,) in side] for side in (*systems, references)]
    assert words == [["hi", "no"], ["no", "no"], ["hi", "no"]]


def test_a_session_is_shown_and_spoken_by_its_words_and_turns_by_their_times():
    session = '[{"speaker": "ann", "words": "hi"}, {"speaker": "bob", "words": "yes"}]'
    assert SESSIONS.readable(session) == "ann: hi / bob: yes"
    assert SESSIONS.words(session) == "hi yes"
    turn = [{"speaker": "ann", "start_time": 0, "end_time": 2.5}]
    assert TURNS.readable(turn) == "ann (0–2.5 s)"
    assert TURNS.words(turn) == ""


def test_references_in_lists_of_text_are_named_by_the_callers_argument():
    with pytest.warns(UserWarning, match="texts of lists in gold"):
        systems, references, ids = TEXTS.matched([["a"]], ["['a', 'b']"], ("hyp", "gold"))
    assert references.as_lists().to_pylist() == [["a", "b"]]
    assert (systems, ids) == ([["a"]], None)
    assert score(["['a', 'b']"], ["['a', 'b']"], "anls").score == 1.0
