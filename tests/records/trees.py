"""Random nested values with predictions like them, and what ``anls_star`` says of these."""

import random
import string
import warnings
from typing import Any

import pytest

WORDS = ["", "a", "ab", "abc", "rain", "brain", "shine", "x y", "X  Y", "12", "invoice", "invoce"]
WORDS += ["None", "true", "12.0", "日本", "日本語", "ß", "SS"]
CHANCES = [0.3, 0.45, 0.7]


def random_leaf(rng: random.Random) -> Any:
    others = [None, rng.randint(0, 20), rng.random() < 0.5, round(rng.random() * 20, 1)]
    return rng.choice([rng.choice(WORDS)] * 6 + others)


def random_reference(rng: random.Random, depth: int) -> Any:
    chance = rng.random()
    if depth == 0 or chance < CHANCES[0]:
        return random_leaf(rng)
    if chance < CHANCES[1]:
        return tuple(random_reference(rng, depth - 1) for _ in range(rng.randint(1, 3)))
    if chance < CHANCES[2]:
        return [random_reference(rng, depth - 1) for _ in range(rng.randint(0, 4))]
    keys = rng.sample(string.ascii_lowercase[:6], rng.randint(0, 4))
    return {key: random_reference(rng, depth - 1) for key in keys}


def without_tuples(rng: random.Random, value: Any) -> Any:
    if isinstance(value, tuple):
        return without_tuples(rng, rng.choice(value))
    if isinstance(value, list):
        return [without_tuples(rng, item) for item in value]
    if isinstance(value, dict):
        return {key: without_tuples(rng, item) for key, item in value.items()}
    return value


def noisy(rng: random.Random, value: Any) -> Any:
    """A prediction like the reference: items dropped and shuffled, keys missing and invented."""
    if rng.random() < 0.1:
        return without_tuples(rng, random_reference(rng, 2))
    if isinstance(value, list):
        items = [noisy(rng, item) for item in value if rng.random() > 0.15]
        return rng.sample(items, len(items))
    if isinstance(value, dict):
        kept = {key: noisy(rng, item) for key, item in value.items() if rng.random() > 0.1}
        return kept | ({"new": random_leaf(rng)} if rng.random() < 0.2 else {})
    if isinstance(value, str) and value and rng.random() < 0.3:
        return value[:-1] + rng.choice("xyz")
    return value


def random_sample(seed: int) -> tuple[Any, Any]:
    rng = random.Random(seed)
    reference = random_reference(rng, 3)
    prediction = noisy(rng, without_tuples(rng, reference))
    if reference == [] and isinstance(prediction, str):
        return random_sample(seed + 1_000_000)  # an empty list of answers, which neither takes
    return prediction, reference


SAMPLES = [random_sample(seed) for seed in range(6000)]


def expected(prediction: Any, reference: Any) -> tuple[float, Any, dict[str, float]]:
    peer = pytest.importorskip("anls_star.anls_star")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        score, closest, keys = peer.anls_score(
            reference, prediction, return_gt=True, return_key_scores=True
        )
    return score, closest, flat(keys, "")


def flat(nodes: dict[str, Any], path: str) -> dict[str, float]:
    scores = {}
    for key, node in nodes.items():
        if node.anls_score is not None:
            scores[path + key] = node.anls_score
        scores.update(flat(node.children, f"{path}{key}."))
    return scores
