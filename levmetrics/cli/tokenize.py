"""``levmetrics tokenize``: how a text is split."""

from __future__ import annotations

from typing import Annotated

import typer

from levmetrics.cli import completions


def tokenize(
    texts: Annotated[list[str] | None, typer.Argument(help="Texts; none: lines of input.")] = None,
    tokenizer: Annotated[
        str,
        typer.Option(help="whitespace, char, mecab, ...", autocompletion=completions.tokenizers),
    ] = "whitespace",
    normalizer: Annotated[
        str | None,
        typer.Option(
            help="Applied first: nfkc,lower, ...",
            metavar="NAME,...",
            autocompletion=completions.normalizers,
        ),
    ] = None,
) -> None:
    """Split texts into tokens, a text a line, with │ between the tokens."""
    import sys

    from levmetrics.normalizers import get_normalizer
    from levmetrics.rendering.text import visible
    from levmetrics.tokenizers import get_tokenizer

    split, normalize = get_tokenizer(tokenizer), get_normalizer(normalizer)
    for text in texts or (line.rstrip("\n") for line in sys.stdin):
        typer.echo(" │ ".join(map(visible, split(normalize(text)))))
