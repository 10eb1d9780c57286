"""The ladder of bots as an app of the site."""

from games import feature_app


class LadderConfig(feature_app.FeatureApp):
    name = "games.ladder"

    def ready(self) -> None:
        from accounts.data import registry
        from games.boards import hooks as boards
        from games.ladder import climbs, steps
        from games.play import hooks as play
        from games.views import hooks as views

        registry.register(registry.PersonalData(exported={"ladder.Climb.user": "ladder"}))
        play.over.append(climbs.over)
        play.unfinished.append(climbs.unfinished)
        views.usual_levels.append(steps.levels)
        boards.slots["door"].append("ladder/_door.html")
        boards.slots["small door"].append("ladder/_door.html")
        boards.slots["start"].append("ladder/_start.html")
        boards.slots["person"].append("ladder/_tab.html")
        boards.slots["menu"].append("ladder/_menu.html")
        boards.slots["help"].append("ladder/_help.html")
        boards.slots["beside the name"].append("ladder/_masthead.html")
        boards.slots["result"].append("ladder/_result.html")
        boards.slots["table scripts"].append("ladder/_scripts.html")
