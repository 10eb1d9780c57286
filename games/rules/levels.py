"""The levels of the bots in the site's own games. A game from a package may declare others (`Game.LEVELS`)."""

from __future__ import annotations

from games.rules.core import RANDOM

# From the weakest to the strongest. The words for them are in games/boards/level_words.py.
BOT_LEVELS = (RANDOM, "gentle", "easy", "greedy", "hard")
