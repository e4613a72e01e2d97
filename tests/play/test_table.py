"""A table: asks one seat at a time, takes the answer or the fault, ends with a result."""

from __future__ import annotations

import pytest

from arena.play.clocks import TimeControl
from arena.play.deals import deal
from arena.play.faults import Fault, FaultKind
from arena.play.line import Line
from arena.play.record import record_of
from arena.play.schedule import Pairing, Sitting
from arena.play.table import Seat, Table
from arena.rules.bids import PASS, Bid
from arena.rules.hand import Decision
from arena.rules.illegal import IllegalAction
from arena.rules.presets import STANDARD
from arena.rules.scoring import Outcome
from arena.testing.policies import by_hash, first, illegal

SITTING = Sitting(5, Pairing("even", "odd"), 0)
"""Deal 5 is shaken by seat 1, so seat 2 bids first."""


@pytest.fixture
def table() -> Table:
    """Deal 5 of a seed with two bots, `even` and `odd`."""
    lines: list[Line[Seat]] = [Line(bot, 256, TimeControl(), salt=seat)
                               for seat, bot in enumerate(("even", "odd"))]  # fmt: skip
    return Table(3, STANDARD, deal("table", 5), lines * 2, bank=10_000_000)


def bid(table: Table, *bids: Bid) -> None:
    for each in bids:
        table.ask()
        table.answer(each, 10)


def fault(table: Table, kind: FaultKind) -> None:
    seat = table.ask()
    table.fault(Fault(kind, seat.line.bot, seat.view.seat, str(seat.view), "nothing", 7))


def state(table: Table) -> object:
    hand = table.hand
    return (
        hand.turn, hand.decision, list(hand.held), list(hand.public.auction.bids), hand.result,
        bytes(hand.public.plays), list(table.times), list(table.askers),
    )  # fmt: skip


def test_seats_hold_what_was_dealt_and_know_their_bots(table: Table) -> None:
    """Each seat has its own hand's number, bank and tiles, and its bot's line."""
    dealt = deal("table", 5)
    assert [seat.line.bot for seat in table.seats] == ["even", "odd", "even", "odd"]
    assert [seat.view.held for seat in table.seats] == list(dealt.hands)
    assert {seat.bank for seat in table.seats} == {10_000_000}
    assert len({seat.hand_id for seat in table.seats}) == 4


def test_the_seat_that_is_to_act_is_asked_what_it_may_know_now(table: Table) -> None:
    """The view is brought up to date with every ask: bids so far, and what is legal."""
    seat = table.ask()
    assert (seat.view.seat, seat.view.decision, list(seat.view.bids)) == (2, Decision.BID, [])
    table.answer(Bid.points(31), 50)
    seat = table.ask()
    assert (seat.view.seat, list(seat.view.bids)) == (3, [Bid.points(31)])
    assert seat.view.legal_bids[:2] == (PASS, Bid.points(32))


def test_the_winner_of_the_auction_calls_and_leads(table: Table) -> None:
    """Seat 0 outbids everybody: it is asked for a call, then for a tile."""
    bid(table, PASS, Bid.points(30), Bid.points(35), PASS)
    seat = table.ask()
    assert (seat.view.seat, seat.view.decision) == (0, Decision.CALL_TRUMP)
    table.answer(seat.view.legal_calls[0], 5)
    seat = table.ask()
    assert (seat.view.seat, seat.view.decision) == (0, Decision.PLAY)
    assert seat.view.legal_tiles == seat.view.held


def test_a_hand_is_played_to_its_result(table: Table) -> None:
    """Every decision leaves its time and its seat, in order."""
    took = 0
    while not table.over:
        seat = table.ask()
        took += 1
        table.answer(by_hash(seat.view), took)
        assert table.askers[-1] == seat.view.seat
    assert table.times == list(range(1, took + 1))
    assert table.askers[:4] == [2, 3, 0, 1]
    assert table.hand.result is not None
    assert table.faults == []


