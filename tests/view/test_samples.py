"""The samples of a view: codes of alignments, the order of rows, limits of size and time."""

import json
import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import levmetrics as lm
from levmetrics.alignment.alignment import align, align_tokens
from levmetrics.alignment.presentation import _columns
from levmetrics.core.metric import Metric
from levmetrics.view import samples
from levmetrics.view.samples import drawn_in, sample_data, written
from tests.corpora import SPEECH
from tests.properties.cases import TEXTS, examples, nearly_equal
from tests.view.documents import charts

TOKENS = st.lists(
    st.text(max_size=3) | st.sampled_from(["", " ", "a b", "a", "é", "e\u0301", "а"]), max_size=8
)


def decoded(code, reference, prediction):
    """The columns that a browser draws for a code: outcome, reference's and prediction's token."""
    if isinstance(code, list):
        code, target, pred = code
    elif code.startswith(" "):
        target, pred = (text.split(" ") if text else [] for text in (reference, prediction))
    else:
        target, pred = [*reference], [*prediction]
    target, pred, columns = iter(target), iter(pred), []
    for size, sign in re.findall(r"(\d+)([=SDI])", code):
        columns += [
            (
                sign.strip("="),
                next(target) if sign != "I" else None,
                next(pred) if sign != "D" else None,
            )
            for _ in range(int(size))
        ]
    assert [*target, *pred] == []
    return columns


def check(alignment, reference, prediction):
    """Check the code of an alignment; return whether it has one."""
    columns = [(one.outcome.letter, one.target, one.pred) for one in _columns(alignment.operations)]
    code = json.loads(json.dumps(alignment.code(reference, prediction)))
    if code is None:
        return False
    assert decoded(code, reference, prediction) == columns
    return True


@pytest.mark.parametrize("costs", ["unit", "nist"])
@pytest.mark.parametrize("tokenizer", ["whitespace", "char", "mixed"])
@pytest.mark.parametrize("normalizer", [None, "lower"])
@examples(60)
@given(pair=nearly_equal() | st.tuples(TEXTS, TEXTS))
def test_a_code_has_the_columns_that_html_has(tokenizer, normalizer, costs, pair):
    alignment = align(*pair, tokenizer=tokenizer, normalizer=normalizer, costs=costs)
    if not check(alignment, pair[1], pair[0]):
        looks_alike = any(
            "⟨" in f"{one.target}{one.pred}" for one in _columns(alignment.operations)
        )
        assert looks_alike or "\n" in pair[1]


@examples(200)
@given(TOKENS, TOKENS)
def test_a_code_has_tokens_of_any_kind(pred, target):
    check(align_tokens(pred, target, "unit"), " ".join(target), " ".join(pred))


@pytest.mark.parametrize(
    ("pred", "target", "texts", "code"),
    [
        (["a", "b"], ["a", "c"], ("a c", "a b"), " 1=1S"),
        ([*"ab"], [*"b"], ("b", "ab"), ".1I1="),
        (["a"], ["a", "b"], ("A  b", "a"), ["1=1D", ["a", "b"], ["a"]]),
        ([], [], ("", ""), " "),
        ([1], [2], ("2", "1"), None),
        (["caf\u00e9"], ["cafe\u0301"], ("cafe\u0301", "caf\u00e9"), None),
        ([*"a\nb"], [*"a\nc"], ("a\nc", "a\nb"), None),
    ],
)
def test_codes_as_they_are_written(pred, target, texts, code):
    assert align_tokens(pred, target, "unit").code(*texts) == code


def test_words_that_one_side_joins_have_no_code():
    merged = align("my highschool", "my high school", compounds="merge")
    assert merged.code("my high school", "my highschool") is None
    assert align("my", "my school", compounds="merge").code("my school", "my") == " 1=1D"


