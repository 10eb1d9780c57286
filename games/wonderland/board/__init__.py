"""Wonderland's board: view to fragments, event to sentence, refusal code to text."""

from games.boards.contract import FragmentBoard
from games.wonderland.board import asking, texts
from games.wonderland.board import fragments as drawing
from games.wonderland.board.coach import WonderlandCoach
from games.wonderland.board.conditional import WonderlandConditionalTexts
from games.wonderland.board.parts import PARTS
from games.wonderland.board.pictured import pictured


class WonderlandBoard(FragmentBoard):
    REFUSALS = texts.REFUSALS
    PARTS = PARTS
    OPTIONS = texts.OPTIONS
    CONDITIONAL = WonderlandConditionalTexts()
    COACH = WonderlandCoach()

    layout = staticmethod(drawing.layout)
    public = staticmethod(drawing.public)
    fragments = staticmethod(drawing.fragments)
    headline = staticmethod(texts.headline)
    sentence = staticmethod(texts.sentence)
    sentence_to = staticmethod(texts.sentence_to)
    why = staticmethod(texts.why)
    pictured = staticmethod(pictured)
    ended = staticmethod(texts.ended)
    move_of_form = staticmethod(asking.move_of_form)


BOARD = WonderlandBoard()
