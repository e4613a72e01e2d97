"""The test run: what is fast comes first, and `--vectors PATH` names further test vectors."""

import pytest
from hypothesis import settings

settings.register_profile("any-machine", deadline=None)  # no test may hang on a machine's speed
settings.load_profile("any-machine")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--vectors PATH`, which may be given more than once."""
    parser.addoption(
        "--vectors",
        action="append",
        default=[],
        metavar="PATH",
        help="a further file of rule vectors, run by tests/rules/test_vectors.py (repeatable)",
    )


SLOW_ROOMS = ("tests/e2e/", "tests/bench/")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests of real processes last, so that a quick failure is a quick one."""
    items.sort(key=lambda item: item.nodeid.startswith(SLOW_ROOMS))
