"""Options of the test run: `--vectors PATH` names a further file of test vectors."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--vectors PATH`, which may be given more than once."""
    parser.addoption(
        "--vectors",
        action="append",
        default=[],
        metavar="PATH",
        help="a further file of rule vectors, run by tests/rules/test_vectors.py (repeatable)",
    )
