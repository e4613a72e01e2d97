"""The ratings of a run in play, fitted aside: never on the event loop, and not for every scrape.

A fit takes from some milliseconds to seconds, so it has a thread of its own, which copies the
scores (each copy is one step of the interpreter, so the run needs no lock) and is started by
whoever asks, when the last fit is some seconds old.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import Lock, Thread
from time import monotonic

from arena import config
from arena.play.pool import Pool, Score
from arena.play.ratings import Rating, fit
from arena.play.tally import Tally


class Standings:
    """The ratings of all bots that have finished a block, kept for a while."""

    def __init__(self, tally: Tally, seed: bytes, clock: Callable[[], float] = monotonic) -> None:
        """`seed` is what the run's own ratings are seeded from."""
        self._tally = tally
        self._seed = seed
        self._clock = clock
        self._ratings: tuple[Rating, ...] = ()
        self._fitting: Thread | None = None
        self._due = clock()
        self._asking = Lock()

    def now(self) -> tuple[Rating, ...]:
        """Return the ratings, best first; those of the fit before if a new one takes long."""
        with self._asking:
            running = self._fitting is not None and self._fitting.is_alive()
            if not running and self._clock() >= self._due:
                self._fitting = Thread(target=self._fit, name="ratings", daemon=True)
                self._fitting.start()
        if self._fitting is not None:
            self._fitting.join(config.RATINGS_PATIENCE)
        return self._ratings

    def _fit(self) -> None:
        started = self._clock()
        scores: dict[tuple[str, str], Mapping[int, Score | None]] = {
            pairing: dict(evidence.scores) for pairing, evidence in self._tally.pairings.items()
        }
        played = {bot for pairing, own in scores.items() if own for bot in pairing}
        if not played:
            return
        try:
            pool = Pool.of(scores)
            standing = fit(pool, seed=self._seed, replicates=config.RATINGS_REPLICATES)
            self._ratings = tuple(each for each in standing.ratings if each.name in played)
        finally:
            took = self._clock() - started
            self._due = self._clock() + max(config.RATINGS_KEPT, took / config.RATINGS_SHARE)
