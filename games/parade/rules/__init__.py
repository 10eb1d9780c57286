"""Parade, by Naoki Homma: take as little as you can. Rules: games/parade/templates/parade/rules.en.html."""

from games.parade.rules import bot, rules, search
from games.parade.rules import view as seen
from games.parade.rules.conditional import ParadeConditional
from games.rules import core
from games.rules.levels import BOT_LEVELS


class Parade(core.Game):
    NAME = "Parade"
    SEATS = (2, 3, 4, 5, 6)
    MOVES = rules.MOVES
    LEVELS = BOT_LEVELS
    CONDITIONAL = ParadeConditional()

    setup = staticmethod(rules.setup)
    to_act = staticmethod(rules.to_act)
    check = staticmethod(rules.check)
    legal_moves = staticmethod(rules.legal_moves)
    apply = staticmethod(rules.apply)
    outcome = staticmethod(rules.outcome)
    standings = staticmethod(rules.standings)
    order = staticmethod(rules.order)
    view = staticmethod(seen.view)
    redacted = staticmethod(seen.redacted)
    preview = staticmethod(seen.preview)
    dump = staticmethod(rules.dump)
    load = staticmethod(rules.load)
    determinize = staticmethod(seen.determinize)
    choose = staticmethod(bot.choose)
    problem = staticmethod(search.problem)


GAME = Parade()
