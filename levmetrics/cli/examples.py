"""``levmetrics demo``: the example texts, scored."""

from __future__ import annotations


def demo() -> None:
    """Score the example texts: speech as a recogniser heard it, and Japanese as OCR read it."""
    from levmetrics.cli.example_tables import print_examples

    print_examples()
