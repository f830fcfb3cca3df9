"""A tokenizer, a normalizer, a rate and an ANLS rule that are registered while a test runs."""

import pytest

from levmetrics.normalizers import NORMALIZERS
from levmetrics.scores.anls_rules import RULES
from levmetrics.scores.error_rates import RATES
from levmetrics.tokenizers import TOKENIZERS
from tests.registered import EXACT, HIT_RATE, HYPHEN, NO_HYPHENS, registered


@pytest.fixture
def hyphen():
    with registered(TOKENIZERS, HYPHEN):
        yield HYPHEN


@pytest.fixture
def no_hyphens():
    with registered(NORMALIZERS, NO_HYPHENS):
        yield NO_HYPHENS


@pytest.fixture
def hit_rate():
    with registered(RATES, HIT_RATE):
        yield HIT_RATE


@pytest.fixture
def exact():
    with registered(RULES, EXACT):
        yield EXACT
