"""What several test modules need: bots in processes of their own, and questions to ask."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest
from hypothesis import settings

settings.register_profile("any-machine", deadline=None)  # no test may hang on a machine's speed
settings.load_profile("any-machine")

Started = tuple["subprocess.Popen[str]", str]


@pytest.fixture
def start() -> Iterator[Callable[..., Started]]:
    """Starts a Python process, waits until it listens, and gives it with its address."""
    processes: list[subprocess.Popen[str]] = []

    def run(*arguments: str, **environment: str) -> Started:
        process = subprocess.Popen(
            [sys.executable, *arguments],
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **environment},
        )
        processes.append(process)
        assert process.stderr is not None
        for line in process.stderr:
            if "listening on " in line:
                return process, line.split()[-1]
        raise AssertionError(f"the bot ended with {process.wait()} before it listened")

    yield run
    for process in processes:
        process.kill()
        process.wait()
        assert process.stderr is not None
        process.stderr.close()
