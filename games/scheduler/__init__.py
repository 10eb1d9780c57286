"""The scheduler: time-outs, bots' turns and housekeeping."""

from games.scheduler.loop import Scheduler, wake

__all__ = ["Scheduler", "wake"]
