"""Compare our numbers with every peer's, as many as there is time for.

``python -m tests.peers --pairs 1000000`` takes a night, prints a table, and exits with 1 where a
difference has no known reason.
"""

from __future__ import annotations

import random
import sys
from itertools import cycle

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

from tests.peers.comparison import Outcome
from tests.peers.corpora import CORPORA, REAL
from tests.peers.numbers import MEANINGS

_PAIRS_AT_ONCE = 500


@click.command()
@click.option("--pairs", default=10_000, help="How many random pairs, beside all real ones.")
@click.option("--seed", default=0, help="Of the random pairs.")
@click.option("--real/--no-real", default=True, help="Whether the real pairs are compared too.")
def main(pairs: int, seed: int, real: bool) -> None:
    """Compare our numbers with every peer's."""
    rng, outcome = random.Random(seed), Outcome()
    rounds = range(0, pairs, _PAIRS_AT_ONCE)
    for _, make in zip(track(rounds, "Pairs"), cycle(CORPORA.values()), strict=False):
        outcome.add(make(rng, _PAIRS_AT_ONCE))
    for read in REAL.values() if real else ():
        outcome.add(read())
    shown = Table("number", "peer", "pairs", "equal", "known differences", "others, the first")
    for name, meaning in MEANINGS.items():
        for peer in meaning.peers:
            key, others = (name, peer), outcome.unknown.get((name, peer), [])
            total = outcome.equal[key] + outcome.known[key] + len(others)
            first = f"{len(others)}: {others[0]!r}" if others else "none"
            counts = (total, outcome.equal[key], outcome.known[key])
            shown.add_row(name, peer, *(f"{count:,}" for count in counts), first)
    Console(width=140).print(shown)
    sys.exit(bool(outcome.unknown))


if __name__ == "__main__":
    main()
