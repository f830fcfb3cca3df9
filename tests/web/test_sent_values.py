"""Values that the page does not send, from programs: a sentence each, and a line in the log."""

import json
import math
import random
from itertools import count

import httpx
import pytest

from levmetrics import InputError
from levmetrics.web import explorer
from levmetrics.web.faults import in_a_line
from levmetrics.web.limits import PAGE
from tests.thoroughness import times
from tests.web.loops import run

PASSWORDS = {"path": "/etc/passwd", "meta": {"_type": "gradio.FileData"}}
OF_NETWORK = {**PASSWORDS, "path": "http://192.0.2.1/large.txt"}
FORGED = {
    "number": 5,
    "huge number": 1e300,
    "bool": True,
    "empty list": [],
    "list": ["a"],
    "object": {"a": "b"},
    "nested": [[["a"]]],
    "deep": json.loads("[" * 200 + "]" * 200),
    "deep text": "[" * 3_000 + "]" * 3_000,
    "JSON": '{"paths": 5}',
    "broken JSON": "[1",
    "no JSON": "x",
    "surrogate": "\ud800",
    "long": "x" * (PAGE.characters_alone + 1),
    "file of the server": PASSWORDS,
    "files of the server": [PASSWORDS],
    "file outside": {**PASSWORDS, "path": "../../etc/passwd"},
    "file of the network": [OF_NETWORK],
    "no path": {**PASSWORDS, "path": "\0"},
}
NOT_SENT = "this page does not send such a request; load the page again"
_SESSIONS = count()


@pytest.fixture
def ask(url):
    """Have an event answered, as a browser does, and return its error; ``None`` for no error."""

    def answered(event, values):
        session = f"forged-{next(_SESSIONS)}"
        body = json.dumps({"data": values, "fn_index": event, "session_hash": session})
        with httpx.Client(base_url=f"{url}gradio_api/queue/", timeout=60) as http:
            kind = {"content-type": "application/json"}
            assert http.post("join", content=body, headers=kind).status_code == 200
            with http.stream("GET", "data", params={"session_hash": session}) as messages:
                for line in messages.iter_lines():
                    message = json.loads(line.removeprefix("data:")) if line else {}
                    assert message.get("msg") not in ("unexpected_error", "close_stream"), message
                    if message.get("msg") == "process_completed":
                        return None if message["success"] else message["output"]["error"]
        raise AssertionError("no answer")

    return answered


@pytest.fixture(scope="module")
def events(url):
    """The events that the server answers: the number, name and usual values of each.

    Endpoints have names; other events are named by the element of their component.
    """
    config = httpx.get(f"{url}config").json()
    usual = {one["id"]: one["props"].get("value") for one in config["components"]}
    elements = {one["id"]: one["props"].get("elem_id") for one in config["components"]}
    return [
        (
            one["id"],
            one["api_name"] or f"#{elements.get(one['targets'][0][0])}",
            [usual[component] for component in one["inputs"]],
        )
        for one in config["dependencies"]
        if one["backend_fn"] and not one["cancels"]
    ]


@pytest.fixture
def check(ask, caplog, capfd):
    """Have an event answered: with no error, or a sentence, and at most a line in the log."""

    def checked(event, values):
        caplog.clear()
        said = ask(event, values)
        errors = capfd.readouterr().err
        assert said is None or (isinstance(said, str) and " " in said), (values, said)
        assert "/etc" not in (said or "")
        assert "Traceback" not in errors
        assert len(caplog.text.splitlines()) <= 1, caplog.text

    return checked


PUBLIC = ("anls", "wer", "align", "compare")


@pytest.mark.parametrize("forged", FORGED)
@pytest.mark.parametrize("name", PUBLIC)
def test_an_endpoint_refuses_forged_values_in_a_sentence(check, events, name, forged):
    ((event, _, usual),) = (each for each in events if each[1] == name)
    at = random.Random(forged).randrange(len(usual))
    check(event, [*usual[:at], FORGED[forged], *usual[at + 1 :]])


