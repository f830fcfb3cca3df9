"""``levmetrics publish``: a metric as a Space of the Hugging Face Hub."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def publish(
    metric: Annotated[str, typer.Argument(help="anls or wer_lev.")],
    to: Annotated[
        Path | None,
        typer.Option(
            help="Write the files of the Space into this folder, called as the metric is."
        ),
    ] = None,
    repo: Annotated[
        str | None,
        typer.Option(help="The Space, OWNER/anls; without --upload nothing is sent."),
    ] = None,
    upload: Annotated[bool, typer.Option("--upload", help="Send the files to --repo.")] = False,
    package: Annotated[
        str | None,
        typer.Option(help="What the Space installs; this version of levmetrics unless given."),
    ] = None,
) -> None:
    """Make a Space of a metric, from which evaluate.load("OWNER/anls") takes it."""
    from levmetrics.errors import InputError
    from levmetrics.integrations import hub

    if to is None and repo is None:
        raise InputError("command.nothing_published")
    if upload and repo is None:
        raise InputError("command.upload_without_repo")
    files = hub.space_files(metric, package or hub.PACKAGE, repo)
    if to is not None:
        hub.write_space(files, to)
        typer.echo(f"{to}: {', '.join(files)}")
    if upload and repo is not None:
        typer.echo(hub.upload_space(files, repo))
    elif repo is not None:
        for name, text in files.items():
            typer.echo(f"{repo}: {name}, {len(text.encode('utf-8')):,} bytes")
        typer.echo("Nothing was sent; --upload sends these files.")
