"""The one place that builds and wires everything: a run from its plan to its document, and the
serving of what was played."""

from arena.app.errors import RunFailed
from arena.app.plan import Plan
from arena.app.run import Run

__all__ = ["Plan", "Run", "RunFailed"]
