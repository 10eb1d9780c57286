"""Wonderland, by Shi Chen: press your luck in five piles. Rules:
games/wonderland/templates/wonderland/rules.en.html."""

from games.rules import core
from games.rules.levels import BOT_LEVELS
from games.wonderland.rules import bot, rules, search, state
from games.wonderland.rules import view as seen
from games.wonderland.rules.conditional import WonderlandConditional


class Wonderland(core.Game):
    NAME = "Wonderland"
    SEATS = (2, 3, 4)
    MOVES = rules.MOVES
    OPTIONS = (
        core.Option("reuse_keys", default=True, choices=(True, False)),
        core.Option("groups", default="linear", choices=("linear", "square")),
    )
    LEVELS = BOT_LEVELS
    CONDITIONAL = WonderlandConditional()

    setup = staticmethod(state.setup)
    to_act = staticmethod(rules.to_act)
    check = staticmethod(rules.check)
    legal_moves = staticmethod(rules.legal_moves)
    apply = staticmethod(rules.apply)
    outcome = staticmethod(rules.outcome)
    standings = staticmethod(rules.standings)
    view = staticmethod(seen.view)
    redacted = staticmethod(seen.redacted)
    preview = staticmethod(seen.preview)
    dump = staticmethod(state.dump)
    load = staticmethod(state.load)
    determinize = staticmethod(seen.determinize)
    choose = staticmethod(bot.choose)
    problem = staticmethod(search.problem)
    chance_outcomes = staticmethod(rules.chance_outcomes)


GAME = Wonderland()
