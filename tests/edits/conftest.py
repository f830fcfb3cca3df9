"""Every test of this folder runs with both kernels."""

import functools
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from levmetrics.edits import compiled, library, portable, strings

SOURCE = Path(compiled.__file__).with_name("kernel.cpp")


@pytest.fixture(scope="module", params=["compiled", "portable"], autouse=True)
def kernel(request):
    """Choose the kernel that computes, also in processes that a test starts; returns its name."""
    if request.param == "compiled" and library.compiled_kernel() is None:
        pytest.skip("the compiled kernel is not installed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LEVMETRICS_KERNEL", request.param)
        if request.param == "portable":
            patch.setattr(library, "compiled_kernel", lambda: None)
        yield request.param


@pytest.fixture(scope="session")
def build_kernel(tmp_path_factory):
    """Return a function that builds the compiled kernel for tests, with the given definitions."""
    compiler = shutil.which("c++") or pytest.skip("there is no C++ compiler")

    # Of all workers, whose folders lie in one, the first that needs it builds it.
    shared = tmp_path_factory.getbasetemp()
    shared = shared.parent if "PYTEST_XDIST_WORKER" in os.environ else shared

    @functools.cache
    def build(*definitions):
        path = shared / f"kernel{'-'.join(definitions)}.so"
        if not path.exists():
            own = tmp_path_factory.mktemp("kernel") / "kernel.so"
            options = ["-O1", "-std=c++17", "-shared", "-fPIC"]
            options += [f"-D{name}" for name in definitions]
            subprocess.run([compiler, *options, SOURCE, "-o", own], check=True)
            own.replace(path)
        return library.load(path)

    return build


@pytest.fixture
def everything_is_long(kernel, request, monkeypatch):
    """Search short texts as if they were long, so that a textbook can follow."""
    if kernel == "compiled":
        built = request.getfixturevalue("build_kernel")("LEVMETRICS_TEST_LONG")
        monkeypatch.setattr(library, "compiled_kernel", lambda: built)
        monkeypatch.setattr(strings, "strings_module", lambda: None)
    else:
        for name, value in (("_LONG", 3), ("_EXPECTED_DISTANCE", 1)):
            monkeypatch.setattr(portable, name, value)
