"""The numbers of standard streams that are closed."""

from __future__ import annotations

import os


def reserve_descriptors() -> None:
    """Take the numbers of closed standard streams, so that nothing that is opened later gets them.

    They are opened for the other direction: to use them stays an error.
    """
    for number, flags in enumerate((os.O_WRONLY, os.O_RDONLY, os.O_RDONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, flags), True)
