"""Real-time games as they are contested: measured latency, the window in which claims are held, the clock to the
millisecond.

Everything here runs on the event loop and holds no truth: what is settled goes through tables, and a process that
starts anew finds what is due by a query. What games answer for it is in `RealTimeGame` (games/rules/core.py).
"""

from games.realtime import fairness
from games.realtime.action import Action
from games.realtime.contests import Contests, contests
from games.realtime.latency import Link, latency
from games.realtime.timers import Timers

__all__ = ["Action", "Contests", "Link", "Timers", "contests", "fairness", "latency"]
