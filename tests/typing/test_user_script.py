"""The script that type checkers read: it has every public name, and it runs."""

import ast
from importlib import import_module
from pathlib import Path

import pytest

from tests.typing import user_script


def test_the_script_has_every_public_name() -> None:
    tree = ast.parse(Path(user_script.__file__).read_text(encoding="utf-8"))
    attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    public = import_module("levmetrics").__all__  # the stub has the names, not a list of them
    assert {*public} <= attributes | names


def test_the_script_runs(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("torchmetrics")
    pytest.importorskip("matplotlib")
    user_script.main()
    printed = capsys.readouterr().out
    assert "WER 0.4" in printed
    assert "was read as" in printed
    assert "did you mean 'whitespace'?" in printed
