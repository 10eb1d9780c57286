"""The stocking race's board: keys for views, sentences for events, texts for refusal codes."""

from games.boards.contract import GameBoard
from games.stockings.board import cards, headlines, keys, moment, texts
from games.stockings.board.look_back import RaceLookBack


class StockingsBoard(GameBoard):
    TEMPLATES = ("stockings/board.jinja", "stockings/ready.jinja")
    REFUSALS = texts.REFUSALS
    PARTS = keys.PARTS
    OPTIONS = texts.OPTIONS
    HELPERS = vars(cards) | vars(keys) | vars(moment) | vars(texts)
    LOOK_BACK = RaceLookBack()

    frame = staticmethod(keys.frame)
    public = staticmethod(keys.public)
    own = staticmethod(keys.own)
    headline = staticmethod(headlines.headline)
    sentence = staticmethod(texts.sentence)
    why = staticmethod(texts.why)
    ended = staticmethod(headlines.ended)
    move_of_form = staticmethod(texts.move_of_form)


BOARD = StockingsBoard()
