"""Backups: one file that holds the database and the keys that are kept beside it, made while the site runs."""

from hosting.backups.archive import Backup, Unusable
from hosting.backups.making import due, make, thin
from hosting.backups.restoring import restore

__all__ = ["Backup", "Unusable", "due", "make", "restore", "thin"]
