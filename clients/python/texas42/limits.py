"""Every limit of the client, named once. Numbers only: this module imports nothing.

Times are seconds unless the name says otherwise.
"""

from typing import Final

# How a bot thinks.
SLOW_DECISION: Final = 0.005  # two so long within SLOW_WITHIN give the bot its own thread,
SLOW_WITHIN: Final = 100  # counted in decisions,
SLOW_AT_ONCE: Final = 0.05  # and one so long does alone
FLUSH_AFTER: Final = 0.004  # no answer waits longer for the next one to be started
HAND_OVER: Final = 0.005  # how long a bot's thread waits until its last answer is written

# What a bot may say.
WINDOW: Final = 256  # decisions open at once, unless the bot says otherwise
REASON_CHARACTERS: Final = 300  # of the reason why a bot failed, as it goes to the arena
TRACEBACKS: Final = 20  # shown on stderr in full; later failures get one line

# What goes over the wire.
MESSAGE_BYTES: Final = 4 * 1024 * 1024  # one message, either way
KEEPALIVE: Final = 30.0  # a silent connection is probed so often
KEEPALIVE_ANSWER: Final = 10.0  # and given up when the probe stays unanswered so long
KEEPALIVE_ALLOWED: Final = 5.0  # the other side may probe this often

# How a bot that joins comes back.
RECONNECT_FIRST: Final = 0.1  # the wait before the second attempt; it doubles
RECONNECT_MOST: Final = 5.0  # up to this
RECONNECT_FOR: Final = 300.0  # with no welcome for so long the bot gives up

# How a process ends.
STOP_GRACE: Final = 0.5  # for calls that are under way when a stop is asked for
STOP_MOST: Final = 3.0  # after which the process is ended whatever the bot is doing
