"""Notifications are fanned out into deliveries, one for each address, and what is due at one address goes out as one
message. Reads tables and people, writes notifications and deliveries, changes no table. Rows are the truth; a process
that ends at any moment loses nothing."""

from games.notifications.fan_out import replan
from games.notifications.worker import Worker

__all__ = ["Worker", "replan"]
