"""What the arena answers to queries about bots and results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from grpc_health.v1 import health_pb2

from arena.net.wire.hearing import BotInfo, Card
from arena.play.report import flipped, rules_in_words
from texas42.v1 import arena_pb2, game_pb2

SERVING: Final = health_pb2.HealthCheckResponse.SERVING
ListBotsRequest = arena_pb2.ListBotsRequest
GetLeaderboardRequest = arena_pb2.GetLeaderboardRequest
GetMatchRequest = arena_pb2.GetMatchRequest
ARENA_SERVICE: Final = arena_pb2.DESCRIPTOR.services_by_name["ArenaService"].full_name


def list_of_bots(
    bots: Iterable[tuple[Card, str, str, int]],
) -> arena_pb2.ListBotsResponse:
    """Return bots as (card, name, door, decisions open)."""
    return arena_pb2.ListBotsResponse(
        bots=[
            arena_pb2.ConnectedBot(
                bot=BotInfo(
                    id=name,
                    instance=each.instance,
                    display_name=each.display_name,
                    version=each.version,
                    author=each.author,
                    window=each.window,
                ),
                door=door,
                open_decisions=open_decisions,
            )
            for each, name, door, open_decisions in bots
        ]
    )


def leaderboard(document: Mapping[str, Any]) -> arena_pb2.GetLeaderboardResponse:
    """Return the standings of a tournament's document."""
    return arena_pb2.GetLeaderboardResponse(
        tournament=document["tournament"],
        rules=rules_in_words(document),
        format=document["format"],
        finished=document["finished"],
        standings=[
            arena_pb2.Standing(
                rank=bot["rank"],
                bot=bot["name"],
                elo=bot["elo"],
                elo_low=bot["elo_low"],
                elo_high=bot["elo_high"],
                deals=bot["deals"],
                marks_per_deal=bot["marks_per_deal"],
                points_per_deal=bot.get("points_per_deal", 0.0),
                set_rate=bot["set_rate"],
                faults=[
                    arena_pb2.FaultCount(kind=_fault_named(kind), count=count)
                    for kind, count in bot["faults"].items()
                ],
            )
            for bot in document["bots"]
        ],
    )


def match(document: Mapping[str, Any], a: str, b: str) -> arena_pb2.GetMatchResponse | None:
    """Return the evidence of one pairing, from the view of `a`; None when there is no such."""
    for pairing in document["pairings"]:
        if (pairing["a"], pairing["b"]) == (a, b):
            return _match(document, pairing)
        if (pairing["a"], pairing["b"]) == (b, a):
            return _match(document, flipped(pairing))
    return None


def _match(document: Mapping[str, Any], pairing: Mapping[str, Any]) -> arena_pb2.GetMatchResponse:
    return arena_pb2.GetMatchResponse(
        tournament=document["tournament"],
        a=pairing["a"],
        b=pairing["b"],
        pairs=pairing["pairs"] if "pairs" in pairing else pairing["blocks"],
        counts=pairing["counts"],
        marks_per_deal=pairing["marks_per_deal"],
        points_per_deal=pairing.get("points_per_deal", 0.0),
        elo=pairing["elo"],
        elo_low=pairing["elo_low"],
        elo_high=pairing["elo_high"],
        los=pairing["los"],
    )


def _fault_named(words: str) -> game_pb2.FaultKind.ValueType:
    return game_pb2.FaultKind.Value(f"FAULT_KIND_{words.upper().replace(' ', '_')}")
