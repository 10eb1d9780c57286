"""The stocking race's board: view to fragments, event to sentence, refusal code to text."""

from games.boards.contract import FragmentBoard
from games.stockings.board import fragments as drawing
from games.stockings.board import headlines, texts
from games.stockings.board.parts import PARTS


class StockingsBoard(FragmentBoard):
    REFUSALS = texts.REFUSALS
    PARTS = PARTS
    OPTIONS = texts.OPTIONS

    layout = staticmethod(drawing.layout)
    public = staticmethod(drawing.public)
    fragments = staticmethod(drawing.fragments)
    headline = staticmethod(headlines.headline)
    sentence = staticmethod(texts.sentence)
    sentence_to = staticmethod(texts.sentence_to)
    why = staticmethod(texts.why)
    ended = staticmethod(headlines.ended)
    move_of_form = staticmethod(texts.move_of_form)


BOARD = StockingsBoard()
