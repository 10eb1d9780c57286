"""The board of a game that brings none, made from its views and previews only, so that it reveals no more than they
do.

Zones are rows of cards, single values are facts, legal moves are buttons with their consequences in words. A game may
begin its own board as a subclass of `PlainBoard`.
"""

from games.boards.plain.board import PlainBoard

__all__ = ["BOARD", "PlainBoard"]

BOARD = PlainBoard()
