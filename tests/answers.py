"""Answers with the traps of the published rules, and random ones like their references."""

import random

from tests.oracles import ALPHABET, mutated, random_tokens

# Texts with the traps: upper case that is longer, lower case that is, white space of all kinds.
TRAPS = "aAbß\u0130ŉﬁ \t\u00a0\u3000\u2028\x1c日本σςΣ"


def related(rng: random.Random) -> tuple[str, list[str]]:
    alphabet = rng.choice(["ab c", "abcdefgh ", ALPHABET, TRAPS])
    accepted = [random_tokens(rng, rng.randint(0, 15), alphabet) for _ in range(rng.randint(1, 3))]
    return "".join(mutated(rng, rng.choice(accepted), alphabet)), ["".join(a) for a in accepted]


RANDOM = [related(random.Random(seed)) for seed in range(5000)]
