"""The old name of `manage.py scheduler`, which answers for one version more."""

from games.management.commands.scheduler import Command

__all__ = ["Command"]
