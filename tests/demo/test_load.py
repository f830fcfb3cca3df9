"""Many clients at once get the right answers; ``python -m benchmarks.page_load`` asks for more."""

import pytest

pytest.importorskip("psutil")

from benchmarks.page_load import questions, under_load
from tests.demo.loops import run


@pytest.mark.slow
def test_clients_at_once_get_the_librarys_answers(url):
    load = run(under_load(url, clients=30, seconds=5, requests=60))
    assert load.failures == []
    assert load.wrong == []
    assert load.requests >= 60


def test_the_questions_are_those_of_all_endpoints():
    assert {question.endpoint for question in questions()} == {"wer", "anls", "align", "compare"}
