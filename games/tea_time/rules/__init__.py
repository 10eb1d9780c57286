"""Tea Time, by Emanuele Ornella: nothing of a character, or as much as you can.
Rules: games/tea_time/templates/tea_time/rules.en.html."""

from games.rules import core
from games.rules.levels import BOT_LEVELS
from games.tea_time.rules import bot, rules, search
from games.tea_time.rules import view as seen
from games.tea_time.rules.conditional import TeaTimeConditional


class TeaTime(core.Game):
    NAME = "Tea Time"
    SEATS = (2, 3, 4)
    MOVES = rules.MOVES
    LEVELS = BOT_LEVELS
    CONDITIONAL = TeaTimeConditional()

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


GAME = TeaTime()
