"""Live games as they are raced: measured links, the window in which slaps are held, the clock to the millisecond.

Everything here runs on the event loop and holds no truth: what is settled goes through play, and a process that
starts anew finds what is due by a query.
"""

from games.race import fairness
from games.race.desk import Action, desk
from games.race.lines import Line, lines
from games.race.pacer import Pacer

__all__ = ["Action", "Line", "Pacer", "desk", "fairness", "lines"]
