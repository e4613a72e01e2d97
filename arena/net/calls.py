"""Playing with a bot that has no stream: one unary call for each decision."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Final

import grpc

from arena import config
from arena.net import wire
from arena.net.entrant import Entrant, Refused
from arena.net.hall import Hall, now_us
from arena.net.lobby import Lobby
from arena.play.faults import Unreadable
from arena.play.floor import Answer
from arena.play.line import Presence
from arena.play.table import Seat
from arena.rules.hand import Decision

SERVICE: Final = "/texas42.v1.BotService/"
BytesCall = grpc.aio.UnaryUnaryMultiCallable[bytes, bytes]
_LOST: Final = frozenset({grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED})


class Caller:
    """Asks one bot by unary calls, no more at once than its window."""

    def __init__(
        self, hall: Hall, lobby: Lobby, entrant: Entrant, channel: grpc.aio.Channel
    ) -> None:
        self._hall = hall
        self._entrant = entrant
        self._window = lobby.unary_window(entrant)
        self._rules = wire.rules_of_request(hall.options)
        self._at_table = hall.options.seating.seats
        self._notify: BytesCall = channel.unary_unary(SERVICE + "Notify")
        self._ask: dict[Decision, BytesCall] = {
            decision: channel.unary_unary(SERVICE + name)
            for decision, name in wire.ASK_BY_CALL.items()
        }
        self._in_flight: set[asyncio.Task[None]] = set()
        self._wake = asyncio.Event()
        self._wants_notices = True
        self._lost = ""

    async def run(self) -> str:
        """Ask until the run is over or the bot is lost; return why it ended. Raises Refused."""
        hall, entrant = self._hall, self._entrant
        if hall.options.needs_memory:
            why = (
                f"the rules {hall.options.preset} hide tricks, which takes a bot with a memory: "
                "offer Session, or play under rules that leave tricks face up (standard)"
            )
            entrant.turn_away(why)
            raise Refused(why)
        entrant.wake = self._wake
        hall.came(entrant, self._window)
        while not (self._lost or hall.finished.is_set()):
            if entrant.line.presence is not Presence.HERE:
                self._lost = "no answer for too long"
                break
            self._send()
            await self._wake.wait()
            self._wake.clear()
        hall.lost(entrant)
        await self._say_goodbye()
        return self._lost or "all is played"

    def _send(self) -> None:
        seats = self._entrant.line.take(now_us())
        if self._hall.trace is not None:
            self._hall.trace.asked(self._entrant.name, seats)
        for seat in seats:
            self._start(self._call(seat, seat.request_id))
        if self._entrant.notices and self._wants_notices and self._has_room():
            told = wire.notify_request(*self._entrant.notices.take())
            self._start(self._tell(told))

    def _has_room(self) -> bool:
        return len(self._in_flight) <= self._window

    def _start(self, call: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(call)
        self._in_flight.add(task)
        task.add_done_callback(self._in_flight.discard)
        task.add_done_callback(self._hall.watch)

    async def _call(self, seat: Seat, request_id: int) -> None:
        """Ask one seat and hand on what came; the floor's clock rules on silence."""
        decision, time = seat.view.decision, seat.line.time
        assert decision is not None
        patience = (time.cap + time.grace) / 1e6 if time.running else config.UNCLOCKED_DEADLINE
        request = wire.unary_request(seat, self._at_table, self._rules)
        try:
            data = await self._ask[decision](request, timeout=patience)
        except grpc.aio.AioRpcError as error:
            self._failed(request_id, error)
        else:
            self._answered(wire.unary_answer(decision, request_id, data))

    def _failed(self, request_id: int, error: grpc.aio.AioRpcError) -> None:
        if error.code() in _LOST:
            self._lost = f"{error.code().name}: {wire.shortened(error.details() or '')}"
            self._hall.lost(self._entrant)
            self._wake.set()
        elif error.code() is grpc.StatusCode.UNIMPLEMENTED:
            missing = "it answers neither Session nor the calls Bid, CallTrump and Play"
            self._hall.fail(Refused(f"bot {self._entrant.name}: no bot is there: {missing}"))
        elif error.code() is not grpc.StatusCode.DEADLINE_EXCEEDED:
            details = wire.shortened(error.details() or "no details")
            came = f"the call failed with {error.code().name}: {details}"
            self._answered((request_id, Unreadable(came), 0))

    def _answered(self, answer: Answer) -> None:
        self._hall.heard(self._entrant, (answer,))
        self._wake.set()

    async def _tell(self, told: bytes) -> None:
        try:
            await self._notify(told, timeout=config.DESCRIBE_DEADLINE)
        except grpc.aio.AioRpcError:
            self._wants_notices = False

    async def _say_goodbye(self) -> None:
        """Tell the rest, let open calls end, and give up those that don't."""
        if self._in_flight:
            _, late = await asyncio.wait(self._in_flight, timeout=config.GOODBYE_DEADLINE)
            for task in late:
                task.cancel()
        if self._wants_notices and not self._lost:
            await self._tell(wire.notify_request(*self._entrant.notices.take()))
        if self._wants_notices and not self._lost:
            await self._tell(wire.last_notice(*self._hall.parting()))
