"""Everything that changes a table, and nothing that shows one.

Every change is a command that goes through `play` (games/tables/road.py): it is judged, stored in one transaction and,
once that is committed, published to those that `committed` lists. What can't be done raises Refused(code, **params) and
changes nothing.
"""

from games.rules.core import Refused
from games.tables.abandoned import close_abandoned, closes_at, warn_of_closing
from games.tables.beginning import (
    begin_with,
    fill,
    least_seats,
    rearrange,
    seat_bot,
    send_bot_away,
    set_bot_level,
)
from games.tables.closing import cancel, close_deserted, leave
from games.tables.hooks import scripted
from games.tables.invitations import decline, free_reserved_seats, invite, withdraw
from games.tables.leaving import leave_for_good
from games.tables.moves import BotMove, PersonMove, clock_move
from games.tables.opening import Plan, open_table, rematch
from games.tables.pauses import come_back, go_on_vacation, put_right
from games.tables.phrases import PHRASES, hide_phrases, say
from games.tables.presence import mark_present, note_present, turn_notifications_off
from games.tables.reactions import mark_held_back
from games.tables.real_time import (
    TakeOverAbsent,
    absent_seats,
    all_ready,
    bot_waits,
    record_heartbeats,
)
from games.tables.renaming import rename_seats
from games.tables.results import make_up
from games.tables.road import Played, Road, play
from games.tables.seating import join
from games.tables.snapshot import Snapshot
from games.tables.storage import changed, committed, load, newest
from games.tables.takeover import LAPSES, only_bots_without, ran_out, resign, take_back, time_out

__all__ = [
    "LAPSES",
    "PHRASES",
    "BotMove",
    "PersonMove",
    "Plan",
    "Played",
    "Refused",
    "Road",
    "Snapshot",
    "TakeOverAbsent",
    "absent_seats",
    "all_ready",
    "begin_with",
    "bot_waits",
    "cancel",
    "changed",
    "clock_move",
    "close_abandoned",
    "close_deserted",
    "closes_at",
    "come_back",
    "committed",
    "decline",
    "fill",
    "free_reserved_seats",
    "go_on_vacation",
    "hide_phrases",
    "invite",
    "join",
    "least_seats",
    "leave",
    "leave_for_good",
    "load",
    "make_up",
    "mark_held_back",
    "mark_present",
    "newest",
    "note_present",
    "only_bots_without",
    "open_table",
    "play",
    "put_right",
    "ran_out",
    "rearrange",
    "record_heartbeats",
    "rematch",
    "rename_seats",
    "resign",
    "say",
    "scripted",
    "seat_bot",
    "send_bot_away",
    "set_bot_level",
    "take_back",
    "time_out",
    "turn_notifications_off",
    "warn_of_closing",
    "withdraw",
]
