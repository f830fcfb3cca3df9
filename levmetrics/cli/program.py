"""The program: its commands, global options and exit statuses."""

from __future__ import annotations

import atexit
import gc
import io
import os
import sys
import warnings
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

import click

from levmetrics.cli.memory import check_limit, shortage
from levmetrics.cli.streams import ReaderLeftError, standard_streams
from levmetrics.cli.wording import in_shell_words
from levmetrics.errors import InputError, shortened
from levmetrics.significance.few_units import FewUnitsWarning
from levmetrics.system.signals import is_ending
from levmetrics.version import __version__

# Exit statuses other than 0: for a bug of levmetrics, and for errors that the user can correct;
# 128 and the number of the signal that says that someone interrupts, or that nobody reads on.
FAULT, MENDABLE, INTERRUPTED, READER_LEFT = 1, 2, 130, 141

_OF_PORTABLE_KERNEL = (
    " (with a C++ compiler, pip install builds the compiled kernel, which is several times as fast)"
)
# Without it, the garbage collector scans every loaded object at exit, which takes longer than
# scoring two short files.
atexit.register(gc.freeze)
# Whether --debug was given; the program runs once in a process.
_shows_tracebacks = False


class _Loaded(Mapping[str, click.Command]):
    """The commands by their names, the most common ones first; each module loads at first use."""

    _files: Mapping[str, str] = {
        "score": "score",
        "wer": "score",
        "cer": "score",
        "anls": "score",
        "record": "score",
        "rouge": "score",
        "compare": "compare",
        "gate": "gate",
        "baseline": "gate",
        "report": "report",
        "meeting": "meeting",
        "align": "align",
        "confusions": "confusions",
        "tokenize": "tokenize",
        "competition": "competition",
        "convert": "convert",
        "demo": "examples",
        "app": "serve",
        "publish": "publish",
    }

    def __getitem__(self, name: str) -> click.Command:
        found: click.Command = getattr(import_module(f"{__package__}.{self._files[name]}"), name)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


class _Commands(click.Group):
    """The group of commands, which reports errors as one sentence in any terminal encoding."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, the most common ones first."""
        return [*self.commands]

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run a command, and exit with its status."""
        if (
            "numpy" not in sys.modules
        ):  # its linear algebra would start threads that are not needed here
            os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        with standard_streams():
            status = self._status(*args, **extra)
        sys.exit(status)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find the command to run, if there is memory to load what commands need."""
        check_limit()
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that the arguments name."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise ReaderLeftError from None

    def _status(self, *args: Any, **extra: Any) -> int:
        """Run a command, say what its error is, and return the exit status."""
        status: int
        try:
            with warnings.catch_warnings():
                warnings.showwarning = _say_warning
                warnings.simplefilter("ignore", FewUnitsWarning)  # tables and JSON carry it
                status = super().main(*args, **{**extra, "standalone_mode": False}) or 0
            sys.stdout.flush()
        except ReaderLeftError:
            status = READER_LEFT
        except (KeyboardInterrupt, click.Abort):
            status = INTERRUPTED
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message())
            status = MENDABLE
        except click.ClickException as error:
            context = getattr(error, "ctx", None)  # of an error in the command's arguments
            see = f"; see {context.command_path} --help" if context else ""
            _say(error, f"{error.format_message().rstrip('.')}{see}")
            status = MENDABLE
        except (InputError, ImportError, OSError, MemoryError) as error:
            _say(error, shortage(error) or in_shell_words(str(error), app))
            status = MENDABLE
        except Exception as error:
            if sentence := shortage(error):
                _say(error, sentence)
                return MENDABLE
            kind = type(error).__name__
            _say(
                error,
                f"this is a bug in levmetrics ({kind}); please report it with what levmetrics "
                "--debug and the rest of the same line print",
            )
            status = FAULT
        return status


def _say(error: BaseException, sentence: str) -> None:
    if is_ending():
        return
    if _shows_tracebacks:
        import traceback  # slow to load

        traceback.print_exception(error)
    sys.stderr.write(f"Error: {shortened(sentence)}\n")


def _say_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    sys.stderr.write(f"Warning: {shortened(in_shell_words(str(message), app))}\n")


@click.group(
    cls=_Commands,
    commands=_Loaded(),
    invoke_without_command=True,
    no_args_is_help=True,
    subcommand_metavar="COMMAND [ARGS]...",
    context_settings={"show_default": True, "max_content_width": 120},
)
@click.option("--version", is_flag=True, help="Print the version and the kernel in use, and exit.")
@click.option("--debug", is_flag=True, help="Print the traceback of an error.")
def app(version: bool, debug: bool) -> None:
    """Exact, fast text similarity and error rates, in every script."""
    global _shows_tracebacks
    _shows_tracebacks = debug
    if version:
        from levmetrics.edits.library import kernel_name

        kernel = kernel_name()
        more = _OF_PORTABLE_KERNEL if kernel == "portable" else ""
        click.echo(f"levmetrics {__version__}, with the {kernel} kernel{more}")
        raise click.exceptions.Exit
