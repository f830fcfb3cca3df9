"""Packages that only a part of levmetrics needs, and the line that installs them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from levmetrics.errors import InputError


class MissingPackageError(ImportError):
    """A package that only a part of levmetrics needs is not installed.

    Attributes:
        what: needs it.
        package: that is missing.
        extra: of levmetrics, which brings it.

    """

    def __init__(self, what: str, package: str, extra: str) -> None:
        super().__init__(what, package, extra)  # so that it can be pickled
        self.what, self.package, self.extra = what, package, extra

    def __str__(self) -> str:
        """Return the sentence, with the line for pip."""
        line = f"pip install 'levmetrics[{self.extra}]'"
        return f"{self.what} needs {self.package}; install it with {line}"


@contextmanager
def needed_by(what: str, extra: str) -> Iterator[None]:
    """Say how to install what an import within does not find.

    Args:
        what: needs it.
        extra: of levmetrics, which brings it.

    Raises:
        MissingPackageError: with the line for pip.

    >>> with needed_by("the page", "app"):
    ...     import a_package_that_nobody_has
    Traceback (most recent call last):
    levmetrics.extras.MissingPackageError: the page needs a_package_that_nobody_has; \
install it with pip install 'levmetrics[app]'

    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "levmetrics":
            raise
        raise MissingPackageError(what, str(error.name), extra) from error


@contextmanager
def known_versions(what: str, package: str, versions: str) -> Iterator[None]:
    """Say which versions of a package are known, where an import within finds another interface.

    Args:
        what: needs it.
        package: the package, by the name that it is installed and imported by.
        versions: that ``what`` was tested with.

    Raises:
        ImportError: with the line for pip, or the version that is installed and those tested.

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
    """Return what the page says of a missing package: its name, if an extra brings it."""
    if isinstance(error, MissingPackageError):
        fields = {"what": error.what, "package": error.package, "extra": error.extra}
        return InputError("page.lacking_package", **fields)
    return InputError("page.lacking")
