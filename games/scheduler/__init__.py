"""Time and bots: what is due is found and done, time-outs, bots' turns, housekeeping."""

from games.scheduler.loop import Scheduler, wake

__all__ = ["Scheduler", "wake"]
