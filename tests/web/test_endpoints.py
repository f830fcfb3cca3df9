"""The endpoints over the network: the very numbers of the modules, for many at once."""

import evaluate
import gradio as gr
import pytest
from gradio_client import Client
from gradio_client.exceptions import AppError

from levmetrics import InputError, align, compare, score
from levmetrics.comparison import comparison
from levmetrics.system.extras import PackageOfExtra
from levmetrics.web import endpoints
from levmetrics.web.error_messages import with_errors_shown, with_gradio_errors
from levmetrics.web.limits import PAGE
from tests.web.clients import PLAIN

HEARD = ["who is their", "is there", "", "今日はいい天気です"]
SAID = ["who is there", "who is there", "now", "今日は良い天気です"]


@pytest.fixture(scope="module")
def client(url):
    return Client(url, **PLAIN)


def test_a_comparison_without_its_statistics_says_what_installs_them(monkeypatch):
    missing = PackageOfExtra("nothing_of_this_name.stats", "the comparison of systems", "stats")
    monkeypatch.setattr(comparison, "stats", missing)
    with pytest.raises(gr.Error) as caught:
        with_gradio_errors(endpoints.compare)("a", {"A": "a", "B": "b"})
    assert caught.value.message == (
        "the comparison of systems needs nothing_of_this_name, which is not installed where this "
        "page runs: pip install 'levmetrics[stats]' brings it"
    )


@pytest.mark.parametrize("config", ["wer", "cer", "ja"])
def test_error_rates_are_those_of_the_module(client, config):
    found = client.predict("\n".join(HEARD), "\n".join(SAID), config, "", "", api_name="/wer")
    module = evaluate.load("wer_lev", config)
    assert found == module.compute(predictions=HEARD, references=SAID)


@pytest.mark.parametrize("config", ["default", "stvqa", "docvqa", "star"])
def test_similarities_are_those_of_the_module(client, config):
    found = client.predict("\n".join(HEARD), "\n".join(SAID), config, "", "", api_name="/anls")
    module = evaluate.load("anls", config)
    assert found == module.compute(predictions=HEARD, references=SAID)


def test_values_are_json_a_line(client):
    preds, target = ['{"a": [1, "x"]}', "[]"], ['{"a": ["x", "1"], "b": "c"}', '["y"]']
    found = client.predict("\n".join(preds), "\n".join(target), "star", "", "", api_name="/anls")
    assert found == evaluate.load("anls", "star").compute(predictions=preds, references=target)


def test_tokenizers_normalizers_and_several_references_are_taken(client):
    found = client.predict(
        "WHO\nIs", "what ||| who\nis", "wer", "char", "lower+squeeze_whitespace", api_name="/wer"
    )
    module = evaluate.load("wer_lev")
    assert found == module.compute(
        predictions=["WHO", "Is"],
        references=[["what", "who"], ["is"]],
        tokenizer="char",
        normalizer=["lower", "squeeze_whitespace"],
    )


def test_a_threshold_is_taken_as_a_number(client):
    # Worked by hand: "rain"/"shine" is 0.4, "lnaguaeg"/"language" 0.5.
    texts = "rain\nlnaguaeg", "shine\nlanguage"
    assert client.predict(*texts, threshold=0.5, api_name="/anls") == {"anls": 0.25}
    assert client.predict(*texts, api_name="/anls") == {"anls": 0.45}
    systems = {"A": texts[0], "B": texts[1]}
    found = client.predict(texts[1], systems, "anls", threshold=0.5, api_name="/compare")
    assert [found["systems"][name]["anls"] for name in "AB"] == [0.25, 1.0]
    with pytest.raises(AppError, match=r"^threshold is of type str; give a number, or nothing"):
        client.predict(*texts, threshold="0.5", api_name="/anls")


def test_pairs_are_aligned(client):
    found = client.predict("is there now", "who is there", "whitespace", api_name="/align")
    assert found == align("is there now", "who is there").to_dict()


def test_systems_are_compared(client):
    systems = {"old": HEARD, "new": SAID, "third": SAID[::-1]}
    texts = {name: "\n".join(predictions) for name, predictions in systems.items()}
    found = client.predict("\n".join(SAID), texts, "anls", "", "", api_name="/compare")
    assert found == compare(systems, SAID, "anls")


