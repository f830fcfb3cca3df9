"""``levmetrics tokenize``: show how texts are split."""

from __future__ import annotations

from collections.abc import Sequence

import click

from levmetrics.cli.arguments import command


@command()
def tokenize(
    texts: Sequence[str] = (), *, tokenizer: str = "whitespace", normalizer: str | None = None
) -> None:
    """Print one line for each text: its tokens, separated by │."""
    from levmetrics.formats.source import lines_as_they_come
    from levmetrics.normalizers import get_normalizer
    from levmetrics.rendering.text import visible
    from levmetrics.tokenizers import get_tokenizer

    split, normalize = get_tokenizer(tokenizer), get_normalizer(normalizer)
    for text in texts or lines_as_they_come():
        click.echo(" │ ".join(map(visible, split(normalize(text)))))
