"""The rules of every game: pure functions on frozen values. Imports the standard library only (apps.py apart)."""
