"""Many clients at once get the right answers."""

import httpx
import pytest

from tests.web.load import Page, Press, questions, under_load, visit, visits
from tests.web.loops import run


@pytest.mark.slow
def test_programs_and_visitors_at_once_get_the_librarys_answers(url):
    load = run(under_load(url, programs=15, visitors=15, seconds=5, requests=90))
    assert load.failures == []
    assert load.wrong == []
    assert load.requests >= 90
    assert {"wer", "score (button)", "sample (button)", "compare (button)"} <= load.seconds.keys()


def done(url, presses):
    """Visit the page, and return what is wrong with each answer."""

    async def visited():
        async with (
            httpx.AsyncClient(base_url=url, timeout=60) as http,
            visit(http, await Page.of(http)) as visiting,
        ):
            return [await visiting.do(press) for press in presses]

    return run(visited())


@pytest.mark.slow
def test_a_visit_gets_what_its_buttons_give(url):
    for presses in visits()[:3]:
        assert done(url, presses) == [""] * len(presses)


@pytest.mark.slow
def test_another_number_than_the_right_one_is_noticed(url):
    load, score, _ = visits()[0]
    assert done(url, [load, Press(score.name, score.element, {"score_explorer": ["99.99 %"]})])[1]


def test_the_questions_are_those_of_all_endpoints():
    assert {question.endpoint for question in questions()} == {"wer", "anls", "align", "compare"}


def test_the_visits_press_both_buttons():
    assert {press.element for presses in visits() for press in presses} >= {"score", "compare"}
