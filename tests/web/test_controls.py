"""What is chosen on the page before a visitor chooses."""

import re
from itertools import groupby

import pytest

from levmetrics import InputError
from levmetrics.rendering.labels import words_beside
from levmetrics.web.controls import first_choice, metric_control, request_of_controls
from levmetrics.web.language import LANGUAGES, WORDING
from levmetrics.web.requests import module_result, page_metrics


def test_metrics_are_listed_by_group_and_the_one_that_a_page_is_for_is_chosen():
    control = metric_control(first_choice("anls:docvqa"))
    assert control.value == "anls:docvqa"
    assert control.choices[0][1] == first_choice("") == "automatic"
    for language in LANGUAGES:
        titles = [WORDING[name][language] for _, name in control.choices[1:]]
        groups = [group for group, _ in groupby(re.split("[::]", title)[0] for title in titles)]
        assert len(groups) == len({*groups}) == 6, groups


@pytest.mark.parametrize(
    ("metric", "threshold", "score"),
    [
        ("anls:stvqa", "", 0.5),  # the rule's own one: half of one text of two is wrong
        ("anls:docvqa", "", 0.75),
        ("anls:docvqa", "0,6", 0.5),
        ("anls:docvqa", "0.4", 0.75),
        ("cer", "0.6", 1 / 3),  # which has none
    ],
)
def test_a_rule_keeps_its_own_threshold_until_another_is_given(metric, threshold, score):
    request = request_of_controls(metric, {"threshold": threshold, "normalizer": []})
    (found, *_) = module_result(request, ["ab", "ab"], ["a", "ab"]).values()
    assert found == score


@pytest.mark.parametrize("name", page_metrics())
def test_every_metric_says_in_a_line_what_it_is_for(name):
    about = words_beside(page_metrics()[name].kind)[f"about_{name}"]
    assert all(10 < len(said) < 100 for said in about.values())


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
