"""Every limit of the site, by name and key: an address, a person, a socket or a seat.

A limit by address counts for each network that the address is in (addresses.py). A number that a host may change is
given by the name of its setting; its default is here too (DEFAULTS). Wrong passwords are counted elsewhere
(accounts/attempts.py).
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from django.conf import settings

MINUTE, HOUR, DAY = 60, 3600, 86_400
# A number, or the name of the setting that holds it; 0 sets no limit.
Number = float | str


class Default(NamedTuple):
    """The default of a setting, which a host may set to anything from `least` to `most`.

    `private` is the default without HTTPS if it is another one: the visitors of a private site may have one address.
    """

    number: int
    private: int | None = None
    least: int = 0
    most: int | None = None


# By the setting's name (docs/hosting.md). 0 sets no limit.
DEFAULTS = {
    # New guests and members for each address in an hour.
    "GUESTS_PER_HOUR": Default(30, private=0),
    "MEMBERS_PER_HOUR": Default(20, private=0),
    # For each address: failed imports in ten minutes; imports in an hour, twice as many in a day.
    "FAILED_IMPORTS": Default(20),
    "IMPORTS_PER_HOUR": Default(60, private=0),
    # Tables in an hour for each person, and four times as many for each address.
    "TABLES_PER_HOUR": Default(60, private=0),
    # The most matches that a guest and a member may play at a time.
    "RUNNING_PER_GUEST": Default(20),
    "RUNNING_PER_MEMBER": Default(200),
    # The most open sockets of a person and of an address.
    "SOCKETS_PER_PERSON": Default(40),
    "SOCKETS_PER_ADDRESS": Default(300, private=0),
    # Bytes that may wait to be sent on a socket. A socket that does not read is dropped beyond this.
    "SOCKET_BYTES_WAITING": Default(1_048_576, least=65_536),
    # The most unanswered messages of a socket, of a person and of an address.
    "MESSAGES_PER_SOCKET": Default(16),
    "MESSAGES_PER_PERSON": Default(32),
    "MESSAGES_PER_ADDRESS": Default(60, private=0),
    # Messages a second on a socket, stored moves not counted; three times as many at once.
    "MESSAGES_PER_SECOND": Default(20, least=1),
    # The share of this process's time, in percent, that an address may take in the long run.
    "TIME_PER_ADDRESS": Default(20, private=0, most=100),
}


class Limit(NamedTuple):
    """A limit on how often something may be done: `number` times in `seconds`, in the long run.

    The bucket holds `burst` times that number.
    """

    number: Number
    seconds: float
    burst: float = 1
    # A bucket may owe what is refilled in this many seconds, and its owner waits. Without patience nothing is owed.
    patience: float = 0
    # A factor for the setting.
    times: float = 1
    # The `number` that a wider network has at most.
    widest: float = inf
    # Counted for all processes together, in Django's cache.
    is_shared: bool = False

    @property
    def value(self) -> float:
        """The number in the present settings."""
        return value_of(self.number) * self.times

    def scaled(self, number: float, times: int = 1) -> tuple[float, float]:
        """Return the refill per second and the size of a bucket, for a network with `times` the number."""
        if times > 1:
            number = max(number, min(number * times, self.widest))
        return number / self.seconds, number * self.burst


def value_of(number: Number) -> float:
    return float(getattr(settings, number) if isinstance(number, str) else number)


def _lasting(number: Number, seconds: float, times: float = 1) -> Limit:
    return Limit(number, seconds, times=times, is_shared=True)


# By name and key.
LIMITS: dict[str, dict[str, Limit]] = {
    # Hundredths of a second of this process's time; see COSTS. A network has half of the process at most.
    "time": {"address": Limit("TIME_PER_ADDRESS", seconds=1, burst=5, patience=10, widest=50)},
    # Sockets that are opened.
    "opening": {"address": Limit("SOCKETS_PER_ADDRESS", seconds=30)},
    # Messages on a socket. A socket that owes is refused, and dropped when it owes too much.
    "message": {"socket": Limit("MESSAGES_PER_SECOND", seconds=1, burst=3, patience=3)},
    # Frames that don't take the short way (hosting/server/): a browser sends one to close, or for a long text.
    "frame": {"socket": Limit(20, seconds=1, burst=3)},
    # Claims in one contest of a race. Rules take any number of late claims, and each is stored.
    "claim": {"seat": Limit(8, seconds=inf)},
    # Claims that are sent again. Finding the stored answer costs time as well.
    "repeated claim": {"seat": Limit(8, seconds=inf)},
    "guest": {"address": _lasting("GUESTS_PER_HOUR", HOUR)},
    "tables": {
        "person": _lasting("TABLES_PER_HOUR", HOUR),
        "address": _lasting("TABLES_PER_HOUR", HOUR, times=4),
    },
    "phrases": {"person": _lasting(120, HOUR)},
    # An hour's imports come back in a day: in the worst day there are twice as many.
    "import": {"address": _lasting("IMPORTS_PER_HOUR", DAY)},
    "failed_import": {"address": _lasting("FAILED_IMPORTS", 10 * MINUTE)},
    "export": {"person": _lasting(10, HOUR)},
    # Addresses that messages are sent to, and messages to try one.
    "address": {"person": _lasting(20, HOUR)},
    "try_out": {"person": _lasting(10, 10 * MINUTE)},
    # Each challenge of a visitor is a stored session.
    "passkey": {"address": _lasting(120, HOUR)},
    # Requests of scripts (docs/api.md), and requests with an unknown token.
    "turns": {"person": _lasting(60, MINUTE)},
    "wrong_token": {"address": _lasting(20, MINUTE)},
}

# Costs of "time", in hundredths of a second. A page also costs the processor time of its thread.
COSTS = {
    "request": 0.1,
    # Until the socket is open or refused.
    "socket": 0.3,
    "message": 0.01,
    # A piece of a body as it comes from the network, and a byte.
    "piece": 0.003,
    "byte": 5e-7,
}
# The cost of a socket that is dropped for a flood, as a part of the sockets that its address may open.
DROPPED = 0.1


class Capacity(NamedTuple):
    """A limit on how much may be under way at once, for a wider network at most `widest`."""

    number: Number
    widest: float = inf

    def scaled(self, times: int = 1) -> float:
        return min(value_of(self.number) * times, self.widest)


# Limits on how much may be under way at once, by name and key.
PLACES: dict[str, dict[str, Capacity]] = {
    # Each page runs on a thread of its own. The more pages run, the longer moves wait for the interpreter. There are
    # fewer of them than connections to PostgreSQL (config/settings.py), because moves need some, and a page without a
    # connection is refused.
    "page": {"address": Capacity(2, widest=4), "site": Capacity(12)},
    # Behind a proxy all connections come from its address: there the proxy counts them.
    "connection": {"address": Capacity("SOCKETS_PER_ADDRESS")},
    # Requests that have a body or have to wait: one place, and one more for each BYTES_A_PLACE of the body. `site` is
    # all of them together.
    "body": {"address": Capacity(50, widest=250), "site": Capacity(500)},
    "socket": {"address": Capacity("SOCKETS_PER_ADDRESS"), "person": Capacity("SOCKETS_PER_PERSON")},
    "message": {
        "socket": Capacity("MESSAGES_PER_SOCKET"),
        "person": Capacity("MESSAGES_PER_PERSON"),
        "address": Capacity("MESSAGES_PER_ADDRESS"),
    },
    "import": {"address": Capacity(1)},
}
BYTES_A_PLACE = 300_000
