"""``levmetrics publish``: a metric as a Space of the Hugging Face Hub."""

from __future__ import annotations

from pathlib import Path

import click

from levmetrics.cli.arguments import FILE, Command


@click.command(cls=Command)
@click.argument("metric", help="anls or wer_lev.")
@click.option(
    "--to",
    type=FILE,
    help="Write the files of the Space into this folder, called as the metric is.",
)
@click.option("--repo", help="The Space, OWNER/anls; without --upload nothing is sent.")
@click.option("--upload", is_flag=True, help="Send the files to --repo.")
@click.option("--package", help="What the Space installs; this version of levmetrics unless given.")
def publish(
    metric: str, to: Path | None, repo: str | None, upload: bool, package: str | None
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
        click.echo(f"{to}: {', '.join(files)}")
    if upload and repo is not None:
        click.echo(hub.upload_space(files, repo))
    elif repo is not None:
        for name, text in files.items():
            click.echo(f"{repo}: {name}, {len(text.encode('utf-8')):,} bytes")
        click.echo("Nothing was sent; --upload sends these files.")