@pytest.mark.slow
@pytest.mark.parametrize("forged", FORGED)
def test_an_event_of_the_page_refuses_forged_values_in_a_sentence(check, events, forged):
    """In turns, so that every place of every event gets one of them, or all if all is tried."""
    turn = [*FORGED].index(forged)
    for event, name, usual in events:
        if name not in PUBLIC and usual:
            steps = times(math.ceil(len(usual) / len(FORGED)), of=len(usual))
            for step in range(steps):
                at = (steps * turn + step) % len(usual)
                check(event, [*usual[:at], FORGED[forged], *usual[at + 1 :]])


def test_values_that_are_missing_are_no_null(check, events):
    for event, _, usual in events:
        if usual:
            check(event, [])


@pytest.mark.parametrize("file", [PASSWORDS, OF_NETWORK], ids=["of the server", "of the network"])
def test_no_file_is_read_but_an_uploaded_one(ask, events, file):
    """Gradio itself downloads a file of the network, and of any size, wherever a value names it."""
    event, usual = next((event, usual) for event, name, usual in events if name == "#score")
    for value in (file, [file]):
        assert {ask(event, [usual[0], value, *usual[2:]]), ask(event, [value])} == {NOT_SENT}


@pytest.mark.parametrize("forged", [5, None, "fr", ["ja"], {}])
def test_a_language_that_the_page_does_not_have_is_refused(ask, events, forged, caplog):
    for event, _, usual in events:
        if usual and usual[0] == "en":
            assert ask(event, [forged, *usual[1:]]) == NOT_SENT
    assert caplog.text == ""


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("queue/join", '{"data": [], "fn_index": 99999, "session_hash": "a"}', 400),
        ("component_server", '{"component_id": 99999, "fn_name": "aligned", "data": 1}', 400),
        ("component_server", "5", 400),
        ("run/nothing", '{"data": []}', 400),
        ("reset", '{"data": ["\\ud800"]}', 500),
        ("queue/join", "[" * 100_000, 400),
    ],
)
def test_a_request_that_gradio_cannot_process_gets_a_sentence(
    url, path, body, status, caplog, capfd
):
    kind = {"content-type": "application/json"}
    answer = httpx.post(f"{url}gradio_api/{path}", content=body, headers=kind)
    assert answer.status_code == status
    assert " " in answer.json()["detail"]
    assert len(caplog.text.splitlines()) <= 1
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize(
    "asked",
    [
        *(5, None, [], {}, {"request": {"metric": "wer"}}),
        *(
            {"reference": "a", "predictions": {"a": "b"}, **changed}
            for changed in (
                {"request": {"metric": 5}},
                {"request": {"metric": "wer", "more": 1}},
                {"request": {"metric": "wer"}, "predictions": [1]},
                {"request": {"metric": "wer", "given": 5}},
                {"request": {"metric": "wer", "given": {"schema": 5}}},
            )
        ),
    ],
)
def test_an_opened_row_refuses_forged_values_without_a_line_in_the_log(asked, caplog):
    assert NOT_SENT in run(explorer.aligned(asked))
    assert run(explorer.report(asked)) == {"refusal": NOT_SENT}
    assert caplog.text == ""


def test_a_fault_is_one_short_line_with_its_place():
    def endless(text):
        return endless(text)

    with pytest.raises(RecursionError) as caught:
        endless("a")
    assert len(in_a_line(caught.value).splitlines()) == 1
    with pytest.raises(InputError) as caught:
        explorer._sent(5, request=dict)
    assert "(levmetrics/web/explorer.py:" in in_a_line(caught.value)
    assert len(in_a_line(ValueError("a\n" * 10_000))) < 400
    assert "\n" not in in_a_line(ValueError("a\n\x1b[31m"))
