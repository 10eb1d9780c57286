"""Backups: one file with the database and the keys beside it, made while the site runs."""

from hosting.backups.archive import Backup, Unusable
from hosting.backups.making import due, make, thin
from hosting.backups.restoring import restore

__all__ = ["Backup", "Unusable", "due", "make", "restore", "thin"]
