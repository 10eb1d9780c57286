"""Tea Time's board: view to fragments, event to sentence, refusal code to text."""

from games.boards.contract import FragmentBoard
from games.tea_time.board import fragments as drawing
from games.tea_time.board import texts
from games.tea_time.board.coach import TeaTimeCoach
from games.tea_time.board.conditional import TeaTimeConditionalTexts
from games.tea_time.board.parts import PARTS
from games.tea_time.board.pictured import pictured


class TeaTimeBoard(FragmentBoard):
    REFUSALS = texts.REFUSALS
    PARTS = PARTS
    CONDITIONAL = TeaTimeConditionalTexts()
    COACH = TeaTimeCoach()

    layout = staticmethod(drawing.layout)
    public = staticmethod(drawing.public)
    fragments = staticmethod(drawing.fragments)
    headline = staticmethod(texts.headline)
    sentence = staticmethod(texts.sentence)
    sentence_to = staticmethod(texts.sentence_to)
    why = staticmethod(texts.why)
    pictured = staticmethod(pictured)
    ended = staticmethod(texts.ended)
    move_of_form = staticmethod(texts.move_of_form)


BOARD = TeaTimeBoard()
