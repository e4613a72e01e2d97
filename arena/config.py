"""Every deadline, bound and retry limit of the arena, by name, in one place."""

from __future__ import annotations

from typing import Final

# Deadlines, in seconds.

START_DEADLINE: Final = 20.0
"""A bot must answer for the first time within this, counted from when it is started or dialled."""
ARRIVAL_SLACK: Final = 5.0
"""So much longer than a single bot's deadline all of them together are waited for."""
JOIN_DEADLINE: Final = 60.0
"""A bot that is to dial in must do so within this, unless the command line says otherwise."""
CONNECT_DEADLINE: Final = 2.0
"""One attempt to connect."""
DESCRIBE_DEADLINE: Final = 5.0
"""One Describe call, once the connection stands."""
HELLO_DEADLINE: Final = 5.0
"""The first message of a bot on a stream, once the stream stands."""
RECONNECT_GRACE: Final = 5.0
"""A bot that was lost may come back within this."""
GOODBYE_DEADLINE: Final = 2.0
"""A bot is given this long to close after the arena has said goodbye."""
QUIT_DEADLINE: Final = 2.0
"""A local bot is given this long between the request to end and its killing."""
UNCLOCKED_DEADLINE: Final = 3600.0
"""One unary call while clocks are off."""
VISITS_PERIOD: Final = 10.0
"""Seconds within which a bot that comes too often is refused."""
PARK_DEADLINE: Final = 10.0
"""When a run is stopped, tables in play may still end within this; the rest are played anew when it
is resumed."""
RETRY_PAUSES: Final = (0.05, 0.1, 0.2, 0.4, 0.8)
"""The pauses between attempts to reach a lost bot; the last one repeats until the grace is over."""
CLOCK_TICK: Final = 0.02
"""How often silence is ruled on: a time-out is found at most this late."""
STALL: Final = 0.1
"""When the arena itself stood still for longer than this, no bot's clock ran meanwhile."""

ARENA_ADDRESS: Final = "localhost:4242"
"""Where the arena serves, unless told otherwise."""
RUNS: Final = "arena42-runs"
"""The folder that holds runs for which no folder was named."""

# Bounds.

LARGEST_MESSAGE: Final = 1 << 20
"""Bytes of one message from a bot."""
STREAM_WINDOW: Final = 256
"""Decisions open at a bot on a stream, unless it asks for another number."""
LARGEST_WINDOW: Final = 4096
"""Decisions open at a bot, whatever it asks for."""
UNARY_WINDOW: Final = 1
"""Decisions open at a bot without a stream, unless it asks for more."""
LARGEST_UNARY_WINDOW: Final = 16
"""Unary calls in flight at a bot: more only make each of them slower."""
MOST_NOTICES: Final = 4096
"""Notices kept for a bot that isn't asked anything; older ones are dropped."""
MOST_RESTARTS: Final = 3
"""How often a local bot that ended is started again in one run."""
LOG_TAIL: Final = 15
"""Lines of a bot's output that are shown when it won't start."""
TABLES: Final = 64
"""Tables in play at once, unless asked otherwise."""
MOST_TABLES: Final = 4096
"""Tables in play at once."""
MOST_DEALS: Final = 10_000_000
"""Deals of one run."""
MOST_BOTS: Final = 512
"""Bots of one run."""
MOST_PROCESSES: Final = 1024
"""Processes of all bots of one run together."""
MOST_HOLDERS: Final = 64
"""Instances that may hold one place of a bot, one after another."""
MOST_VISITS: Final = 30
"""Times that one process of a bot may come in within VISITS_PERIOD."""
LARGEST_FILE: Final = 1 << 20
"""Bytes of a file that a person wrote."""

BENCH_ROUNDS: Final = 7
"""Interleaved rounds of a bench, unless asked otherwise."""
BENCH_SECONDS: Final = 2.0
"""How long each measurement of a bench takes, unless asked otherwise."""

KEEPALIVE_MS: Final = 10_000
"""A bot that dialled in is probed this often while its connection is idle."""
DIALLED_KEEPALIVE_MS: Final = 310_000
"""A dialled bot is probed this often: servers with gRPC's defaults cut off whoever probes an idle
connection more often than every five minutes."""
KEEPALIVE_TIMEOUT_MS: Final = 5_000
"""A probe that isn't answered within this ends the connection."""

# The store.

STORE_GROUP_DELAY: Final = 0.1
"""Seconds that a finished block waits at most for others to be committed with it; with the commit
itself it is on the disk within 200 ms."""
STORE_BUSY_DEADLINE: Final = 10.0
"""Seconds to wait for another program that writes to the same file."""
STORE_RETRY_PAUSE: Final = 0.02
"""Seconds between attempts where SQLite doesn't wait by itself."""
STORE_BACKLOG: Final = 4096
"""Blocks waiting for the disk from which on no new table is begun."""
STORE_MOST_WAITING: Final = 2 * STORE_BACKLOG + MOST_TABLES
"""Blocks waiting for the disk that are more than the tables in play could have added since."""
STORE_ROWS: Final = 128
"""Rows written or read in one go, so that the event loop is held up for a few milliseconds."""
STORE_CONNECTIONS: Final = 4
"""Connections to one file, of which one writes at a time."""

# Metrics and logs.

METRICS_HOST: Final = "127.0.0.1"
"""Where metrics are served: to this machine only."""
RATINGS_KEPT: Final = 10.0
"""Seconds for which the metrics show the ratings of one fit."""
RATINGS_SHARE: Final = 0.05
"""The share of the time that fits for the metrics may take at most; long ones come less often."""
RATINGS_PATIENCE: Final = 1.0
"""Seconds that a scrape waits for a fit before it shows the ratings of the one before."""
RATINGS_REPLICATES: Final = 200
"""Replicates of a fit for the metrics: a fifth of the table's, in a fifth of the time."""
FAULTS_LOGGED: Final = 10
"""Faults of one bot that are logged within one period; more are only counted."""
FAULT_LOG_PERIOD: Final = 60.0
"""Seconds of one such period."""
