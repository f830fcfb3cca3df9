"""Any sequence of calls of a module, good and bad, against a plain list of samples."""

import copy

import evaluate
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from levmetrics import InputError

WORDS = ["", "a", "a b", "日本", "c d e"]
SAMPLES = st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(WORDS)), max_size=4)
# Small numbers, so that batches are collected, and great ones, so that they are written.
TIMES = st.sampled_from([1, 1, 1, 300, 3000])
FAILURES = [InputError, KeyboardInterrupt]


def columns(samples):
    return {
        "predictions": [prediction for prediction, _ in samples],
        "references": [reference for _, reference in samples],
    }


def fails_with(failure):
    def normalizer(text):
        raise failure("no")

    return normalizer


class Module(RuleBasedStateMachine):
    """A module, and what must be in it."""

    def __init__(self, name, config):
        super().__init__()
        self.name, self.config = name, config
        self.added = []

    @initialize(keep_in_memory=st.booleans())
    def load(self, keep_in_memory):
        self.module = evaluate.load(self.name, self.config, keep_in_memory=keep_in_memory)
        self.fresh = evaluate.load(self.name, self.config, keep_in_memory=True)

    @rule(prediction=st.sampled_from(WORDS), reference=st.sampled_from(WORDS))
    def add(self, prediction, reference):
        self.module.add(prediction=prediction, reference=reference)
        self.added.append((prediction, reference))

    @rule(samples=SAMPLES, times=TIMES)
    def add_batch(self, samples, times):
        self.module.add_batch(**columns(samples * times))
        self.added += samples * times

    @rule(samples=SAMPLES)
    def add_a_batch_of_two_lengths(self, samples):
        texts = columns(samples)
        with pytest.raises(InputError, match="differ in length"):
            self.module.add_batch(**{**texts, "predictions": [*texts["predictions"], "a"]})

    @rule()
    def add_what_cannot_be_scored(self):
        with pytest.raises(InputError):
            self.module.add(prediction="a\ud800", reference="a")

    @rule(samples=SAMPLES, failure=st.sampled_from(FAILURES))
    def compute_in_vain(self, samples, failure):
        texts = columns([*samples, ("a", "b")])
        with pytest.raises(failure):
            self.module.compute(**texts, normalizer=fails_with(failure))

    @rule()
    def compute_with_an_unknown_option(self):
        with pytest.raises(InputError, match="unknown option"):
            self.module.compute(tokeniser="char")

    @rule(samples=SAMPLES)
    def compute(self, samples):
        everything = self.added + samples
        if not everything:
            with pytest.raises(InputError, match="nothing to score"):
                self.module.compute(**columns(samples))
            return
        expected = self.fresh.compute(**columns(everything), reduction="none")
        assert self.module.compute(**columns(samples), reduction="none") == expected
        self.added = []

    @rule()
    def go_on_with_a_copy(self):
        self.module = copy.copy(self.module)

    @invariant()
    def it_holds_what_was_added(self):
        if hasattr(self, "module"):
            assert len(self.module) == len(self.added)


@pytest.mark.parametrize(
    ("name", "config"), [("wer_lev", None), ("wer_lev", "cer"), ("anls", None), ("anls", "star")]
)
def test_a_module_scores_what_a_list_of_its_samples_scores(name, config):
    run_state_machine_as_test(
        lambda: Module(name, config),
        settings=settings(
            max_examples=20,
            stateful_step_count=20,
            suppress_health_check=[HealthCheck.too_slow],
        ),
    )
