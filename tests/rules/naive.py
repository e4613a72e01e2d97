"""A second opinion on the rules: written from their definitions, with lists, and slow.

Nothing here comes from arena.rules, neither code nor tables. A tile is a pair (high, low); a suit
is the list of its tiles, best first; trumps are named by a pip 0 to 6, by "doubles", or by None. A
bid is a pair such as ("pass", 0), ("points", 31), ("marks", 2), ("plunge", 4) or ("splash", 3). A
call is a pip 0 to 6, "doubles", "follow me high", "nello own", "sevens" or "undeclared". A `House`
has the options of section 2.3 as plain values.
"""

from collections.abc import Sequence
from dataclasses import dataclass

Pair = tuple[int, int]
Trumps = int | str | None
NaiveBid = tuple[str, int]
NaiveCall = int | str
Trick = list[tuple[int, Pair]]
"""A finished trick: the seats in order of play, each with its tile."""

EVERY_TILE: list[Pair] = [(high, low) for high in range(7) for low in range(high + 1)]
SIX_TO_NOUGHT = [6, 5, 4, 3, 2, 1, 0]
NO_BID: NaiveBid = ("pass", 0)
MOST_MARKS = 99


@dataclass(frozen=True)
class House:
    """The options of a house under the names they have in the rule book."""

    preset: str = "standard"
    players: int = 4
    player_counts: Sequence[int] = (4,)
    teams: str = "2x2"
    leftover: str = "remove_fixed"
    hand_size: int | str | None = "auto"
    first_shaker: int | str = "high_draw"
    first_bidder: str = "left_of_shaker"
    min_bid: int = 30
    open_cap_marks: int = 2
    mark_raise: str = "plus_one"
    bid_rounds: str = "single"
    max_marks: int | None = None
    all_pass: str = "reshake"
    reshake_cap: int = 20
    declarations: Sequence[str] = ("pips", "doubles", "follow_me")
    follow_me_doubles: str = "high"
    undeclared_trump: str = "reject"
    trump_rank: str = "double_high"
    scoring: str = "marks"
    target: int = 7
    win_by: int = 1
    mark_award: str = "contract"
    set_marks: str = "stake"
    set_award: str = "bid_plus_taken"
    mark_bid_points: str = "bid_only"
    both_over_target: str = "higher_total"
    early_end: bool = True
    stacking: str = "face_up"
    nello: str = "off"
    nello_min_marks: int = 1
    nello_doubles: str = "own"
    nello_declarer_modes: Sequence[str] = ("own", "high", "low")
    sevens: str = "off"
    sevens_min_marks: int = 1
    sevens_needs_seven: bool = False
    sevens_scope: str = "team"
    sevens_free_play: bool = False
    plunge: bool = False
    plunge_doubles: int = 4
    plunge_marks: int = 4
    plunge_timing: str = "jump"
    plunge_leader: str = "partner"
    splash: bool = False
    splash_doubles: int = 3
    splash_marks: int = 3
    forced_sweep_bonus: bool = False
    solo_set_award: str = "each_defender"


# Who sits where (R3, C14, section 4).


def side_of_seats(house: House) -> list[int]:
    """The side of each seat."""
    teams = house.teams
    if teams == "auto":
        teams = "2x2" if house.players == 4 else "solo"
    sides = {"2x2": 2, "solo": house.players, "2x3": 2, "3x2": 3}[teams]
    return [seat % sides for seat in range(house.players)]


def partners(house: House, seat: int) -> list[int]:
    """The other seats of a seat's side, the next one clockwise first."""
    side = side_of_seats(house)
    clockwise = [(seat + step) % house.players for step in range(1, house.players)]
    return [other for other in clockwise if side[other] == side[seat]]


def tiles_each(house: House) -> int:
    """How many tiles each seat is dealt, which is the number of tricks."""
    return house.hand_size if isinstance(house.hand_size, int) else 28 // house.players


def total(house: House) -> int:
    """What a hand is worth: a point for each trick, and 35 of count."""
    return tiles_each(house) + 35