def test_the_worst_sample_is_first_and_all_columns_follow_it():
    runs = {
        name: lm.score(preds, ["a", "b c", "d e f"], ids=["i", "j", "k"], groups=[1, 2, 1])
        for name, preds in {"old": ["a", "x", "d"], "new": ["a", "b c", "e"]}.items()
    }
    data = sample_data(runs, drawn_in(), charts=charts(score=[5, 6, 7], members=[[0, 2], [], [1]]))
    assert [data[key] for key in ("numbers", "ids", "groups")] == [
        [3, 2, 1],
        ["k", "j", "i"],
        ["1", "2", "1"],
    ]
    assert data["references"] == ["d e f", "b c", "a"]
    assert [one["predictions"] for one in data["systems"]] == [["d", "x", "a"], ["e", "b c", "a"]]
    assert [one["alignments"] for one in data["systems"]] == [
        [" 1=2D", " 1S1D", " 1="],
        [" 1D1=1D", " 2=", " 1="],
    ]
    assert data["systems"][0]["errors"] == [2, 2, 0]
    assert data["systems"][0]["counts"]["deletions"] == [2, 1, 0]
    assert (data["classes"], data["members"]) == ({"score": [7, 6, 5]}, {"edit": [[0, 2], [], [1]]})
    shown = [data[key] for key in ("score", "key", "higher", "percent", "unit", "total")]
    assert shown == ["WER", "wer", False, True, "tokens", 3]


def test_the_reference_that_counted_is_shown_and_a_session_is_readable():
    runs = {
        name: lm.score([text], [["a b", "c d"]]) for name, text in {"A": "c x", "B": "a b"}.items()
    }
    (reference,) = sample_data({"A": runs["A"]}, drawn_in())["references"]
    both = sample_data(runs, drawn_in())
    assert (reference, both["references"]) == ("c d", ["c d | a b"])
    assert both["systems"][1]["alignments"] == [["2=", ["a", "b"], ["a", "b"]]]
    said = [{"speaker": "ann", "words": "good morning"}]
    session = sample_data({"A": lm.score([said], [said], "meeting:cp")}, drawn_in())
    assert session["references"] == ["ann: good morning"]
    assert session["systems"][0]["alignments"][0].startswith("<")


def test_scores_are_written_in_the_form_of_their_metric(monkeypatch):
    runs = {"A": lm.score(["a b"], ["a c"])}
    assert sample_data(runs, None)["systems"][0]["written"] is None
    label = runs["A"].metric.label._replace(write=lambda value: f"{value:.1f} of 1")
    monkeypatch.setattr(type(runs["A"].metric), "label", label)
    data = sample_data(runs, None)
    assert (data["percent"], data["systems"][0]["written"]) == (False, ["0.5 of 1"])


def test_what_has_no_code_is_html_or_left_out():
    run = lm.score([{"a": "x"}], [{"a": "<y>"}], "record:donut")
    (html,) = sample_data({"A": run}, drawn_in())["systems"][0]["alignments"]
    assert html == run.alignment(0).markup()
    assert "&lt;y&gt;" in html
    assert sample_data({"A": run}, None)["systems"][0]["alignments"] == [None]
    drawn = sample_data({"A": run}, lambda run, sample, alignment: f"<p>{sample}</p>")
    assert drawn["systems"][0]["alignments"] == ["<p>0</p>"]


def test_a_sample_without_an_alignment_says_why(monkeypatch):
    run = lm.score(["a b"], ["a c"])
    monkeypatch.setattr(type(run.metric), "alignment", Metric.alignment)
    (why,) = sample_data({"A": run}, drawn_in())["systems"][0]["alignments"]
    assert why.startswith("<p>this run is of nested values, which have no tokens")


def _large(count=400):
    words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    refs = [" ".join(words[i % 10 :] + words) for i in range(count)]
    return lm.score([ref.replace("two", "to") for ref in refs], refs)


