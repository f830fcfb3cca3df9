"""What the package brings along: pins with hashes, licences that are listed, no way to run code."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from levmetrics.tokenizers import TOKENIZERS
from levmetrics.tokenizers import is_installed as tokenizer_is_installed
from tests.packages import OPTIONAL, is_installed, missing_package, needed_packages

ROOT = Path(__file__).parents[1]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PAGE = (ROOT / "docs/dependencies.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PINNED = dict(re.findall(r"^([\w.-]+)==([\w.+]+)(?= \\$)", LOCK, re.MULTILINE))
# As the packages' metadata spells them.
SPELLINGS = {
    "MIT": "MIT",
    "Apache-2.0": "Apache",
    "BSD": "BSD",
    "Python": "Python;PSF",
    "ISC": "ISC",
    "MPL-2.0": "MPL",
    "LGPL": "LGPL;Lesser General Public License",
}


def requirements(file="requirements.txt"):
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    return [Requirement(line.split(" #")[0]) for line in lines if line[:1] not in "#-"]


def direct_requirements():
    """The requirements of the package and of its extras."""
    lists = [PROJECT["dependencies"], *PROJECT["optional-dependencies"].values()]
    return [Requirement(line) for lines in lists for line in lines]


def all_requirements(file="requirements-all.txt"):
    """The requirements of a file, and of those that it refers to."""
    others = re.findall(r"^-r (.*)", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)
    return [*requirements(file), *(each for other in others for each in all_requirements(other))]


@pytest.fixture
def everything():
    """Go on only where all that the development takes is installed."""
    for requirement in all_requirements():
        try:
            version(requirement.name)
        except PackageNotFoundError:
            pytest.skip(f"needs {requirement.name}")


@pytest.mark.usefixtures("everything")
def test_no_test_is_skipped_for_want_of_a_package_where_everything_is_installed():
    assert [package for package in OPTIONAL.values() if not is_installed(package)] == []
    assert all(map(tokenizer_is_installed, TOKENIZERS.values()))


def upper_bound(requirement):
    return {part for part in map(str, requirement.specifier) if part.startswith("<")}


@pytest.mark.parametrize("requirement", requirements(), ids=str)
def test_the_lock_pins_a_version_that_the_requirements_allow(requirement):
    assert requirement.specifier.contains(PINNED[canonicalize_name(requirement.name)])


@pytest.mark.parametrize("file", ["requirements.txt", "requirements-all.txt"])
def test_requirements_have_the_upper_bounds_of_the_package(file):
    bounds = {canonicalize_name(each.name): upper_bound(each) for each in direct_requirements()}
    for requirement in requirements(file):
        name = canonicalize_name(requirement.name)
        if "==" not in str(requirement.specifier):  # as torch's
            assert upper_bound(requirement) == bounds.get(name, set()), name


def test_pages_name_the_torch_that_is_pinned():
    [pin] = [each for each in requirements() if each.name == "torch"]
    page = (ROOT / "docs/installation.md").read_text(encoding="utf-8")
    assert {f"=={named}" for named in re.findall(r"torch(?:==| )(2\.\d+\.\d+)", page)} == {
        str(pin.specifier)
    }


def test_every_supported_version_of_python_is_tested():
    workflow = (ROOT / ".github/workflows/tests.yml").read_text(encoding="utf-8")
    tested = re.search(r"python: \[(.+)\]", workflow).group(1)
    versions = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    assert re.findall(r"3\.\d+", tested) == versions
    assert PROJECT["requires-python"] == f">={versions[0]}"
    assert f'lowest-direct, python: "{versions[0]}"' in workflow
    assert f'highest, python: "{versions[-1]}"' in workflow


def test_internal_parts_of_gradio_are_imported_in_one_place():
    public = r"gradio(\.(components|exceptions|themes))?"
    for file in (ROOT / "levmetrics").rglob("*.py"):
        named = re.findall(
            r"^\s*(?:from|import) (gradio\S*)", file.read_text("utf-8"), re.MULTILINE
        )
        if file.name != "internals.py":
            assert all(re.fullmatch(public, name) for name in named), file


def test_every_pin_has_hashes():
    pins = re.split(r"^(?=[\w.-]+==)", LOCK, flags=re.MULTILINE)[1:]
    assert len(pins) == len(PINNED)
    for pin in pins:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}\b", pin), pin


def test_the_lock_names_no_index():
    assert "://" not in LOCK
    assert "index-url" not in LOCK


def test_a_space_starts_the_gradio_that_the_lock_pins():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"sdk_version: {PINNED['gradio']}\n" in readme


def licensed():
    """The packages of each licence in the documentation, by the licence's first word."""
    rows = re.findall(r"^\| ([\w.-]+)[^|]* \| (.+) \|$", PAGE.split("\n## ")[1], re.MULTILINE)
    packages = {
        licence: [re.sub(r" \(.*\)", "", name) for name in re.split(r", (?![^(]*\))", names)]
        for licence, names in rows
        if licence != "licence"
    }
    assert packages.keys() == SPELLINGS.keys()
    return packages


