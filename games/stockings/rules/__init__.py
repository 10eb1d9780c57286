"""The Stocking Race (Perds pas ta paire de Noël, by Simon LeBeau): get rid of every card first, all at once.

Rules: games/stockings/templates/stockings/rules.en.html.
"""

from games.rules import core
from games.rules.levels import BOT_LEVELS
from games.stockings.rules import bot, clock, moves, rules
from games.stockings.rules import contest as contests
from games.stockings.rules import view as seen


class StockingRace(core.RealTimeGame):
    NAME = "The Stocking Race"
    SEATS = (3, 4, 5, 6)
    MOVES = moves.MOVES
    OPTIONS = (
        core.Option("window", 5000, range(500, 60001), {3: 3000}),
        core.Option("pause", 1200, range(60001)),
        core.Option("limit", 400, range(1, 100001)),
    )
    SLOWER = {"window": 8000}
    LEVELS = BOT_LEVELS

    setup = staticmethod(rules.setup)
    to_act = staticmethod(rules.to_act)
    check = staticmethod(moves.check)
    legal_moves = staticmethod(moves.legal_moves)
    apply = staticmethod(moves.apply)
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
    chance_outcomes = staticmethod(clock.chance_outcomes)
    due = staticmethod(clock.due)
    reaction = staticmethod(bot.reaction)
    contest = staticmethod(contests.contest)
    is_open = staticmethod(contests.is_open)
    opened = staticmethod(contests.opened)
    opened_by = staticmethod(contests.opened_by)
    claim = staticmethod(contests.claim)
    verdict = staticmethod(contests.verdict)
    waits_for_claims = staticmethod(contests.waits_for_claims)


GAME = StockingRace()