def test_rows_beyond_the_bytes_keep_their_numbers(monkeypatch):
    run = _large()
    whole = sample_data({"A": run}, drawn_in())
    assert None not in whole["references"]
    monkeypatch.setattr(samples, "_MOST_BYTES", 60_000)
    data = sample_data({"A": run}, drawn_in())
    (system,) = data["systems"]
    assert 50_000 < len(written(data).encode()) < 60_000
    assert [len(system[key]) for key in ("scores", "errors", "alignments")] == [400] * 3
    kept = [text is not None for text in data["references"]]
    assert 50 < sum(kept) < 400
    assert kept == sorted(kept, reverse=True)  # the worst samples keep their texts
    assert {*system["alignments"][sum(kept) :]} == {None}


def test_of_more_samples_than_fit_the_worst_have_rows(monkeypatch):
    count = 400
    ids = [f"{number:0100}" for number in range(count)]
    run = lm.score([*["b"] * 10, *["a"] * (count - 10)], ["a"] * count, ids=ids)
    monkeypatch.setattr(samples, "_MOST_BYTES", 12_000)
    shown = charts(score=[0] * count, members=[[399, 3]])
    data = sample_data({"A": run}, drawn_in(), charts=shown)
    assert len(written(data).encode()) < 12_000
    assert (data["numbers"][:11], data["total"]) == ([*range(1, 12)], 400)
    assert data["members"] == {"edit": [[3]]}
    assert 30 < len(data["numbers"]) == len(data["classes"]["score"]) < 60


def test_html_of_alignments_is_left_out_where_it_does_not_fit(monkeypatch):
    records = [{f"field{number}": "x" for number in range(size)} for size in (40, 1, 2, 30)]
    run = lm.score([{}] * 4, records, "record:donut")
    monkeypatch.setattr(samples, "_MOST_BYTES", 12_000)
    data = sample_data({"A": run}, drawn_in())
    assert len(written(data).encode()) < 12_000
    assert data["numbers"] == [1, 4, 3, 2]
    assert [bool(html) for html in data["systems"][0]["alignments"]] == [False, False, True, True]
    assert None not in data["references"]


def test_the_worst_of_a_hundred_thousand_samples_have_texts_and_alignments():
    words, draw = ["the", "a", "quick", "brown", "fox", "jumps", "over", "lazy", "dog"], Random(1)
    references = [" ".join(draw.choices(words, k=12)) for _ in range(100_000)]
    run = lm.score([text.replace("fox", "cat", 1) for text in references], references)
    data = sample_data({"A": run}, drawn_in())
    (system,) = data["systems"]
    for column in (data["references"], system["predictions"], system["alignments"]):
        assert None not in column[:1000]
    assert 7_900_000 < len(written(data).encode()) <= 8_000_000


def test_a_lone_surrogate_of_an_id_is_escaped():
    run = lm.score(["a", "b"], ["a", "c"], ids=["x\ud800y", "ok"])
    text = written(sample_data({"A": run}, drawn_in()))
    assert r'"ids":["ok","x\ud800y"]' in text
    assert json.loads(text.encode())["ids"] == ["ok", "x\ud800y"]


def test_alignments_stop_when_time_is_up(monkeypatch):
    run = _large(20)
    monkeypatch.setattr(samples, "_MOST_SECONDS", -1.0)
    data = sample_data({"A": run}, drawn_in())
    assert data["systems"][0]["alignments"] == [None] * 20
    assert None not in data["references"]


def test_a_row_of_english_speech_takes_some_250_bytes():
    run = lm.score(next(iter(SPEECH.systems.values())), SPEECH.references)
    size = len(written(sample_data({"A": run}, drawn_in())).encode())
    assert size < 250 * run.sample_count


def test_no_text_ends_the_element_that_it_is_in():
    data = sample_data({"</script>": lm.score(["<!--"], ["</script>"])}, drawn_in())
    assert "<" not in written(data)
    assert json.loads(written(data))["references"] == ["</script>"]
