"""Notifications: fanned out into one delivery for each address; deliveries due at one address go out as one message.

Reads tables and people; writes notifications and deliveries only. All state is in rows, so a process may end at any
moment without losing anything.
"""

from games.notifications.fan_out import replan
from games.notifications.worker import Worker

__all__ = ["Worker", "replan"]
