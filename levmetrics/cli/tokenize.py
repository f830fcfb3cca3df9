"""``levmetrics tokenize``: how a text is split."""

from __future__ import annotations

from collections.abc import Sequence

import click

from levmetrics.cli import completions
from levmetrics.cli.arguments import Command, completed


@click.command(cls=Command)
@click.argument("texts", nargs=-1, help="Texts; none: lines of input.")
@click.option(
    "--tokenizer",
    default="whitespace",
    help="whitespace, char, mecab, ...",
    **completed(completions.tokenizers),
)
@click.option(
    "--normalizer",
    metavar="NAME,...",
    help="Applied first: nfkc,lower, ...",
    **completed(completions.normalizers),
)
def tokenize(texts: Sequence[str], tokenizer: str, normalizer: str | None) -> None:
    """Split texts into tokens, a text a line, with │ between the tokens."""
    import sys

    from levmetrics.normalizers import get_normalizer
    from levmetrics.rendering.text import visible
    from levmetrics.tokenizers import get_tokenizer

    split, normalize = get_tokenizer(tokenizer), get_normalizer(normalizer)
    for text in texts or (line.rstrip("\n") for line in sys.stdin):
        click.echo(" │ ".join(map(visible, split(normalize(text)))))
