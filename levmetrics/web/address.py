"""The server's address and names, without importing Gradio, which takes seconds."""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Mapping

from levmetrics.errors import InputError

_LOCAL = ("127.0.0.1", "[::1]", "localhost")
_PRIVATE = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")


def check_address(host: str | None, port: int | None) -> None:
    """Raise if the server cannot listen on an address.

    Args:
        host: ``None``: ``GRADIO_SERVER_NAME``, or 127.0.0.1.
        port: ``None``: ``GRADIO_SERVER_PORT``, or any free port.

    Raises:
        InputError: for an invalid or taken port, and for a host that is not this machine.

    >>> check_address(None, 99999999)
    Traceback (most recent call last):
    levmetrics.errors.InputError: the port is 99999999; it must be a number from 1 to 65535

    """
    name = _served_address(host, os.environ)
    asked_port = port if port is not None else os.environ.get("GRADIO_SERVER_PORT")
    if not name.strip():
        raise InputError("page.no_host")
    number = int(str(asked_port)) if str(asked_port).isdecimal() else 0
    if asked_port is not None and not 1 <= number <= 65535:
        raise InputError("page.port", port=asked_port)
    family = socket.AF_INET6 if ":" in name else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((name.strip("[]"), number))
        except OSError as error:
            address = f"{name}, port {number}" if number else name
            raise InputError("page.not_listening", address=address, reason=error.strerror) from None


def allowed_hosts(host: str | None, variables: Mapping[str, str]) -> list[str]:
    """Return the host names of a page, for Starlette's ``TrustedHostMiddleware``.

    On a loopback address, these are only the local names: a request by another name comes from
    another site whose name resolves to this machine. On other addresses any name is allowed, since
    the page is public. ``LEVMETRICS_ALLOWED_HOSTS`` adds names in the first case and limits them in
    the second; ``*`` is any.

    Args:
        host: the host that the server listens on; ``None``: ``GRADIO_SERVER_NAME``, or 127.0.0.1.
        variables: the environment variables.

    >>> allowed_hosts(None, {})
    ['127.0.0.1', '[::1]', 'localhost']
    >>> allowed_hosts("0.0.0.0", {})
    ['*']
    >>> allowed_hosts("192.0.2.1", {"LEVMETRICS_ALLOWED_HOSTS": "Example.org"})
    ['127.0.0.1', '192.0.2.1', '[::1]', 'example.org', 'localhost']

    """
    named = variables.get("LEVMETRICS_ALLOWED_HOSTS", "").replace(",", " ").lower().split()
    address = _served_address(host, variables).strip("[]")
    if "*" in named or (not named and not is_local(address)):
        return ["*"]
    space = variables.get("SPACE_HOST", "").lower().split(",")
    own = f"[{address}]" if ":" in address else address
    return sorted({*named, *space, own, *_LOCAL} - {""})


def named_proxies(variables: Mapping[str, str]) -> list[str]:
    """Return the addresses and networks of trusted proxies.

    ``LEVMETRICS_PROXIES`` names them; those of a Hugging Face Space are in private networks.

    Args:
        variables: the environment variables.

    >>> named_proxies({}), named_proxies({"LEVMETRICS_PROXIES": "192.0.2.1, 10.1.0.0/16"})
    ([], ['192.0.2.1', '10.1.0.0/16'])

    """
    named = variables.get("LEVMETRICS_PROXIES", "").replace(",", " ").split()
    return [*named, *(_PRIVATE if variables.get("SPACE_HOST") else ())]


def is_local(host: str) -> bool:
    """Whether a host is a local name or a loopback address of this machine.

    >>> is_local("127.0.0.1"), is_local("::1"), is_local("localhost"), is_local("192.0.2.1")
    (True, True, True, False)
    """
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def _served_address(host: str | None, variables: Mapping[str, str]) -> str:
    return host if host is not None else variables.get("GRADIO_SERVER_NAME", "127.0.0.1")