@pytest.mark.parametrize(
    ("systems", "message"),
    [
        ({"A": "a"}, "systems has 1 of them; give 2 to 6"),
        (dict.fromkeys("ABCDEFG", "a"), "systems has 7 of them; give 2 to 6"),
        ({"A": "a", "B": 5}, r"systems\['B'\] is of type int; give one text, as a string"),
        ("a", "systems is of type str; give texts by names"),
        ({"": "a", "B": "a"}, r"systems has the name '', which is empty; give every system a name"),
        ({"A" * 20_000: "a", "B": "a"}, r"the names of systems: text 1 has 20,000 characters"),
        ({"A": "a", "B": "a\nb"}, r"predictions and references differ in length"),
    ],
)
def test_systems_that_cannot_be_compared_are_refused_in_a_sentence(client, systems, message):
    with pytest.raises(AppError, match=message):
        client.predict("a", systems, "anls", "", "", api_name="/compare")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("a\nb", "a", "wer", "", ""), "predictions and references differ in length"),
        (("a", "a", "wr", "", ""), "unknown config"),
        (("a", "a", "keywords", "", ""), "this page has no metric keywords; give one of"),
        (("a", "a", "wer", "mecab:/etc", ""), "unknown tokenizer"),
        (("a", "a", "wer", "", "lowr"), "unknown normalizer"),
        (("", "", "wer", "", ""), "there is nothing to score yet"),
        (("a" * (PAGE.characters_per_text + 1), "a", "wer", "", ""), "is the most on this page"),
    ],
)
def test_what_cannot_be_scored_is_refused_in_a_sentence(client, arguments, message):
    with pytest.raises(AppError, match=message):
        client.predict(*arguments, api_name="/wer")


def test_only_the_named_endpoints_are_open(client):
    named = client.view_api(return_format="dict")["named_endpoints"]
    assert set(named) == {"/anls", "/wer", "/align", "/compare"}


NAMED = {
    "anls": ("predictions", "references", "config", "tokenizer", "normalizer"),
    "wer": ("predictions", "references", "config", "tokenizer", "normalizer"),
    "align": ("prediction", "reference", "tokenizer"),
    "compare": ("references", "metric", "tokenizer", "normalizer"),
}
FAIR = {"config": "default", "metric": "wer", "tokenizer": "char", "normalizer": "lower"}
NEEDED = {"compare": {"systems": {"A": "a", "B": "b"}}}


@pytest.mark.parametrize(("name", "argument"), [(n, a) for n, own in NAMED.items() for a in own])
def test_an_argument_that_is_no_string_is_named(name, argument):
    given = {own: FAIR.get(own, "a") for own in NAMED[name]}
    for value in (5, 0.5, None, True, [], ["a"], {}, {"a": "b"}):
        with pytest.raises(InputError) as caught:
            getattr(endpoints, name)(**{**given, **NEEDED.get(name, {}), argument: value})
        assert str(caught.value) == (
            f"{argument} is of type {type(value).__name__}; give one text, as a string"
        )


@pytest.mark.parametrize("value", [5, None, ["a"], {"a": "b"}, True], ids=repr)
def test_a_program_is_told_which_argument_is_no_string(client, value):
    with pytest.raises(AppError, match=r"^prediction is of type \w+; give one text"):
        client.predict(value, "a", "char", api_name="/align")


@pytest.mark.parametrize("depth", [300, 2_000, 100_000])
def test_json_that_is_nested_too_deep_is_refused_without_advice(client, depth):
    deep = '{"a":' * depth + "1" + "}" * depth
    with pytest.raises(AppError) as caught:
        client.predict(deep[: PAGE.characters_per_text], deep, "star", "", "", api_name="/anls")
    said = str(caught.value)
    assert "sys." not in said
    assert "recursion" not in said.lower()


def test_a_value_as_deep_as_python_can_read_is_too_deep_for_the_page(client):
    deep = '{"a":' * 1_500 + "1" + "}" * 1_500
    with pytest.raises(AppError, match=r"^references\[0\] is nested too deep for this page$"):
        client.predict("a", deep, "star", "", "", api_name="/anls")


@pytest.mark.parametrize("depth", [200, 330, 900])
@pytest.mark.parametrize("form", ["{}", '{{"a": 1, "b": {}}}', '[{{"a": {}}}]', '{{\n"a": {}\n}}'])
def test_a_record_that_is_nested_too_deep_is_refused_as_python_refuses_it(depth, form):
    """Depths that Python's parser reads, and its writer of JSON does not; one such is its limit."""
    deep = form.format('{"a":' * depth + "1" + "}" * depth)
    for config in ("record", "star"):
        with pytest.raises(InputError, match="is nested more than 100 levels deep") as caught:
            endpoints.anls("{}", deep, config)
        assert caught.value.code == "value.too_deep"
    with pytest.raises(InputError, match="is nested more than 100 levels deep"):
        score(['{"a": 1}'], [deep], "record")


def test_a_system_whose_name_is_no_unicode_is_refused():
    with pytest.raises(InputError, match=r"a key of systems has the lone surrogate U\+D800"):
        endpoints.compare("a\nb", {"\ud800": "a\nb", "B": "a\nb"})


def test_a_schema_of_null_is_none():
    with pytest.raises(InputError, match="schema is of type NoneType; it must be a JSON Schema"):
        endpoints.anls("{}", "{}", "record", schema="null")


def test_a_failure_shows_nothing_of_this_machine(monkeypatch, caplog):
    def failing():
        raise FileNotFoundError(2, "No such file", "/tmp/secret")

    with pytest.raises(gr.Error) as caught:
        with_gradio_errors(failing)()
    assert "secret" not in caught.value.message
    assert "secret" not in with_errors_shown(failing)()
    assert "secret" in caplog.text
