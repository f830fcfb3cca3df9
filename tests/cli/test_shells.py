"""Completion in shells: shown, and installed where each shell reads it."""

import os
import shutil
import subprocess

import pytest
import shellingham
from click.testing import CliRunner

from levmetrics.cli import app


def run(monkeypatch, shell, home, option):
    monkeypatch.setattr(shellingham, "detect_shell", lambda: (shell, shell))
    monkeypatch.setenv("HOME", str(home))
    return CliRunner().invoke(app, [option], prog_name="levmetrics")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "pwsh"])
def test_the_script_of_the_current_shell_is_shown(shell, monkeypatch, tmp_path):
    done = run(monkeypatch, shell, tmp_path, "--show-completion")
    assert done.exit_code == 0
    assert "_LEVMETRICS_COMPLETE" in done.stdout
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("shell", "start_up", "script"),
    [
        ("bash", ".bashrc", ".bash_completions/levmetrics.sh"),
        ("zsh", ".zshrc", ".zfunc/_levmetrics"),
        ("fish", None, ".config/fish/completions/levmetrics.fish"),
    ],
)
def test_a_script_is_installed_once_beside_what_the_start_up_file_has(
    shell, start_up, script, monkeypatch, tmp_path
):
    if start_up:
        (tmp_path / start_up).write_text("alias ll='ls -l'\n")
    for _ in range(2):
        done = run(monkeypatch, shell, tmp_path, "--install-completion")
        assert done.stdout.startswith(f"{shell} completion installed in {tmp_path / script}\n")
    assert "_LEVMETRICS_COMPLETE" in (tmp_path / script).read_text()
    if start_up:
        assert (tmp_path / start_up).read_text().startswith("alias ll='ls -l'\n")
        assert len((tmp_path / start_up).read_text().splitlines()) == 2


def test_another_shell_is_refused_in_a_sentence(monkeypatch, tmp_path):
    done = run(monkeypatch, "tcsh", tmp_path, "--install-completion")
    assert done.exit_code == 2
    assert done.stderr.startswith("Error: there is no completion for tcsh; run this in bash, zsh")


def test_bash_completes_commands_by_what_was_installed(monkeypatch, tmp_path):
    bash = shutil.which("bash") or pytest.skip("there is no bash")
    run(monkeypatch, "bash", tmp_path, "--install-completion")
    program = tmp_path / "levmetrics"
    program.write_text("#!/bin/sh\nprintf 'plain,wer\\nplain,confusions\\n'\n")
    program.chmod(0o755)
    script = """
    . ~/.bashrc
    COMP_WORDS=(levmetrics "") COMP_CWORD=1
    _levmetrics_completion levmetrics
    echo "${COMPREPLY[@]}"
    """
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "HOME": str(tmp_path), "PATH": path}
    done = subprocess.run([bash, "-c", script], env=environment, capture_output=True, text=True)
    assert done.stdout == "wer confusions\n", done.stderr