def removed_tiles(house: House) -> list[Pair]:
    """What is taken out of the set where all that is left over fits the table of section 4."""
    left_over = 28 - house.players * tiles_each(house)
    return [(1, 0), (2, 0), (3, 0), (4, 0)][:left_over]


# Suits and tricks (R18 to R27).


def tile(one_end: int, other_end: int) -> Pair:
    """The tile with these ends, the higher one first."""
    return (one_end, other_end) if one_end >= other_end else (other_end, one_end)


def trump_suit(trumps: Trumps, rank: str = "double_high") -> list[Pair]:
    """The trumps, best first (R18, R20)."""
    if trumps is None:
        return []
    if trumps == "doubles":
        return [(pip, pip) for pip in SIX_TO_NOUGHT]
    assert isinstance(trumps, int)
    if rank == "pip_total":
        return sorted((one for one in EVERY_TILE if trumps in one), key=sum, reverse=True)
    return [(trumps, trumps)] + [tile(trumps, pip) for pip in SIX_TO_NOUGHT if pip != trumps]


def pip_suit(pip: int, trumps: Trumps, doubles: str) -> list[Pair]:
    """The tiles that follow a pip, best first; no trump is among them (R19, R21, R25)."""
    others = [tile(pip, other) for other in SIX_TO_NOUGHT if other != pip]
    if doubles == "high":
        members = [(pip, pip), *others]
    elif doubles == "low":
        members = [*others, (pip, pip)]
    else:
        members = others
    return [member for member in members if member not in trump_suit(trumps)]


def suit_asked(led: Pair, trumps: Trumps, doubles: str, rank: str = "double_high") -> list[Pair]:
    """The suit that a lead asks for, best first (R23)."""
    if led in trump_suit(trumps):
        return trump_suit(trumps, rank)
    if doubles in ("own", "own_inverted") and led[0] == led[1]:
        every_double = [(pip, pip) for pip in SIX_TO_NOUGHT]
        if doubles == "own_inverted":
            every_double.reverse()
        return [double for double in every_double if double not in trump_suit(trumps)]
    return pip_suit(max(led), trumps, doubles)


def legal_plays(hand: list[Pair], led: Pair | None, trumps: Trumps, doubles: str) -> list[Pair]:
    """What of a hand may be played on a lead, or may be led (R22, R24)."""
    if led is None:
        return hand
    suit = suit_asked(led, trumps, doubles)
    following = [mine for mine in hand if mine in suit]
    if following:
        return following
    return hand


def winning_place(
    trick: list[Pair], trumps: Trumps, doubles: str, rank: str = "double_high"
) -> int:
    """Which tile of a trick wins, the lead being number 0 (R26)."""
    for best in trump_suit(trumps, rank) + suit_asked(trick[0], trumps, doubles, rank):
        if best in trick:
            return trick.index(best)
    raise AssertionError("the lead itself is always of the suit led")


def distance(one: Pair) -> int:
    """How far from seven a tile is (3.5)."""
    return abs(one[0] + one[1] - 7)


def worth(trick: list[Pair]) -> int:
    """The points of a trick (R27)."""
    points = 1
    for member in trick:
        if member in [(5, 5), (6, 4)]:
            points += 10
        if member in [(5, 0), (4, 1), (3, 2)]:
            points += 5
    return points


# The same by the call.


def trumps_of(call: NaiveCall) -> Trumps:
    """The trumps that a call makes; nello and sevens have none."""
    return call if isinstance(call, int) or call == "doubles" else None


def doubles_of(call: NaiveCall) -> str:
    """Where the doubles that are no trumps stand."""
    for family in ("follow me ", "nello "):
        if isinstance(call, str) and call.startswith(family):
            return call.removeprefix(family)
    return "high"


def is_special(call: NaiveCall | None) -> bool:
    """Whether a call is nello or sevens."""
    return isinstance(call, str) and call.startswith(("nello", "sevens"))