def test_every_package_that_is_brought_has_its_licence_listed():
    direct = {canonicalize_name(requirement.name) for requirement in direct_requirements()}
    apart = {name for name in PINNED if name.startswith(("nvidia-", "cuda-"))}
    listed = [name for names in licensed().values() for name in names]
    assert len(listed) == len(set(listed))
    assert {*listed, "ipadic", "triton"} == (direct | set(PINNED)) - apart - {"levmetrics"}


@pytest.mark.parametrize("licence", SPELLINGS)
def test_packages_have_the_licence_that_is_listed(licence):
    pytest.importorskip("piplicenses")
    command = [
        *(sys.executable, "-m", "piplicenses", "--with-system", "--partial-match"),
        *("--allow-only", SPELLINGS[licence], "--packages", *licensed()[licence]),
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


RUNS_CODE = ["eval(x)", "exec(x)", "pickle.load(x)", "os.system(x)", "run(x, shell=True)"]


def rules(select, *paths):
    """Check files by ruff's rules of security, whatever comments say."""
    pytest.importorskip("ruff")
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--ignore-noqa"]
    command += ["--select", select, *paths]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


@pytest.mark.parametrize("call", RUNS_CODE)
def test_a_call_that_runs_code_is_found(call, tmp_path):
    (tmp_path / "bad.py").write_text(
        f"import os, pickle\nfrom subprocess import run\n\n\ndef bad(x):\n    {call}\n"
    )
    assert rules("S", str(tmp_path)).returncode == 1


def test_nothing_in_the_package_runs_code_that_it_is_given():
    # Code, pickles and shells are looked for whatever comments say; the rest is .ci/run's.
    select = "S102,S301,S302,S307,S506,S602,S604,S605,S609"
    done = rules(select, "levmetrics", "anls", "wer_lev", "app.py")
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("a_package", "torch"),  # an import in an import of the package
        ("torch", "torch"),
        ("torch.nn", "torch"),
        ("SudachiDict-core", None),
        ("levmetrics.no_such_module", None),
        ("tests.no_such_module", None),
        ("no_such_package", None),
        ("numpy", None),
    ],
)
def test_only_a_missing_optional_package_is_a_reason_to_skip(monkeypatch, name, found):
    monkeypatch.setattr("tests.packages.is_installed", lambda package: package != "torch")
    error = ModuleNotFoundError(f"No module named {name!r}", name=name)
    if name == "a_package":
        error = ImportError("the page needs torch")
        error.__cause__ = ModuleNotFoundError("No module named 'torch'", name="torch")
    assert missing_package(error) == found


@pytest.mark.parametrize(
    ("said", "packages"),
    [
        ("Skipped: needs torch and pandas", ["torch"]),
        ("Skipped: could not import 'torch.nn': No module named 'torch'", ["torch", "torch"]),
        ("Skipped: chromium is not installed", []),
        ("Error: the tokenizer 'x' needs the package torch: pip install torch", ["torch"] * 2),
    ],
)
def test_the_reason_of_a_skipped_test_names_the_missing_packages(monkeypatch, said, packages):
    monkeypatch.setattr("tests.packages.is_installed", lambda package: package != "torch")
    assert needed_packages(said) == packages
