"""Tea Time's board: keys for views, sentences for events, texts for refusal codes."""

from games.boards.contract import GameBoard
from games.tea_time.board import cards, columns, keys, takes, texts
from games.tea_time.board.coach import TeaTimeCoach
from games.tea_time.board.conditional import TeaTimeConditionalTexts
from games.tea_time.board.puzzles import TeaTimePuzzles


class TeaTimeBoard(GameBoard):
    REFUSALS = texts.REFUSALS
    PARTS = keys.PARTS
    CONDITIONAL = TeaTimeConditionalTexts()
    COACH = TeaTimeCoach()
    PUZZLES = TeaTimePuzzles()
    HELPERS = vars(cards) | vars(columns) | vars(takes) | vars(texts)

    frame = staticmethod(keys.frame)
    public = staticmethod(keys.public)
    own = staticmethod(keys.own)
    marks = staticmethod(cards.marks)
    headline = staticmethod(texts.headline)
    sentence = staticmethod(texts.sentence)
    why = staticmethod(texts.why)
    pictured = staticmethod(texts.pictured)
    ended = staticmethod(texts.ended)
    move_of_form = staticmethod(texts.move_of_form)


BOARD = TeaTimeBoard()
