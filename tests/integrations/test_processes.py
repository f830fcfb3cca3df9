"""Several processes come to the result of one: in trainers, and in loops with accelerate."""

from functools import partial

import pytest

from tests.integrations.on_processes import SAMPLES, by_accelerate, by_both, by_trainers
from tests.torch.ranks import on_two_ranks

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def of_both(tmp_path_factory):
    """The results of two processes."""
    return on_two_ranks(partial(by_both, tmp_path_factory.mktemp("processes")))


def approximate(results):
    return {name: pytest.approx(value, rel=1e-12) for name, value in results.items()}


def test_trainers_on_two_processes_report_what_they_do_on_one(of_both, tmp_path):
    expected = {kind: approximate(found) for kind, found in by_trainers(tmp_path).items()}
    for own in of_both:
        assert own["processes"] == 2
        assert own["trainers"] == expected
        counted = {metrics["eval_reference_length"] for metrics in own["trainers"].values()}
        assert counted == {26, 23, 35}  # words of 8 and 7 samples, and letters


def test_loops_with_accelerate_give_what_one_process_gives_also_where_one_has_no_samples(of_both):
    expected = [by_accelerate(samples) for samples in SAMPLES]
    for own in of_both:
        for found, known in zip(own["accelerate"], expected, strict=True):
            counts = ("substitutions", "deletions", "insertions", "hits", "reference_length")
            assert [found[name] for name in counts] == [known[name] for name in counts]
            assert found == approximate(known)