def may_play(house: House, call: NaiveCall, hand: list[Pair], led: Pair | None) -> list[Pair]:
    """What of a hand may be played on a lead, or may be led, under a call."""
    if call != "sevens":
        return legal_plays(hand, led, trumps_of(call), doubles_of(call))
    if house.sevens_free_play:
        return hand
    return [mine for mine in hand if distance(mine) == min(map(distance, hand))]


def place_of_winner(house: House, call: NaiveCall, trick: list[Pair]) -> int:
    """Which tile of a trick wins under a call, the lead being number 0."""
    if call == "sevens":
        distances = [distance(played) for played in trick]
        return distances.index(min(distances))
    return winning_place(trick, trumps_of(call), doubles_of(call), house.trump_rank)


def winner_of(house: House, call: NaiveCall, trick: Trick) -> int:
    """The seat that wins a finished trick."""
    return trick[place_of_winner(house, call, [played for _, played in trick])][0]


# The auction (R7 to R12, C3 to C5). Places are counted in bidding order: the last may be forced.


def bidding_order(house: House, shaker: int, hands: list[list[Pair]]) -> list[int]:
    """All seats in bidding order (R7, C12)."""
    first = (shaker + 1) % house.players
    if house.first_bidder == "holder_0_1":
        for seat, hand in enumerate(hands):
            if (1, 0) in hand:
                first = seat
    return [(first + step) % house.players for step in range(house.players)]


def places(history: list[NaiveBid], house: House) -> tuple[list[int], int | None]:
    """Which place made each bid, and which one is to bid next: none once the auction is over."""
    made: list[int] = []
    passed: list[int] = []
    high: int | None = None
    due: int | None = 0
    for bid in history:
        assert due is not None, "nobody is to bid any more"
        made.append(due)
        if bid == NO_BID:
            passed.append(due)
        else:
            high = due
        due = _next_place(due, passed, high, house)
    return made, due


def _next_place(place: int, passed: list[int], high: int | None, house: House) -> int | None:
    if house.bid_rounds == "single":
        return place + 1 if place + 1 < house.players else None
    for step in range(1, house.players + 1):
        other = (place + step) % house.players
        if other not in passed and other != high:
            return other
    return None


def highest(history: list[NaiveBid]) -> NaiveBid | None:
    """The bid that stands: each was higher than those before, so it is the last one made."""
    made = [bid for bid in history if bid != NO_BID]
    return made[-1] if made else None


def winning_bid(history: list[NaiveBid], house: House) -> tuple[int, bool] | None:
    """The place of the highest bid and whether it was forced; none if all have passed."""
    made, _ = places(history, house)
    bids = [number for number, bid in enumerate(history) if bid != NO_BID]
    if not bids:
        return None
    return made[bids[-1]], is_forcing(history[: bids[-1]], house)


def is_forcing(history: list[NaiveBid], house: House) -> bool:
    """Whether the next seat may not pass: it is the last of the first round, and all others have
    passed (R12)."""
    everybody_passed = history == [NO_BID] * (house.players - 1)
    return everybody_passed and house.all_pass != "reshake"


def in_marks(bid: NaiveBid | None) -> int:
    """The marks a bid stands for on the ladder, none for points."""
    return 0 if bid is None or bid[0] in ("pass", "points") else bid[1]


def may_bid(bid: NaiveBid, history: list[NaiveBid], house: House, doubles: int = 0) -> bool:
    """Whether the next seat, which holds so many doubles, may make this bid."""
    kind, value = bid
    standing = highest(history)
    marks = in_marks(standing)
    if kind == "pass":
        return not is_forcing(history, house)
    if is_forcing(history, house) and house.all_pass == "forced_exact":
        return bid == ("points", house.min_bid)
    if kind == "points":
        if not house.min_bid <= value < total(house):
            return False
        return standing is None or (standing[0] == "points" and value > standing[1])
    if not 1 <= value <= MOST_MARKS or (house.max_marks is not None and value > house.max_marks):
        return False
    if kind in ("plunge", "splash"):
        return _may_bid_on_doubles(bid, standing, house, doubles)
    if marks == 0:
        return value <= house.open_cap_marks
    if house.mark_raise == "plus_one":
        return value == marks + 1
    if house.mark_raise == "double":
        return value == marks + marks
    return value > marks


