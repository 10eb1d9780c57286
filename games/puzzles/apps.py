"""Puzzles as an app of the site."""

from games import feature_app


class PuzzlesConfig(feature_app.FeatureApp):
    name = "games.puzzles"

    def ready(self) -> None:
        from django.utils.translation import gettext_lazy as _

        from accounts import hooks as accounts
        from accounts.data import registry
        from accounts.hooks import Page
        from games.boards import hooks as boards
        from games.puzzles import store
        from games.scheduler import hooks as scheduler

        exported = {
            "puzzles.Answer.user": "puzzle_answers",
            "puzzles.Hint.user": "puzzle_hints",
            "puzzles.Standing.user": "puzzle_standings",
            "puzzles.WithheldMatches.user": "withheld_matches",
        }
        registry.register(registry.PersonalData(exported))
        accounts.preference_pages.append(Page("puzzle_preferences", _("Puzzles")))
        boards.slots["home"].append("puzzles/_home.html")
        boards.slots["deals done"].append("puzzles/_home.html")
        boards.slots["while waiting"].append("puzzles/_waiting.html")
        boards.slots["own figures"].append("puzzles/_figures.html")
        boards.slots["costly moves"].append("puzzles/_of_match.html")
        boards.slots["menu"].append("puzzles/_menu.html")
        boards.slots["help"].append("puzzles/_help.html")
        boards.slots["below the board"].append("puzzles/_back.html")
        scheduler.tasks["puzzles_loaded"] = store.load
