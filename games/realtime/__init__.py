"""Real-time games: measured latency, claims that are held and ordered, timers to the millisecond.

Everything here runs on the event loop. Nothing here must survive a restart: results are stored like any move, and a new
process finds what is due by a query. Games answer the protocol `RealTimeGame` (games/rules/core.py).
"""

from games.realtime import claim_order
from games.realtime.action import Action
from games.realtime.contests import contests
from games.realtime.latency import Link, latency
from games.realtime.timers import Timers

__all__ = ["Action", "Link", "Timers", "claim_order", "contests", "latency"]
