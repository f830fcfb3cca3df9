"""Print or install the script that completes commands in a shell."""

from __future__ import annotations

from pathlib import Path

import click
from click.shell_completion import get_completion_class

from levmetrics.errors import InputError
from levmetrics.written_files import write_text

# The path of a shell's completion script, and the line that its start-up file needs.
_SCRIPTS = {
    "bash": ".bash_completions/{program}.sh",
    "zsh": ".zfunc/_{program}",
    "fish": ".config/fish/completions/{program}.fish",
}
_START_UP = {
    "bash": (".bashrc", "source '{script}'"),
    "zsh": (".zshrc", "fpath+=~/.zfunc; autoload -Uz compinit; compinit"),
}


def show_completion(context: click.Context, _option: click.Parameter, asked: bool) -> None:
    """Print the script for the current shell, and exit."""
    if asked and not context.resilient_parsing:
        click.echo(_script(context, _current_shell()[0]))
        context.exit()


def install_completion(context: click.Context, _option: click.Parameter, asked: bool) -> None:
    """Write the script for the current shell to where the shell reads it, and exit."""
    if not asked or context.resilient_parsing:
        return
    shell, program = _current_shell()
    script = _script(context, shell)
    if shell == "powershell":
        path = _profile(program)
        _add_line(path, script)
    else:
        path = Path.home() / _SCRIPTS[shell].format(program=context.info_name)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, f"{script}\n")
    if shell in _START_UP:
        name, line = _START_UP[shell]
        _add_line(Path.home() / name, line.format(script=path))
    click.echo(f"{shell} completion installed in {path}")
    click.echo("Completion will take effect once you restart the terminal")
    context.exit()


def _script(context: click.Context, shell: str) -> str:
    completion = get_completion_class(shell)
    assert completion is not None
    program = str(context.info_name)
    variable = f"_{program.upper().replace('-', '_')}_COMPLETE"
    return completion(context.command, {}, program, variable).source()


def _current_shell() -> tuple[str, str]:
    """Return the name and the path of the shell that runs the program.

    Raises:
        InputError: if the shell is unknown or has no completion.

    """
    from shellingham import ShellDetectionFailure, detect_shell

    try:
        shell, path = detect_shell()
    except ShellDetectionFailure:
        shell = path = ""
    shell = "powershell" if shell == "pwsh" else shell
    if shell not in (*_SCRIPTS, "powershell"):
        raise InputError("command.no_completion", program=shell or "this program")
    return shell, path


def _profile(shell: str) -> Path:
    """Return the start-up file of PowerShell."""
    import subprocess  # imported here to keep the other commands fast

    asked = [shell, "-NoProfile", "-Command", "$profile"]
    return Path(subprocess.run(asked, capture_output=True, check=True, text=True).stdout.strip())


def _add_line(path: Path, line: str) -> None:
    """Add a line to a file unless the file has it already."""
    before = path.read_text("utf-8") if path.exists() else ""
    if line not in before:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, f"{before.rstrip()}\n{line}\n".lstrip())