def _may_bid_on_doubles(
    bid: NaiveBid, standing: NaiveBid | None, house: House, doubles: int
) -> bool:
    """Whether a plunge or a splash may be bid over what stands (3.6, 3.7)."""
    kind, value = bid
    if kind == "splash":
        enough = house.splash and doubles >= house.splash_doubles
        return enough and value == house.splash_marks and in_marks(standing) < value
    if not house.plunge or doubles < house.plunge_doubles:
        return False
    if house.plunge_timing == "opening_only":
        return standing is None and value == house.plunge_marks
    return value == max(house.plunge_marks, in_marks(standing) + 1)


def legal_bids(history: list[NaiveBid], house: House, doubles: int = 0) -> list[NaiveBid]:
    """All that the next seat, which holds so many doubles, may bid; nothing after the last bid."""
    _, due = places(history, house)
    if due is None:
        return []
    marks = in_marks(highest(history))
    most = 1 + max(
        2 * marks,
        house.open_cap_marks,
        house.plunge_marks,
        house.splash_marks,
        house.max_marks or 9,
    )
    every_bid = [NO_BID]
    every_bid += [("points", points) for points in range(60)]
    for kind in ("marks", "plunge", "splash"):
        every_bid += [(kind, value) for value in range(most + 1)]
    return [bid for bid in every_bid if may_bid(bid, history, house, doubles)]


# Calls (R15, R17, C3, C10, C11, C18).


def legal_calls(
    house: House, bid: NaiveBid, forced: bool, bidders_hand: list[Pair]
) -> list[NaiveCall]:
    """What may be called after the auction was won with this bid."""
    kind, value = bid
    calls: list[NaiveCall] = []
    if "pips" in house.declarations:
        calls += range(7)
    if "doubles" in house.declarations:
        calls.append("doubles")
    if "follow_me" in house.declarations:
        modes = [house.follow_me_doubles]
        if modes == ["declarer"]:
            modes = ["high", "low", "own"]
        calls += [f"follow me {mode}" for mode in modes]
    if kind in ("plunge", "splash"):
        return calls
    if house.undeclared_trump == "first_lead_high_end":
        calls.append("undeclared")
    if kind != "marks":
        return calls
    if _is_offered(house.nello, forced) and value >= house.nello_min_marks:
        modes = [house.nello_doubles]
        if modes == ["declarer"]:
            modes = [*house.nello_declarer_modes]
        calls += [f"nello {mode}" for mode in modes]
    holds_one = any(distance(mine) == 0 for mine in bidders_hand)
    offered = _is_offered(house.sevens, forced) and value >= house.sevens_min_marks
    if offered and (holds_one or not house.sevens_needs_seven):
        calls.append("sevens")
    return calls


def _is_offered(choice: str, forced: bool) -> bool:
    return choice == "open" or (choice == "forced_only" and forced)


def caller(house: House, bid: NaiveBid, bidder: int) -> int:
    """Who names trumps: the bidder, or after plunge and splash the partner (3.6, 3.7)."""
    return partners(house, bidder)[0] if bid[0] in ("plunge", "splash") else bidder


def leader(house: House, bid: NaiveBid, bidder: int) -> int:
    """Who leads the first trick (R22, 3.6, 3.7)."""
    return caller(house, bid, bidder) if house.plunge_leader == "partner" else bidder


def sitting_out(house: House, call: NaiveCall, bidder: int) -> list[int]:
    """Who plays no tiles: in nello the bidder's partners (3.4)."""
    is_nello = isinstance(call, str) and call.startswith("nello")
    return sorted(partners(house, bidder)) if is_nello else []


def seats_in_trick(house: House, leading: int, out: list[int]) -> list[int]:
    """The seats in order of play (R22, O07)."""
    clockwise = [(leading + step) % house.players for step in range(house.players)]
    return [seat for seat in clockwise if seat not in out]


