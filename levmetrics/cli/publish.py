"""``levmetrics publish``: publish a metric as a Space on the Hugging Face Hub."""

from __future__ import annotations

from pathlib import Path

import click

from levmetrics.cli.arguments import command


@command()
def publish(
    metric: str,
    *,
    to: Path | None = None,
    repo: str | None = None,
    upload: bool = False,
    package: str | None = None,
) -> None:
    """Create a Space from which evaluate.load("OWNER/anls") loads the metric."""
    from levmetrics.errors import InputError
    from levmetrics.integrations import hub

    if to is None and repo is None:
        raise InputError("command.nothing_published")
    if upload and repo is None:
        raise InputError("command.upload_without_repo")
    files = hub.space_files(metric, package or hub.PACKAGE, repo)
    if to is not None:
        hub.write_space(files, to)
        click.echo(f"{to}: {', '.join(files)}")
    if upload and repo is not None:
        click.echo(hub.upload_space(files, repo))
    elif repo is not None:
        for name, text in files.items():
            click.echo(f"{repo}: {name}, {len(text.encode('utf-8')):,} bytes")
        click.echo("Nothing was sent; --upload sends these files.")
