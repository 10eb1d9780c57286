"""The coach as an app of the site: hints, reviews, and playing on from a position."""

from games import feature_app


class CoachConfig(feature_app.FeatureApp):
    name = "games.coach"

    def ready(self) -> None:
        from accounts.data import registry
        from games.boards import hooks as boards
        from games.coach import advice, hints, pages, reviews
        from games.coach.personal_data import PERSONAL_DATA
        from games.coach.reviewer import Reviewer
        from games.play import hooks as play
        from games.queries import hooks as queries
        from games.records import hooks as records
        from games.scheduler import hooks as scheduler
        from games.views import hooks as views

        registry.register(PERSONAL_DATA)
        play.uncounted.append(hints.taken)
        records.exported.append(hints.exported)
        records.imported.append(hints.imported)
        boards.elements.append(advice.elements)
        boards.macros.append("coach/board.jinja")
        boards.after_match.extend((pages.review, pages.play_on))
        boards.refusals.update(pages.TEXTS)
        boards.statuses.update(pages.STATUS)
        boards.slots["masthead"].append("coach/_masthead.html")
        boards.slots["forms"].append("coach/_form.html")
        boards.slots["table scripts"].append("coach/_scripts.html")
        boards.slots["replay"].append("coach/_replay.html")
        queries.seat_costs.append(reviews.costs)
        scheduler.workers.append(lambda: Reviewer().run())
        views.table_pages.append(pages.table_page)
        views.replay_pages.append(pages.replay_page)