# Made or set (R14, R28, R29, 3.4, 3.5, C6, C13).


@dataclass(frozen=True)
class Contract:
    """What is played: in which house, by whom, on which bid and call (None: not called yet)."""

    house: House
    bidder: int
    bid: NaiveBid
    forced: bool
    call: NaiveCall | None


def captured(contract: Contract, tricks: list[Trick]) -> list[int]:
    """The points that each side has taken."""
    side = side_of_seats(contract.house)
    points = [0] * len({*side})
    for trick in tricks:
        assert contract.call is not None
        won_by = side[winner_of(contract.house, contract.call, trick)]
        points[won_by] += worth([played for _, played in trick])
    return points


def goes_wrong(contract: Contract, trick: Trick) -> bool:
    """Whether a trick sets a contract that is to win every trick, or in nello to lose them all."""
    house, call = contract.house, contract.call
    assert call is not None
    side = side_of_seats(house)
    won_by = winner_of(house, call, trick)
    if isinstance(call, str) and call.startswith("nello"):
        return won_by == contract.bidder
    if side[won_by] != side[contract.bidder]:
        return True
    if call == "sevens" and house.sevens_scope == "bidder":
        of_bidder = [distance(played) for seat, played in trick if seat == contract.bidder]
        of_others = [
            distance(played) for seat, played in trick if side[seat] != side[contract.bidder]
        ]
        return min(of_others) < of_bidder[0]
    return False


def certainty(contract: Contract, tricks: list[Trick]) -> str | None:
    """What is certain after these tricks, whoever takes the points still to come."""
    house, (kind, value) = contract.house, contract.bid
    all_played = len(tricks) == tiles_each(house)
    if kind != "points":
        if any(goes_wrong(contract, trick) for trick in tricks):
            return "set"
        return "made" if all_played else None
    points = captured(contract, tricks)
    mine = points[side_of_seats(house)[contract.bidder]]
    if mine >= value:
        return "made"
    if all_played or sum(points) - mine >= total(house) + 1 - value:
        return "set"
    return None


def stops(contract: Contract, tricks: list[Trick]) -> bool:
    """Whether the hand ends after these tricks (R29, C6)."""
    house = contract.house
    if len(tricks) == tiles_each(house):
        return True
    if certainty(contract, tricks) is None:
        return False
    if is_special(contract.call):
        return True
    if house.scoring == "marks":
        return house.early_end
    in_points = contract.bid[0] == "points"
    return house.early_end and not in_points and house.mark_bid_points == "bid_only"


# What a hand pays (R30, R31, R34, C8, C9, C14, C17).


def marks(bid: NaiveBid, made: bool) -> tuple[int, int]:
    """The marks of the bidding side and of the other, by the plain rule (R30)."""
    stake = max(1, in_marks(bid))
    return (stake, 0) if made else (0, stake)


def awards(contract: Contract, made: bool, tricks: list[Trick]) -> list[int]:
    """What each side gets for a hand that was played to its end."""
    if contract.house.scoring == "points":
        return points_paid(contract, made, captured(contract, tricks))
    return marks_paid(contract, made, tricks)


def marks_paid(contract: Contract, made: bool, tricks: list[Trick]) -> list[int]:
    """What each side gets under marks."""
    house, side = contract.house, side_of_seats(contract.house)
    mine, sides = side[contract.bidder], len({*side})
    points = captured(contract, tricks)
    stake = max(1, in_marks(contract.bid))
    if house.mark_award == "most_points":
        stake = 1
        if contract.bid[0] == "points" and points.count(max(points)) == 1:
            return [1 if one == max(points) else 0 for one in points]
    elif made and _is_forced_sweep(contract, tricks):
        stake = 2
    if made:
        return [stake if other == mine else 0 for other in range(sides)]
    if house.set_marks == "one":
        stake = 1
    plays_alone = sides > 2 or sides == house.players
    if house.solo_set_award == "bidder_minus" and plays_alone:
        return [-stake if other == mine else 0 for other in range(sides)]
    return [0 if other == mine else stake for other in range(sides)]