@pytest.mark.parametrize("moment", ["auction", "play"])
def test_an_illegal_answer_changes_nothing(table: Table, moment: str) -> None:
    """It raises with what was legal, and the same seat is asked the same again."""
    if moment == "play":
        bid(table, PASS, PASS, PASS, Bid.points(30))
        table.answer(first(table.ask().view), 10)
    seat = table.ask()
    before = state(table)
    for wrong in (illegal(seat.view), Bid.points(29), Bid.marks(9)):
        with pytest.raises(IllegalAction):
            table.answer(wrong, 10)
        assert state(table) == before
    assert table.ask() is seat


@pytest.mark.parametrize(
    ("bids", "awards"),
    [
        ((), (0, 1)),
        ((Bid.points(30),), (1, 0)),
        ((Bid.marks(2),), (2, 0)),
        ((PASS, Bid.points(30), Bid.marks(1), Bid.marks(2)), (2, 0)),
    ],
)
def test_a_fault_forfeits_the_deal_to_the_other_side(
    table: Table, bids: tuple[Bid, ...], awards: tuple[int, int]
) -> None:
    """R34: the marks of the highest bid so far, at least one; the evidence stays at the table."""
    bid(table, *bids)
    at_fault = table.ask().view.seat
    fault(table, FaultKind.TIMEOUT)
    result = table.hand.result
    assert result is not None
    assert (result.outcome, result.awards) == (Outcome.FORFEITED, awards)
    assert result.awards[at_fault % 2] == 0
    assert [(each.kind, each.seat) for each in table.faults] == [(FaultKind.TIMEOUT, at_fault)]
    assert len(table.times) == len(bids)


@pytest.mark.parametrize("kind", [FaultKind.NEVER_STARTED, FaultKind.ARENA_FAULT])
def test_a_fault_that_is_nobodys_voids_the_deal(table: Table, kind: FaultKind) -> None:
    """No marks for anybody, whatever was bid."""
    bid(table, Bid.marks(2))
    fault(table, kind)
    result = table.hand.result
    assert result is not None
    assert (result.outcome, result.awards) == (Outcome.VOID, (0, 0))


def test_a_closed_table_lets_its_seats_go(table: Table) -> None:
    """Its record can still be written."""
    fault(table, FaultKind.STALLED)
    table.close()
    assert table.seats == ()
    assert record_of(table, SITTING).outcome == "forfeited"


# What is kept of it.


def test_a_record_tells_the_whole_hand(table: Table) -> None:
    """Bids and call in words, tiles as bytes, who declared, how it ended, who took how long."""
    bid(table, PASS, Bid.points(30), Bid.marks(1), PASS)
    while not table.over:
        table.answer(first(table.ask().view), 10)
    record = record_of(table, SITTING)
    assert (record.sitting, record.shaker, record.declarer) == (SITTING, 1, "even")
    assert record.bids == ("pass", "30", "1 mark", "pass")
    assert record.call == "blanks"
    assert record.plays == bytes(table.hand.public.plays)
    assert len(record.plays) % 4 == 0
    assert len(record.times_us) == len(record.askers) == 5 + len(record.plays)
    assert record.outcome in {"made", "set"}
    assert record.margin() == record.awards[0] - record.awards[1] != 0
    assert (record.faults, record.void) == ((), False)


def test_a_margin_is_seen_from_the_first_bot_in_either_half(table: Table) -> None:
    """Seat 2 forfeits, so the odd seats win a mark: a loss in half 0, a win in half 1."""
    fault(table, FaultKind.TIMEOUT)
    halves = [record_of(table, SITTING._replace(rotation=half)) for half in range(2)]
    assert [each.margin() for each in halves] == [-1, 1]


def test_a_record_defends_its_ruling(table: Table) -> None:
    """The fault stands in it with what was asked and what came; nobody declared a hand so short."""
    bid(table, Bid.points(30))
    fault(table, FaultKind.TIMEOUT)
    record = record_of(table, SITTING)
    (kept,) = record.faults
    assert (kept.kind, kept.bot, kept.seat, kept.came) == ("timeout", "odd", 3, "nothing")
    assert kept.asked.startswith("bid with ")
    assert "legal: pass, 31" in kept.asked
    assert (kept.elapsed_us, kept.of_time) == (7, True)
    assert (record.declarer, record.call, record.plays) == ("", "", b"")
    assert record.faults_by_kind() == {("odd", "timeout"): 1}
