"""Wonderland's board: keys for views, sentences for events, texts for refusal codes."""

from games.boards.contract import GameBoard
from games.wonderland.board import alike, asking, cards, collapse, count, keys, texts
from games.wonderland.board.coach import WonderlandCoach
from games.wonderland.board.conditional import WonderlandConditionalTexts
from games.wonderland.board.puzzles import WonderlandPuzzles


class WonderlandBoard(GameBoard):
    REFUSALS = texts.REFUSALS
    PARTS = keys.PARTS
    OPTIONS = texts.OPTIONS
    CONDITIONAL = WonderlandConditionalTexts()
    COACH = WonderlandCoach()
    PUZZLES = WonderlandPuzzles()
    HELPERS = vars(alike) | vars(asking) | vars(cards) | vars(collapse) | vars(count)
    TEMPLATES = tuple(f"wonderland/{name}.jinja" for name in ("board", "ring", "hand", "result"))
    LISTS = {"dug": "beforeend:#tunnel-{1}", "would": "beforebegin:#newest", "fallen": "beforebegin:#gone"}

    public = staticmethod(keys.public)
    own = staticmethod(keys.own)
    marks = staticmethod(cards.marks)
    headline = staticmethod(texts.headline)
    sentence = staticmethod(texts.sentence)
    why = staticmethod(texts.why)
    pictured = staticmethod(texts.pictured)
    ended = staticmethod(texts.ended)
    move_of_form = staticmethod(asking.move_of_form)


BOARD = WonderlandBoard()
