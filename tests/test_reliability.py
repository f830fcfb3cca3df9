"""Every promise of the documentation is held by a test that is there."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/reliability.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`(tests/[^`]+)`", PAGE)


@pytest.mark.parametrize("named", NAMED)
def test_a_test_that_is_named_is_there(named):
    file, _, test = named.partition("::")
    path = ROOT / file
    assert path.exists()
    if test:
        functions = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        assert test.rpartition("::")[2] in {
            it.name for it in functions if isinstance(it, ast.FunctionDef)
        }


def test_every_promise_names_a_test():
    promises = re.findall(r"^- .*(?:\n  .*)*", PAGE, re.MULTILINE)
    assert len(promises) > 25
    assert [promise for promise in promises if "`tests/" not in promise] == []
