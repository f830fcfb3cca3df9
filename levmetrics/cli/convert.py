"""``levmetrics convert``: convert transcripts of meetings to another format."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from levmetrics.cli import completions
from levmetrics.cli.arguments import FILE, Command, check_outputs, completed
from levmetrics.written_files import output_name


@click.command(cls=Command)
@click.argument(
    "sources",
    metavar="IN",
    nargs=-1,
    required=True,
    type=FILE,
    help="Files or folders of meeting transcripts: SegLST, STM, CTM, RTTM, TextGrid ...",
)
@click.argument(
    "output", metavar="OUT", type=FILE, help="File to write: .json (SegLST), .stm or .rttm."
)
@click.option(
    "--format",
    metavar="NAME",
    help="Format of the input files: stm, ctm, manifest ...; default: detected.",
    **completed(completions.session_formats),
)
@click.option("--encoding", help="Encoding of the input files, such as cp932; default: UTF-8.")
def convert(
    sources: Sequence[Path], output: Path, format: str | None, encoding: str | None
) -> None:
    """Convert transcripts of meetings; the suffix of OUT sets the new format."""
    from levmetrics.formats.session_files import read_sessions, write_sessions

    read = (file for source in sources for file in (source, *source.rglob("*")))
    check_outputs(read, [output])
    sessions = read_sessions(sources, format=format, encoding=encoding)
    write_sessions(sessions, output)
    segments = sum(map(len, sessions.values()))
    click.echo(f"{output_name(output)}: segments {segments:,}, sessions {len(sessions):,}")
