"""Deals of the day, and finished matches played again, as an app of the site."""

from games import feature_app


class DealsConfig(feature_app.FeatureApp):
    name = "games.deals"

    def ready(self) -> None:
        from accounts.data import registry
        from games.boards import hooks as boards
        from games.deals import audit, commitment, draws, refusals, runs, strongest, tries
        from games.play import hooks as play
        from games.queries import hooks as queries
        from games.records import hooks as records
        from games.scheduler import hooks as scheduler

        # The rows stay without the person, because the figures of the deals need them.
        registry.register(registry.PersonalData(exported={"deals.Try.user": "deals"}))
        boards.elements.append(runs.elements)
        boards.macros.append("deals/board.jinja")
        boards.after_match.append(refusals.after_match)
        boards.refusals.update(refusals.TEXTS)
        boards.statuses.update(refusals.STATUS)
        boards.slots["home"].append("deals/_home.html")
        boards.slots["home head"].append("deals/_home_head.html")
        boards.slots["today"].append("deals/_today.html")
        boards.slots["ladder done"].append("deals/_ladder.html")
        boards.slots["beside the name"].append("deals/_masthead.html")
        boards.slots["menu"].append("deals/_menu.html")
        boards.slots["help"].append("deals/_help.html")
        boards.slots["own table"].append("deals/_own_table.html")
        boards.slots["after the match"].append("deals/_after.html")
        boards.slots["replay"].append("deals/_replay.html")
        play.bot_seeds.append(tries.bot_seed)
        play.over.append(tries.over)
        queries.admits.append(tries.admits)
        records.sealed.append(tries.is_sealed)
        records.faults.append(audit.faults)
        scheduler.tasks["deals_drawn"] = draws.draw
        scheduler.tasks["deals_closed"] = commitment.close
        scheduler.workers.append(strongest.run)
