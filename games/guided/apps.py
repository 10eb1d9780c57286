"""The app of guided first matches."""

from games import feature_app


class GuidedConfig(feature_app.FeatureApp):
    name = "games.guided"

    def ready(self) -> None:
        from games.boards import hooks as boards
        from games.guided import matches, steps
        from games.play import hooks as play
        from games.views import hooks as views

        play.scripts.append(matches.next_move)
        views.table_pages.append(steps.table_page)
        boards.slots["door"].append("guided/_door.html")
        boards.slots["small door"].append("guided/_small_door.html")
        boards.slots["start"].append("guided/_start.html")
        boards.slots["new to the game"].append("guided/_start.html")
        boards.slots["above the board"].append("guided/_guide.html")
