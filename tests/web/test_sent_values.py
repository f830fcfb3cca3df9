"""Values that the page does not send, from programs: a sentence each, and a line in the log."""

import json
import math

import httpx
import pytest

from levmetrics import InputError
from levmetrics.web import explorer
from levmetrics.web.faults import in_a_line
from levmetrics.web.limits import PAGE
from tests.thoroughness import times
from tests.web.events import answer, events_of
from tests.web.given import asked, run

PASSWORDS = {"path": "/etc/passwd", "meta": {"_type": "gradio.FileData"}}
OF_NETWORK = {**PASSWORDS, "path": "http://192.0.2.1/large.txt"}
FORGED = {
    "number": 5,
    "bool": True,
    "empty list": [],
    "object": {"a": "b"},
    "nested": [[["a"]]],
    "deep": json.loads("[" * 200 + "]" * 200),
    "deep text": "[" * 3_000 + "]" * 3_000,
    "JSON": '{"paths": 5}',
    "broken JSON": "[1",
    "surrogate": "\ud800",
    "long": "x" * (PAGE.characters_alone + 1),
    "file of the server": PASSWORDS,
    "files of the server": [PASSWORDS],
    "file outside": {**PASSWORDS, "path": "../../etc/passwd"},
    "file of the network": [OF_NETWORK],
}
FORGED_ROWS = [
    {"request": {"metric": 5}},
    {"request": {"metric": "wer", "more": 1}},
    {"request": {"metric": "wer", "given": {"schema": 5}}},
    {"predictions": [1]},
]
NOT_SENT = "this page does not send such a request; load the page again"


@pytest.fixture(scope="module")
def events(url):
    return events_of(url)


@pytest.fixture
def check(url, caplog, capfd):
    """Have an event answered: with no error, or a sentence, and at most a line in the log."""

    def checked(event, values):
        caplog.clear()
        said = answer(url, event, values).get("error", "in order")
        assert " " in said, (values, said)
        assert "/etc" not in said
        assert "Traceback" not in capfd.readouterr().err
        assert len(caplog.text.splitlines()) <= 1, caplog.text

    return checked


def test_values_that_are_missing_are_no_null(check, events):
    for event in events:
        if event.values:
            check(event, [])


@pytest.mark.slow
@pytest.mark.parametrize("forged", FORGED)
def test_endpoints_and_events_of_the_page_refuse_forged_values_in_a_sentence(check, events, forged):
    """In turns, so that every place of every event gets one of them, or all if all is tried."""
    turn = [*FORGED].index(forged)
    for event in events:
        if places := len(event.values):
            steps = times(math.ceil(places / len(FORGED)), of=places)
            for step in range(steps):
                at = (steps * turn + step) % places
                check(event, [*event.values[:at], FORGED[forged], *event.values[at + 1 :]])


@pytest.mark.parametrize("file", [PASSWORDS, OF_NETWORK], ids=["of the server", "of the network"])
def test_no_file_is_read_but_an_uploaded_one(url, events, file):
    """Gradio itself downloads a file of the network, and of any size, wherever a value names it."""
    event = next(event for event in events if "score" in event.pressed)
    for value in (file, [file]):
        for values in ([event.values[0], value, *event.values[2:]], [value]):
            assert answer(url, event, values)["error"] == NOT_SENT


@pytest.mark.parametrize("forged", [5, None, "fr", ["ja"], {}])
def test_a_language_that_the_page_does_not_have_is_refused(url, events, forged, caplog):
    for event in events:
        if event.values[:1] == ["en"]:
            assert answer(url, event, [forged, *event.values[1:]])["error"] == NOT_SENT
    assert caplog.text == ""


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("queue/join", '{"data": [], "fn_index": 99999, "session_hash": "a"}', 400),
        ("component_server", '{"component_id": 99999, "fn_name": "aligned", "data": 1}', 400),
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
    ("sent", "said"),
    [
        *((sent, NOT_SENT) for sent in (5, None, [], {}, {"request": {"metric": "wer"}})),
        *(({**asked({"": "a"}), **changed}, NOT_SENT) for changed in FORGED_ROWS),
        (asked({"": 7}), "predictions"),
        (asked({"": "a"}, reference=[5]), "references"),
        (asked({"": "a"}, tokenizer="/etc"), "unknown tokenizer"),
        (asked({"": "a" * 100_001}), "is the most on this page"),
        (asked(dict.fromkeys("abcdefg", "a")), "systems has 7 of them; give 2 to 6"),
    ],
)
def test_an_opened_row_refuses_forged_values_without_a_line_in_the_log(sent, said, caplog):
    html = run(explorer.aligned(sent))
    assert 'class="lev-refusal" role="alert"' in html
    assert said in html
    assert run(explorer.report(sent)) == {"refusal": NOT_SENT}
    assert caplog.text == ""


@pytest.mark.parametrize(
    ("systems", "said"),
    [({"A": [5]}, "predictions"), ({key: ["a"] for key in "ABCDEFG"}, "systems has 7 of them")],
)
def test_a_report_refuses_forged_texts_without_a_line_in_the_log(systems, said, caplog):
    labels = {"ids": None, "groups": None}
    sent = {"request": {"metric": "wer"}, "references": ["a"], "systems": systems, **labels}
    assert said in run(explorer.report(sent))["refusal"]
    assert caplog.text == ""


def test_a_fault_is_one_short_line_with_its_place():
    with pytest.raises(InputError) as caught:
        explorer._sent(5, request=dict)
    assert "(levmetrics/web/explorer.py:" in in_a_line(caught.value)
    said = in_a_line(ValueError("a\n\x1b[31m" * 10_000))
    assert len(said) < 400
    assert "\n" not in said
