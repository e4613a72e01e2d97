"""Whether an address can be listened on, and the one line that says why not."""

import socket
from pathlib import Path

import pytest

from texas42.lifetime import Refusal
from texas42.listening import make_sure


def test_free_addresses_are_let_through(tmp_path: Path) -> None:
    make_sure("localhost:0")
    make_sure("127.0.0.1:0")
    make_sure(f"unix:{tmp_path}/x.sock")
    assert not (tmp_path / "x.sock").exists()


@pytest.mark.parametrize("address", ["127.0.0.1", "localhost"])
def test_a_port_in_use_is_refused(address: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        where = f"{address}:{other.getsockname()[1]}"
        with pytest.raises(Refusal, match=f"can't listen on {where}: it is in use"):
            make_sure(where)


def test_a_unix_socket_in_use_is_refused(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as other:
        other.bind(str(tmp_path / "x.sock"))
        other.listen()
        with pytest.raises(Refusal, match="it is in use"):
            make_sure(f"unix:{tmp_path}/x.sock")
    assert (tmp_path / "x.sock").exists()


def test_a_unix_socket_left_behind_is_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "x.sock"
    with socket.socket(socket.AF_UNIX) as left_behind:
        left_behind.bind(str(path))
    make_sure(f"unix:{path}")
    assert not path.exists()


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("5001", "not an address"),
        ("localhost:http", "not an address"),
        ("unix:/nowhere/at/all.sock", "No such file or directory"),
        ("no.such.host.invalid:5001", "can't listen on no.such.host.invalid:5001"),
        ("localhost:99999", "not an address"),
        ("192.0.2.1:5001", "no address of this machine"),
    ],
)
def test_a_wrong_address_is_refused(address: str, why: str) -> None:
    with pytest.raises(Refusal, match=why):
        make_sure(address)
