"""The lobby: who may come in, under which name."""

from __future__ import annotations

from arena import config
from arena.net import wire
from arena.net.entrant import NAME, Entrant, Refused
from arena.rules.options import Options


class Lobby:
    """Lets bots in that are expected and can play by the rules.

    `sent_away` says of the last bot that dialled in and was refused why it was, empty before.
    """

    def __init__(self, options: Options, entrants: dict[str, Entrant]) -> None:
        self._options = options
        self._entrants = entrants
        self.sent_away = ""

    def admit(self, info: wire.BotInfo, expected: Entrant | None) -> Entrant:
        """Return the entrant that a bot's own description belongs to. Raises Refused.

        A bot that was dialled is who the arena dialled; one that dials in is who it says it is,
        and must be waited for.
        """
        try:
            entrant = self._waited_for(info.id) if expected is None else expected
            self._check(info, entrant)
        except Refused as why:
            if expected is not None:
                expected.turn_away(str(why))
            else:
                self.sent_away = f"{wire.shortened(info.id) or 'a bot without an id'} came: {why}"
            raise
        entrant.card = wire.card(info)
        return entrant

    def stream_window(self, entrant: Entrant) -> int:
        """Return how many decisions may be open at a bot on a stream."""
        return min(entrant.card.window or config.STREAM_WINDOW, config.LARGEST_WINDOW)

    def unary_window(self, entrant: Entrant) -> int:
        """Return how many unary calls may be in flight at a bot."""
        return min(entrant.card.window or config.UNARY_WINDOW, config.LARGEST_UNARY_WINDOW)

    def _waited_for(self, name: str) -> Entrant:
        if not NAME.fullmatch(name):
            raise Refused(f"{wire.shortened(name)!r} is no id: use 1 to 32 of a-z, 0-9 and hyphen")
        entrant = self._entrants.get(name)
        if entrant is None or entrant.door != "joined":
            waiting = [each.name for each in self._entrants.values() if each.door == "joined"]
            awaited = ", ".join(sorted(waiting)) or "nobody"
            raise Refused(f"no bot named {name} is waited for; waited for: {awaited}")
        return entrant

    def _check(self, info: wire.BotInfo, entrant: Entrant) -> None:
        if entrant.nonce and info.nonce and info.nonce != entrant.nonce:
            raise Refused(
                "another process answers at this address: its nonce is not the one that "
                "the arena gave to the bot it started (ARENA42_NONCE)"
            )
        low, high = info.protocol_min or wire.PROTOCOL, info.protocol_max or wire.PROTOCOL
        if not low <= wire.PROTOCOL <= high:
            raise Refused(
                f"the bot speaks protocol {low} to {high}, this arena speaks {wire.PROTOCOL}"
            )
        unknown = wire.calls_missing(info, self._options.calls)
        if unknown:
            raise Refused(
                f"the bot can't play {unknown}, which the rules {self._options.preset} allow: "
                "add them to its calls, or take rules without them"
            )
