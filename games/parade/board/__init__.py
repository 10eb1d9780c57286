"""Parade's board: view to fragments, event to sentence, refusal code to text."""

from games.boards.contract import GameBoard
from games.parade.board import fragments as drawing
from games.parade.board import texts
from games.parade.board.coach import ParadeCoach
from games.parade.board.conditional import ParadeConditionalTexts
from games.parade.board.parts import PARTS
from games.parade.board.pictured import pictured


class ParadeBoard(GameBoard):
    REFUSALS = texts.REFUSALS
    PARTS = PARTS
    CONDITIONAL = ParadeConditionalTexts()
    COACH = ParadeCoach()

    layout = staticmethod(drawing.layout)
    public = staticmethod(drawing.public)
    fragments = staticmethod(drawing.fragments)
    same_for = staticmethod(drawing.same_for)
    headline = staticmethod(texts.headline)
    sentence = staticmethod(texts.sentence)
    sentence_to = staticmethod(texts.sentence_to)
    why = staticmethod(texts.why)
    pictured = staticmethod(pictured)
    ended = staticmethod(texts.ended)
    move_of_form = staticmethod(texts.move_of_form)


BOARD = ParadeBoard()
