"""Textbook algorithms, written for clearness and not for speed, to compare the kernel with."""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence


def edit_distance(
    pred: Sequence[Hashable],
    target: Sequence[Hashable],
    substitution_cost: int = 1,
    gap_cost: int = 1,
) -> int:
    """Wagner and Fischer, "The String-to-String Correction Problem", J. ACM 1974."""
    row = [gap_cost * j for j in range(len(target) + 1)]
    for i, pred_token in enumerate(pred, start=1):
        above, row = row, [gap_cost * i]
        for j, target_token in enumerate(target, start=1):
            replaced = above[j - 1] + (0 if pred_token == target_token else substitution_cost)
            row.append(min(replaced, above[j] + gap_cost, row[j - 1] + gap_cost))
    return row[-1]


def possible_hits(pred: Sequence[Hashable], target: Sequence[Hashable]) -> set[int]:
    """Every number of hits that an alignment of the lowest cost can have."""
    row = [(j, {0}) for j in range(len(target) + 1)]
    for i, pred_token in enumerate(pred, start=1):
        above, row = row, [(i, {0})]
        for j, target_token in enumerate(target, start=1):
            hit = int(pred_token == target_token)
            cost, hits = above[j - 1]
            ways = [
                (cost + 1 - hit, {h + hit for h in hits}),
                (above[j][0] + 1, above[j][1]),
                (row[j - 1][0] + 1, row[j - 1][1]),
            ]
            lowest = min(cost for cost, _ in ways)
            row.append((lowest, set().union(*(h for cost, h in ways if cost == lowest))))
    return row[-1][1]


# Letters, digits, combining marks, right-to-left, Han, kana, Hangul, emoji, private use, plane 16.
ALPHABET = "abcAé\u0301ßİшאبक्कあア漢字한글ᄒ😀\u200d👩\ue000\U0010ffff\0\x7f"


def random_tokens(rng: random.Random, length: int, alphabet: Sequence[str]) -> list[str]:
    return [rng.choice(alphabet) for _ in range(length)]


def mutated(rng: random.Random, tokens: Sequence[str], alphabet: Sequence[str]) -> list[str]:
    """A copy with random errors, and sometimes something else altogether."""
    rate = rng.choice([0.0, 0.05, 0.3, 1.0])
    copy: list[str] = []
    for token in tokens:
        if rng.random() >= rate:
            copy.append(token)
        elif (kind := rng.randrange(3)) == 0:
            copy.append(rng.choice(alphabet))
        elif kind == 1:
            copy += [token, rng.choice(alphabet)]
    return copy


def random_pairs(
    rng: random.Random, count: int, alphabet: Sequence[str], longest: int = 200
) -> list[tuple[list[str], list[str]]]:
    """Pairs of token lists from 0 to ``longest`` long, more or less alike."""
    pairs = []
    for _ in range(count):
        few = rng.sample(alphabet, rng.randint(1, len(alphabet)))
        target = random_tokens(rng, rng.randint(0, rng.choice([5, 40, longest])), few)
        pred = mutated(rng, target, few) if rng.random() < 0.8 else random_tokens(rng, 30, few)
        pairs.append((pred[:longest], target))
    return pairs


def competition_score(answer: str, accepted: list[str], threshold: float) -> float:
    """The rule of the Robust Reading Competition's script for one question, in our words."""
    values = []
    for reference in accepted:
        distance = edit_distance(
            " ".join(answer.strip().lower().split()), " ".join(reference.strip().lower().split())
        )
        length = max(len(answer.upper()), len(reference.upper()))
        values.append(distance / length if length else 0.0)
    similarity = 1 - min(values)
    return similarity if similarity >= threshold else 0.0


def sclites_steps(pred: Sequence[Hashable], target: Sequence[Hashable]) -> str:
    """Return sclite's alignment: C, S, D, I for each hit, substitution, deletion and insertion.

    The lowest sum of 4 for a substitution and 3 for a deletion or insertion; of ties, from the end
    on, a substitution or hit, then an insertion, then a deletion: ``calculate_internal_cells`` in
    ``src/sclite/net_dp.c`` of NIST's SCTK.
    """
    costs: dict[tuple[int, int], int] = {(-1, -1): 0}
    steps: dict[tuple[int, int], str] = {}
    for i in range(-1, len(target)):
        for j in range(-1, len(pred)):
            if (i, j) == (-1, -1):
                continue
            pair = "CS"[min(i, j) < 0 or target[i] != pred[j]]
            ways = [(costs.get(before(step, i, j)), step) for step in (pair, "I", "D")]
            known = [
                (cost + {"C": 0, "S": 4}.get(step, 3), step)
                for cost, step in ways
                if cost is not None
            ]
            costs[i, j], steps[i, j] = min(known, key=lambda way: way[0])
    found, cell = "", (len(target) - 1, len(pred) - 1)
    while cell in steps:
        found += steps[cell]
        cell = before(steps[cell], *cell)
    return found[::-1]


def before(step: str, i: int, j: int) -> tuple[int, int]:
    """Return the cell before a step that ends at tokens ``i`` and ``j``."""
    return i - (step != "I"), j - (step != "D")
