"""Parade's board: keys for views, sentences for events, texts for refusal codes."""

from games.boards.contract import GameBoard
from games.parade.board import cards, keys, texts
from games.parade.board.coach import ParadeCoach
from games.parade.board.conditional import ParadeConditionalTexts
from games.parade.board.puzzles import ParadePuzzles
from games.parade.rules import rules


class ParadeBoard(GameBoard):
    TEMPLATES = ("parade/board.jinja", "parade/result.jinja")
    REFUSALS = texts.REFUSALS
    PARTS = keys.PARTS
    CONDITIONAL = ParadeConditionalTexts()
    COACH = ParadeCoach()
    PUZZLES = ParadePuzzles()
    HELPERS = vars(rules) | vars(cards) | vars(texts)
    LISTS = {"walker": "beforebegin:#join"}

    public = staticmethod(keys.public)
    own = staticmethod(keys.own)
    marks = staticmethod(cards.marks)
    headline = staticmethod(texts.headline)
    sentence = staticmethod(texts.sentence)
    why = staticmethod(texts.why)
    pictured = staticmethod(texts.pictured)
    ended = staticmethod(texts.ended)
    move_of_form = staticmethod(texts.move_of_form)


BOARD = ParadeBoard()
