"""Every number that another tool has is ours too, or the difference has a name and a reason."""

import random

import pytest

from tests.peers.comparison import Outcome
from tests.peers.corpora import CORPORA, REAL
from tests.peers.differences import DIFFERENCES
from tests.peers.numbers import MEANINGS
from tests.thoroughness import ALL

PAIRS = 10_000 if ALL else 60
SEED = 23


@pytest.fixture(scope="module")
def outcome():
    compared = Outcome()
    for make in CORPORA.values():
        compared.add(make(random.Random(SEED), PAIRS))
    for read in REAL.values():
        compared.add(random.Random(SEED).sample(read(), 50))
    return compared


def test_no_peer_differs_for_no_known_reason(outcome):
    assert outcome.unknown == {}


def test_every_peer_says_what_we_say_of_most_pairs(outcome):
    for name, meaning in MEANINGS.items():
        for peer in meaning.peers:
            assert outcome.equal[name, peer] > outcome.known[name, peer], (name, peer)


@pytest.mark.parametrize("difference", DIFFERENCES, ids=lambda it: f"{it.peers}{it.meanings}")
def test_every_known_difference_is_still_there(outcome, difference):
    assert outcome.occurred[difference] > 0
