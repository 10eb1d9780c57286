"""How many slaps a seat may send while one card is the newest. Touches nothing.

The rules take any number of late slaps, and each is stored: without an end a script could fill the disk with them.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from dataclasses import dataclass, field

from games.rules import core

# Nobody who looks at the card before slapping it needs as many.
MOST = 8
REMEMBERED = 2000


@dataclass
class Sent:
    """The keys of the slaps that each seat has sent while `flip` was the newest."""

    flip: int
    keys: defaultdict[int, set[str]] = field(default_factory=lambda: defaultdict(set))


class Shares:
    """Of all tables of this process."""

    def __init__(self) -> None:
        self.sent: OrderedDict[str, Sent] = OrderedDict()

    def take(self, table: str, flip: int, seat: int, key: str) -> None:
        """Count a slap; Refused `too_many_slaps` beyond the seat's share. One that is sent again counts once."""
        sent = self.sent.get(table)
        if sent is None or sent.flip != flip:
            sent = self.sent[table] = Sent(flip)
            if len(self.sent) > REMEMBERED:
                self.sent.popitem(last=False)
        keys = sent.keys[seat]
        if len(keys) >= MOST and key not in keys:
            raise core.Refused("too_many_slaps")
        keys.add(key)
