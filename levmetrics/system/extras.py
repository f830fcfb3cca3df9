"""Errors for optional packages that are missing or too new, with the line that installs them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from types import ModuleType

from levmetrics.errors import InputError
from levmetrics.lazy import Package


class MissingPackageError(ImportError):
    """An optional package is not installed.

    Attributes:
        what: the part of levmetrics that needs it.
        package: the missing package.
        extra: the extra of levmetrics that installs it.

    """

    def __init__(self, what: str, package: str, extra: str) -> None:
        super().__init__(what, package, extra)  # so that it can be pickled
        self.what, self.package, self.extra = what, package, extra

    def __str__(self) -> str:
        """Return the sentence, with the line for pip."""
        line = f"pip install 'levmetrics[{self.extra}]'"
        return f"{self.what} needs {self.package}; install it with {line}"


def is_installed(package: str) -> bool:
    """Whether a package can be imported; it is not loaded.

    >>> is_installed("numpy"), is_installed("a_package_that_nobody_has")
    (True, False)
    """
    return find_spec(package) is not None


@contextmanager
def needed_by(what: str, extra: str) -> Iterator[None]:
    """Turn a failed import in the block into an error with the line that installs the package.

    Args:
        what: the part of levmetrics that needs the package.
        extra: the extra of levmetrics that installs it.

    Raises:
        MissingPackageError: with the line for pip.

    >>> with needed_by("the page", "app"):
    ...     import a_package_that_nobody_has
    Traceback (most recent call last):
    levmetrics.system.extras.MissingPackageError: the page needs a_package_that_nobody_has; \
install it with pip install 'levmetrics[app]'

    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "levmetrics":
            raise
        raise MissingPackageError(what, str(error.name), extra) from error


class PackageOfExtra(Package):
    """A package of an extra, which loads when an attribute is first read.

    Args:
        name: the package, or a module of it.
        what: the part of levmetrics that needs it.
        extra: the extra of levmetrics that installs it.

    >>> special = PackageOfExtra("a_package_that_nobody_has.special", "a plan", "stats")
    >>> special.ndtr(0)
    Traceback (most recent call last):
    levmetrics.system.extras.MissingPackageError: a plan needs a_package_that_nobody_has; \
install it with pip install 'levmetrics[stats]'

    """

    def __init__(self, name: str, what: str, extra: str) -> None:
        super().__init__(name)
        self._what, self._extra = what, extra

    def load(self) -> ModuleType:
        """Load the package now.

        Raises:
            MissingPackageError: if it is not installed.

        """
        with needed_by(self._what, self._extra):
            return super().load()


@contextmanager
def known_versions(what: str, package: str, versions: str) -> Iterator[None]:
    """Turn a failed import within into an error with the tested versions of the package.

    Args:
        what: the part of levmetrics that needs the package.
        package: the name by which the package is both installed and imported.
        versions: the versions that ``what`` was tested with.

    Raises:
        ImportError: with the line for pip, or with the installed version and the tested ones.

    >>> with known_versions("the reward", "numpy", "0.1"):
    ...     from numpy import a_name_that_it_never_had
    Traceback (most recent call last):
    ImportError: the reward does not know the interface of numpy ...; it was tested with numpy \
0.1 (cannot import name 'a_name_that_it_never_had' from 'numpy'...)

    """
    try:
        yield
    except ImportError as error:
        from importlib.metadata import PackageNotFoundError, version  # slow to load

        try:
            installed = version(package)
        except PackageNotFoundError:
            raise ImportError(
                f"{what} needs {package}; install it with pip install {package}"
            ) from error
        raise ImportError(
            f"{what} does not know the interface of {package} {installed}; it was tested with "
            f"{package} {versions} ({error})"
        ) from error


def lacking(error: ImportError) -> InputError:
    """Return the page's error for a missing package, with its name if an extra installs it."""
    if isinstance(error, MissingPackageError):
        fields = {"what": error.what, "package": error.package, "extra": error.extra}
        return InputError("page.lacking_package", **fields)
    return InputError("page.lacking")
