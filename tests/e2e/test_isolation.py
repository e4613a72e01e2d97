"""House bots are ordinary remote processes: they play from an environment that knows no arena."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from tests.e2e.conftest import DEADLINE, Run, document_of

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "clients/python"
UV = Path(sys.executable).with_name("uv")
AUTHORITIES = Path("/etc/ssl/certs/ca-certificates.crt")
THE_ARENAS_OWN = ("arena", "structlog", "msgspec", "numpy", "sqlalchemy", "grpc_reflection")


def uv(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ}
    if AUTHORITIES.exists():
        environment.setdefault("UV_SYSTEM_CERTS", "1")
    return subprocess.run(
        [UV, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True,
        timeout=DEADLINE, check=False,
    )  # fmt: skip


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment in which `texas42` is installed, and nothing else.

    Packages come from uv's cache, or from the network what isn't there. The client is built from a
    copy of its folder: of a folder that it knows uv would take what it built some other day.
    """
    if not UV.exists():
        _unless_checked(f"no uv at {UV}")
    folder = tmp_path_factory.mktemp("stranger")
    copy, interpreter = folder / "client", folder / "env" / "bin" / "python"
    shutil.copytree(CLIENT, copy, ignore=shutil.ignore_patterns("tests", "__pycache__"))
    made = uv("venv", "--python", sys.executable, str(folder / "env"))
    assert made.returncode == 0, made.stderr
    install = (
        "pip", "install", "--python", str(interpreter), "--constraints", "requirements.lock",
        str(copy),
    )  # fmt: skip
    done = uv(*install, "--offline")
    if done.returncode:
        done = uv(*install)
    if done.returncode:
        _unless_checked(f"texas42 can't be installed: {done.stderr[-500:]}")
    return interpreter


def _unless_checked(why: str) -> NoReturn:
    """Skip with the reason; where the project is checked, fail instead."""
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)


def imports(python: Path, module: str) -> str:
    """Return the last line that importing a module there writes to stderr, none if it is fine."""
    done = subprocess.run(
        [python, "-I", "-c", f"import {module}"], capture_output=True, text=True,
        timeout=DEADLINE, check=False, cwd="/",
    )  # fmt: skip
    return done.stderr.strip().rpartition("\n")[2]


def test_the_client_needs_two_packages_and_not_the_arena(python: Path) -> None:
    """What an author installs: the client, gRPC and protobuf (with what those two need)."""
    listed = uv("pip", "list", "--python", str(python), "--format", "freeze").stdout
    names = {line.partition("==")[0].partition(" @ ")[0] for line in listed.split("\n") if line}
    assert names - {"typing-extensions"} == {"texas42", "grpcio", "protobuf"}
    assert imports(python, "texas42.house") == ""
    assert {module: imports(python, module) for module in THE_ARENAS_OWN} == {
        module: f"ModuleNotFoundError: No module named '{module}'" for module in THE_ARENAS_OWN
    }


def test_a_match_is_played_from_an_environment_of_their_own(arena42: Run, python: Path) -> None:
    """Both house bots by their command, as any stranger's: no fault, and the result is the same as
    that of the house bots that the arena starts by name."""
    house = f"cmd:{python} -I -m texas42.house"
    strangers, ours = (
        document_of(arena42("match", *bots, "--deals", "40", "--seed", "21", "--json"))["result"]
        for bots in (
            (f"a={house} rule --listen {{address}}", f"b={house} random-play --listen {{address}}"),
            ("a=rule", "b=random-play"),
        )
    )
    assert strangers["faults"] == {"a": {}, "b": {}}
    assert strangers["pairs"] == 40
    assert strangers == ours