def _is_forced_sweep(contract: Contract, tricks: list[Trick]) -> bool:
    house = contract.house
    if not house.forced_sweep_bonus or not contract.forced:
        return False
    if contract.bid != ("points", house.min_bid) or len(tricks) != tiles_each(house):
        return False
    return not any(goes_wrong(contract, trick) for trick in tricks)


def points_paid(contract: Contract, made: bool, points: list[int]) -> list[int]:
    """What each side gets under points that has taken so many."""
    house, (kind, value) = contract.house, contract.bid
    mine = side_of_seats(house)[contract.bidder]
    if kind == "points":
        bid, counted_when_made = value, True
        counted_when_set = house.set_award == "bid_plus_taken"
    else:
        straight = kind == "marks" and not is_special(contract.call)
        counted_when_made = counted_when_set = straight and house.mark_bid_points == "taken"
        bid = 42 * value
    paid = []
    for side, taken in enumerate(points):
        if made and counted_when_made:
            paid.append(taken)
        elif made:
            paid.append(bid if side == mine else 0)
        elif side == mine:
            paid.append(0)
        else:
            paid.append(bid + taken if counted_when_set else bid)
    return paid


def forfeit(contract: Contract, seat: int, tricks: list[Trick], in_play: int) -> list[int]:
    """What each side gets when a seat forfeits a hand of so many points that was won in the
    auction, called or not (R34)."""
    house, points = contract.house, captured(contract, tricks)
    if house.scoring == "marks":
        return forfeit_unbid(house, seat, contract.bid)
    side = side_of_seats(house)
    mine, untaken = side[contract.bidder], in_play - sum(points)
    if side[seat] != mine:
        points[mine] += untaken
        return points_paid(contract, True, points)
    if len(points) == 2:
        points[1 - mine] += untaken
    return points_paid(contract, False, points)


def forfeit_unbid(house: House, seat: int, high: NaiveBid | None) -> list[int]:
    """What each side gets when a seat forfeits while the auction is on (R34)."""
    side = side_of_seats(house)
    stake = 42 if house.scoring == "points" else max(1, in_marks(high))
    return [0 if other == side[seat] else stake for other in range(len({*side}))]


# The end of a game (R32, R33, C15, C17).


def game_over(house: House, totals: list[int], bidding_side: int | None, hands: int) -> bool:
    """Whether a game ends after so many hands with these totals."""
    return hands == 200 or _has_won(house, totals, bidding_side) is not None


def game_winner(
    house: House, totals: list[int], bidding_side: int | None, hands: int
) -> int | None:
    """The side that has won; nobody while the game goes on, or when it ends level."""
    won = _has_won(house, totals, bidding_side)
    if won is not None or hands < 200:
        return won
    return totals.index(max(totals)) if totals.count(max(totals)) == 1 else None


def _has_won(house: House, totals: list[int], bidding_side: int | None) -> int | None:
    over = [side for side, score in enumerate(totals) if score >= house.target]
    if not over:
        return None
    bidder_first = house.scoring == "points" and house.both_over_target == "bidder_first"
    if bidder_first and bidding_side in over:
        return bidding_side
    first, second = sorted(totals, reverse=True)[:2]
    lead = house.win_by if house.scoring == "marks" else 1
    return totals.index(first) if first - second >= lead else None


# A whole hand, action by action.

NaiveAction = NaiveBid | NaiveCall | Pair


