"""``levmetrics convert``: convert transcripts of meetings to another format."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from levmetrics.cli.arguments import check_outputs, command
from levmetrics.system.written_files import output_name


@command()
def convert(
    sources: Sequence[Path], output: Path, *, format: str | None = None, encoding: str | None = None
) -> None:
    """Convert transcripts of meetings; the suffix of OUT sets the new format."""
    from levmetrics.formats.session_files import read_sessions, write_sessions

    read = (file for source in sources for file in (source, *source.rglob("*")))
    check_outputs(read, [output])
    sessions = read_sessions(sources, format=format, encoding=encoding)
    write_sessions(sessions, output)
    segments = sum(map(len, sessions.values()))
    click.echo(f"{output_name(output)}: segments {segments:,}, sessions {len(sessions):,}")
