"""What is chosen on the page before a visitor chooses."""

import pytest

from levmetrics import InputError
from levmetrics.core.aliases import qualified
from levmetrics.web.controls import first_choice, metric_control, with_own_files


def test_the_metric_that_a_page_is_for_is_chosen_and_its_configs_come_first():
    control = metric_control(first_choice("anls:docvqa"))
    assert control.value == "anls:docvqa"
    assert control.choices[0][1] == first_choice("") == "automatic"
    names = [value for _, value in control.choices[1:]]
    assert names[-len(with_own_files()) :] == with_own_files()
    modules = [qualified(name)[0] for name in names[: -len(with_own_files())]]
    assert modules == sorted(modules)
    assert set(modules) == {"anls", "wer_lev"}


@pytest.mark.parametrize(
    ("metric", "message"),
    [
        ("amls", "unknown metric 'amls'; did you mean 'anls'"),
        ("wer_lev:cr", "unknown metric 'wer_lev:cr'; did you mean 'cer'"),
        ("keywords", "this page has no metric keywords; give one of wer, "),
    ],
)
def test_a_choice_that_the_page_does_not_have_is_refused(metric, message):
    with pytest.raises(InputError, match=message):
        first_choice(metric)
