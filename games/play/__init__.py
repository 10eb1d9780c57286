"""The only write path: everything that changes a table, and nothing that shows one.

Each function judges what was asked, stores it in one transaction and, once that is committed, tells those
that `committed` lists. What can't be done raises Refused(code, **params) and changes nothing.
"""

from games.play.abandoned import close_abandoned, closes_at, warn_of_closing
from games.play.hands import LAPSES, ran_out, resign, take_back, time_out
from games.play.holidays import come_back, go_on_vacation, put_right
from games.play.invitations import decline, invite, part, withdraw
from games.play.leaving import leave_for_good
from games.play.moves import bot_move, submit
from games.play.ordered import due as orders_due
from games.play.ordered import of_table as orders_of
from games.play.orders import carry_out, give, read_note, revoke
from games.play.orders import told as orders_told
from games.play.position import Position, changed, committed, load
from games.play.presence import look, silence
from games.play.race import all_ready, fall_silent, heard, live_move, looked, silent, tick
from games.play.tables import (
    Plan,
    cancel,
    close_deserted,
    join,
    leave,
    open_table,
    rematch,
)
from games.play.talk import PHRASES, mute, say
from games.rules.core import Refused

__all__ = [
    "LAPSES",
    "PHRASES",
    "Plan",
    "Position",
    "Refused",
    "all_ready",
    "bot_move",
    "cancel",
    "carry_out",
    "changed",
    "close_abandoned",
    "close_deserted",
    "closes_at",
    "come_back",
    "committed",
    "decline",
    "fall_silent",
    "give",
    "go_on_vacation",
    "heard",
    "invite",
    "join",
    "leave",
    "leave_for_good",
    "live_move",
    "load",
    "look",
    "looked",
    "mute",
    "open_table",
    "orders_due",
    "orders_of",
    "orders_told",
    "part",
    "put_right",
    "ran_out",
    "read_note",
    "rematch",
    "resign",
    "revoke",
    "say",
    "silence",
    "silent",
    "submit",
    "take_back",
    "tick",
    "time_out",
    "warn_of_closing",
    "withdraw",
]
