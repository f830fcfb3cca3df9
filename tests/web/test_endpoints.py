"""The endpoints over the network: the very numbers of the modules."""

import evaluate
import pytest
from gradio_client.exceptions import AppError

from levmetrics import InputError, score
from levmetrics.web import endpoints
from levmetrics.web.limits import PAGE

HEARD = ["who is their", "is there", "", "今日はいい天気です"]
SAID = ["who is there", "who is there", "now", "今日は良い天気です"]
LISTS = ['{"a": [1, "x"]}', "[]"], ['{"a": ["x", "1"], "b": "c"}', '["y"]']
ALTERNATIVES = ["WHO", "Is"], [["what", "who"], ["is"]]
CHARACTERS = {"tokenizer": "char", "normalizer": ["lower", "squeeze_whitespace"]}


@pytest.mark.parametrize(
    ("name", "config", "sides", "options"),
    [
        *(("wer_lev", config, (HEARD, SAID), {}) for config in ("wer", "cer", "ja")),
        *(("anls", config, (HEARD, SAID), {}) for config in ("default", "stvqa", "docvqa", "star")),
        ("anls", "star", LISTS, {}),
        ("wer_lev", "wer", ALTERNATIVES, CHARACTERS),
    ],
)
def test_results_are_those_of_the_module(client, name, config, sides, options):
    references = [each if isinstance(each, str) else " ||| ".join(each) for each in sides[1]]
    given = {
        key: each if isinstance(each, str) else "+".join(each) for key, each in options.items()
    }
    texts = "\n".join(sides[0]), "\n".join(references), config
    found = client.predict(*texts, **given, api_name=f"/{name.partition('_')[0]}")
    module = evaluate.load(name, config)
    assert found == module.compute(predictions=sides[0], references=sides[1], **options)


def test_a_threshold_is_taken_as_a_number(client):
    # Worked by hand: "rain"/"shine" is 0.4, "lnaguaeg"/"language" 0.5.
    texts = "rain\nlnaguaeg", "shine\nlanguage"
    assert client.predict(*texts, threshold=0.5, api_name="/anls") == {"anls": 0.25}
    assert client.predict(*texts, api_name="/anls") == {"anls": 0.45}
    assert client.predict(*texts, "docvqa", threshold=0, api_name="/anls") == {"anls": 0.45}
    systems = {"A": texts[0], "B": texts[1]}
    found = client.predict(texts[1], systems, "anls", threshold=0.5, api_name="/compare")
    assert [found["systems"][name]["anls"] for name in "AB"] == [0.25, 1.0]
    with pytest.raises(AppError, match=r"^threshold is of type str; give a number, or nothing"):
        client.predict(*texts, threshold="0.5", api_name="/anls")


LONG = "a" * (PAGE.characters_alone + 1)
TOO_LONG = "is the most on this page"


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("compare", ["a", {"A": "a"}], "systems has 1 of them; give 2 to 6"),
        ("compare", ["a", dict.fromkeys("ABCDEFG", "a")], "systems has 7 of them; give 2 to 6"),
        ("compare", ["a", {"A": "a", "B": 5}], r"systems\['B'\] is of type int; give one text, as"),
        ("compare", ["a", {"": "a", "B": "a"}], "systems has the name '', which is empty; give ev"),
        ("compare", ["a", {"A" * 20_000: "a", "B": "a"}], "the names of systems: text 1 has 20,0"),
        ("compare", ["a", {"\ud800": "a", "B": "a"}], r"of systems has the lone surrogate U\+D800"),
        ("compare", ["a", {"A": "a", "B": LONG}], TOO_LONG),
        ("wer", ["a\nb", "a"], "predictions and references differ in length"),
        ("wer", ["a", "a", "keywords"], "this page has no metric keywords; give one of"),
        ("wer", ["a", "a", "wer", "mecab:/etc"], "unknown tokenizer"),
        ("wer", ["a\n" * 20_001, "a"], "more than the 20,000 texts"),
        ("wer", ["", ""], "there is nothing to score yet"),
        ("wer", [LONG, "a"], TOO_LONG),
        ("align", [LONG, ""], TOO_LONG),
    ],
)
def test_what_cannot_be_scored_is_refused_in_a_sentence(name, arguments, message):
    with pytest.raises(InputError, match=message):
        getattr(endpoints, name)(*arguments)


GIVEN = {
    "anls": {"predictions": "a", "references": "a", "config": "default", "format": ""},
    "wer": {"predictions": "a", "references": "a", "tokenizer": "char", "normalizer": "lower"},
    "align": {"prediction": "a", "reference": "a", "tokenizer": "char"},
    "compare": {"references": "a", "systems": {"A": "a", "B": "b"}, "metric": "wer"},
}


@pytest.mark.parametrize(("name", "argument"), [(n, a) for n, own in GIVEN.items() for a in own])
def test_an_argument_of_another_type_is_named(name, argument):
    for value in (5, 0.5, None, True, [], ["a"], "a" if argument == "systems" else {"a": "b"}):
        with pytest.raises(InputError) as caught:
            getattr(endpoints, name)(**{**GIVEN[name], argument: value})
        assert str(caught.value).startswith(f"{argument} is of type {type(value).__name__}; give ")


@pytest.mark.parametrize("depth", [300, 2_000, 100_000])
def test_json_that_is_nested_too_deep_is_refused_without_advice(client, depth):
    deep = '{"a":' * depth + "1" + "}" * depth
    with pytest.raises(AppError) as caught:
        client.predict(deep[: PAGE.characters_per_text], deep, "star", "", "", api_name="/anls")
    assert "sys." not in str(caught.value)
    assert "recursion" not in str(caught.value).lower()


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
