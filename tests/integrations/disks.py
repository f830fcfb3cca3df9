"""Files of a test, and disks that are full."""

import contextlib
import resource


def files_in(folder):
    return [path for path in folder.rglob("*") if path.is_file()]


@contextlib.contextmanager
def no_file_grows_over(size):
    """As on a full disk: all that would be longer is not written."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
