"""The names that docstrings refer to; a module exists only with the packages that it imports."""

import re
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name

import pytest

import levmetrics
from tests.packages import missing_package

ROLE = re.compile(r":(?:func|meth|class|mod|attr|data):`~?(levmetrics[\w.]*)`")
SOURCES = Path(levmetrics.__file__).parent.rglob("*.py")
NAMED = sorted({name for file in SOURCES for name in ROLE.findall(file.read_text("utf-8"))})


@pytest.mark.parametrize("name", NAMED)
def test_every_name_that_a_docstring_refers_to_exists(name):
    for end in range(1, name.count(".") + 2):
        try:
            import_module(".".join(name.split(".")[:end]))
        except ImportError as error:
            if package := missing_package(error):
                pytest.skip(f"needs {package}")
    try:
        resolve_name(name)
    except AttributeError:  # a field of a dataclass has no value in the class
        owner, _, field = name.rpartition(".")
        assert field in getattr(resolve_name(owner), "__annotations__", {})
