"""Whether an address can be listened on, asked before gRPC is.

gRPC would answer a taken port with lines of its own on stderr, and take a unix socket from the
process that listens there without a word.
"""

import errno
import os
import socket
from pathlib import Path
from typing import Any

from texas42.lifetime import Refusal


def make_sure(address: str) -> None:
    """Raises Refusal, with the reason in one line, unless the address is free to listen on."""
    try:
        if address.startswith("unix:"):
            _probe_unix(address.removeprefix("unix:"))
        else:
            _probe_tcp(address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise Refusal(f"can't listen on {address}: it is in use") from None
        why = error.strerror or str(error)
        raise Refusal(f"can't listen on {address}: {why}") from None


def _probe_unix(path: str) -> None:
    with socket.socket(socket.AF_UNIX) as probe:
        if Path(path).is_socket():
            try:
                probe.connect(path)
            except ConnectionRefusedError:
                os.unlink(path)  # left behind by a process that is gone
            else:
                raise OSError(errno.EADDRINUSE, "in use")
    with socket.socket(socket.AF_UNIX) as probe:
        probe.bind(path)
    os.unlink(path)


def _probe_tcp(address: str) -> None:
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdecimal() or int(port) > 65535:
        raise Refusal(f"not an address: {address!r}; write localhost:5001 or unix:./my.sock")
    found = socket.getaddrinfo(
        host.strip("[]") or None, int(port), type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )
    # A host name may stand for an IPv6 address on a machine that has none; one place is enough.
    here = [_is_here(family, kind, place) for family, kind, _, _, place in found]
    if True not in here:
        raise OSError(errno.EADDRNOTAVAIL, "it is no address of this machine")


def _is_here(family: int, kind: int, place: Any) -> bool:
    with socket.socket(family, kind) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(place)
        except OSError as error:
            if error.errno not in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
                raise
            return False
        return True
