"""What the documentation shows of a program that asks the page gets an answer."""

import pytest

from tests.documentation import PAGE, run_by

(BLOCK,) = run_by(PAGE)


@pytest.mark.slow
def test_a_program_asks_as_the_page_shows(url):
    call, asked = BLOCK.code.rsplit("\n", 2)[0], BLOCK.code.rstrip().rsplit("\n", 1)[1]
    here = call.replace("http://127.0.0.1:7860", url)
    assert here != call
    given = {}
    exec(here, given)
    assert eval(asked, given) == pytest.approx(1 / 3)
