"""A check of the server's address, which needs no Gradio: that takes seconds to load."""

from __future__ import annotations

import os
import socket

from levmetrics.errors import InputError


def check_address(host: str | None, port: int | None) -> None:
    """Refuse an address that cannot be listened on.

    Args:
        host: ``None``: ``GRADIO_SERVER_NAME``, or 127.0.0.1.
        port: ``None``: ``GRADIO_SERVER_PORT``, or any that is free.

    Raises:
        InputError: for a port that is none or taken, and a host that is not of this machine.

    >>> check_address(None, 99999999)
    Traceback (most recent call last):
    levmetrics.errors.InputError: the port is 99999999; it must be a number from 1 to 65535

    """
    name = host if host is not None else os.environ.get("GRADIO_SERVER_NAME", "127.0.0.1")
    asked_port = port if port is not None else os.environ.get("GRADIO_SERVER_PORT")
    if not name.strip():
        raise InputError("the host is empty; give an address of this machine, as 127.0.0.1")
    number = 0 if asked_port is None else _checked_port(asked_port)
    family = socket.AF_INET6 if ":" in name else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((name.strip("[]"), number))
        except OSError as error:
            place = f"{name}, port {number}" if number else name
            raise InputError(
                f"cannot listen on {place}: {error.strerror}; give another host or port"
            ) from None


def _checked_port(port: int | str) -> int:
    number = int(port) if str(port).isdecimal() else 0
    if not 1 <= number <= 65535:
        raise InputError(f"the port is {port}; it must be a number from 1 to 65535")
    return number
