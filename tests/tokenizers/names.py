"""The built-in tokenizers by name, and one of a dictionary's folder."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from levmetrics import list_tokenizers
from tests.packages import every_tokenizer as cases
from tests.packages import is_installed, needs_tokenizer


def folder_of(package):
    """Return the folder of the dictionary that a package brings, if it is installed."""
    return Path(find_spec(package).origin).parent / "dicdir" if is_installed(package) else None


IPADIC, UNIDIC_LITE = folder_of("ipadic"), folder_of("unidic_lite")
OF_FOLDER = f"mecab:{IPADIC}"
CASES = [*cases(list_tokenizers()), pytest.param(OF_FOLDER, marks=needs_tokenizer("mecab:ipadic"))]
every_tokenizer = pytest.mark.parametrize("name", CASES)