class Shadow:
    """A hand played along: it keeps lists of its own and is told every action.

    `due` is "bid", "call", "play", or None once it has `ended`: "made", "set" or "thrown in".
    """

    def __init__(self, house: House, shaker: int, hands: list[list[Pair]]) -> None:
        self.house = house
        self.dealt = [[*hand] for hand in hands]
        self.hands = [[*hand] for hand in hands]
        self.order = bidding_order(house, shaker, hands)
        self.history: list[NaiveBid] = []
        self.contract: Contract | None = None
        self.caller: int | None = None
        self.out: list[int] = []
        self.leaders: list[int] = []
        self.trick: Trick = []
        self.tricks: list[Trick] = []
        self.due: str | None = "bid"
        self.turn: int | None = self.order[0]
        self.ended: str | None = None

    def legal_bids(self) -> list[NaiveBid]:
        """What may be bid now."""
        if self.due != "bid" or self.turn is None:
            return []
        doubles = [one for one in self.dealt[self.turn] if one[0] == one[1]]
        return legal_bids(self.history, self.house, len(doubles))

    def legal_calls(self) -> list[NaiveCall]:
        """What may be called now."""
        if self.due != "call" or self.contract is None:
            return []
        contract = self.contract
        hand = self.dealt[contract.bidder]
        return legal_calls(self.house, contract.bid, contract.forced, hand)

    def legal_tiles(self) -> list[Pair]:
        """What may be played now."""
        if self.due != "play" or self.turn is None:
            return []
        assert self.contract is not None
        assert self.contract.call is not None
        led = self.trick[0][1] if self.trick else None
        return may_play(self.house, self.contract.call, self.hands[self.turn], led)

    def bid(self, bid: NaiveBid) -> None:
        """Hear a bid."""
        self.history.append(bid)
        _, due = places(self.history, self.house)
        if due is not None:
            self.turn = self.order[due]
            return
        won = winning_bid(self.history, self.house)
        if won is None:
            self._end("thrown in")
            return
        high = highest(self.history)
        assert high is not None
        bidder = self.order[won[0]]
        self.contract = Contract(self.house, bidder, high, won[1], None)
        self.caller = caller(self.house, high, bidder)
        self.due, self.turn = "call", self.caller

    def call(self, call: NaiveCall) -> None:
        """Hear a call."""
        assert self.contract is not None
        bid, bidder = self.contract.bid, self.contract.bidder
        self.contract = Contract(self.house, bidder, bid, self.contract.forced, call)
        self.out = sitting_out(self.house, call, bidder)
        self.due, self.turn = "play", leader(self.house, bid, bidder)
        self.leaders.append(self.turn)

    def play(self, played: Pair) -> None:
        """See a tile played."""
        contract, seat = self.contract, self.turn
        assert contract is not None
        assert seat is not None
        if contract.call == "undeclared":  # the first lead names the trumps (R17)
            contract = Contract(
                self.house, contract.bidder, contract.bid, contract.forced, max(played)
            )
            self.contract = contract
        assert contract.call is not None
        self.hands[seat].remove(played)
        self.trick.append((seat, played))
        turns = seats_in_trick(self.house, self.leaders[-1], self.out)
        if len(self.trick) < len(turns):
            self.turn = turns[len(self.trick)]
            return
        self.tricks.append(self.trick)
        self.trick = []
        if stops(contract, self.tricks):
            self._end(certainty(contract, self.tricks))
            return
        self.turn = winner_of(self.house, contract.call, self.tricks[-1])
        self.leaders.append(self.turn)

    def taken(self) -> list[int]:
        """The points of the finished tricks, by side."""
        if self.contract is None:
            return [0] * len({*side_of_seats(self.house)})
        return captured(self.contract, self.tricks)

    def awards(self) -> list[int]:
        """What each side gets for the hand, once it has ended."""
        if self.contract is None:
            return [0] * len({*side_of_seats(self.house)})
        return awards(self.contract, self.ended == "made", self.tricks)

    def forfeit(self, seat: int) -> list[int]:
        """What each side gets if this seat forfeits now."""
        if self.contract is None:
            return forfeit_unbid(self.house, seat, highest(self.history))
        count = worth([held for hand in self.dealt for held in hand]) - 1
        return forfeit(self.contract, seat, self.tricks, tiles_each(self.house) + count)

    def _end(self, how: str | None) -> None:
        self.ended = how
        self.due = self.turn = None
