"""The package as a whole: its names, its weight at import, what it installs."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

import levmetrics
from tests.packages import needs


def run(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


OF_TORCH = {
    *("ANLS", "CharErrorRate", "EditDistance", "ErrorRates", "MatchErrorRate"),
    *("NormalizedLevenshteinSimilarity", "WordErrorRate", "WordInfoLost", "WordInfoPreserved"),
    "make_compute_metrics",
}
PACKAGES = {**dict.fromkeys(OF_TORCH, ("torch", "torchmetrics")), "load": ("evaluate",)}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=needs(*PACKAGES.get(name, ()))) for name in levmetrics.__all__],
)
def test_every_public_name_is_importable_and_documented(name):
    value = getattr(levmetrics, name)
    assert name in dir(levmetrics)
    if callable(value):
        assert value.__doc__


def test_no_tool_that_the_package_is_written_with_is_one_of_its_names():
    assert not {"Any", "TYPE_CHECKING", "annotations", "import_module"} & {*dir(levmetrics)}


def test_unknown_names_are_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'WordErorRate'"):
        _ = levmetrics.WordErorRate


def test_counting_errors_needs_no_torch_and_no_scipy():
    code = (
        "import sys, levmetrics; levmetrics.error_counts('a', 'b'); "
        "print({'torch', 'scipy', 'evaluate', 'datasets', 'rich', 'fugashi'} & set(sys.modules))"
    )
    assert run(code) == "set()"


@needs("scipy")
@pytest.mark.parametrize("module", ["levmetrics.core.scoring", "levmetrics.cli"])
def test_scoring_loads_scipy_when_it_needs_it(module):
    code = (
        f"import sys, {module}; from levmetrics import score; score(['a'], ['b'], 'anls'); "
        "before = 'scipy' in sys.modules; score([{'a': [1, 2]}], [{'a': [2, 1]}], 'anls:star'); "
        "print(before, 'scipy' in sys.modules)"
    )
    assert run(code) == "False True"


def test_touching_a_function_loads_no_pandas():
    # Arrow does where it is installed, at the first list that it reads.
    code = "import sys, levmetrics; levmetrics.error_counts; print('pandas' in sys.modules)"
    assert run(code) == "False"


def test_the_package_is_imported_from_a_zip_file(tmp_path):
    """As Spark ships packages to its workers."""
    package = Path(levmetrics.__file__).parent
    with zipfile.ZipFile(tmp_path / "levmetrics.zip", "w") as archive:
        for path in package.rglob("*"):
            if path.suffix in {".py", ".pyi", ".json"}:
                archive.write(path, path.relative_to(package.parent))
    code = """
import levmetrics
print(levmetrics.__file__, levmetrics.wer(["a b"], ["a c"]))
try:
    levmetrics.wer("a", [1])
except levmetrics.InputError as error:
    print(error)
"""
    within = tmp_path / "levmetrics.zip"
    paths = os.pathsep.join(map(str, [within, Path(np.__file__).parents[1]]))
    # Without `site`, the finder of an editable installation does not come first.
    command = [sys.executable, "-S", "-P", "-c", code]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True
    )
    found, sentence = done.stdout.splitlines()
    assert found == f"{within / 'levmetrics' / '__init__.py'} 0.5"
    assert sentence.startswith("references[0] is of type int")
