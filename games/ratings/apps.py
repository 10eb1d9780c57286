"""Ratings among people as an app of the site."""

from games import feature_app


class RatingsConfig(feature_app.FeatureApp):
    name = "games.ratings"

    def ready(self) -> None:
        from django.utils.translation import gettext_lazy as _

        from accounts import hooks as accounts
        from accounts.data import registry
        from accounts.hooks import Page
        from games.boards import hooks as boards
        from games.forms import hooks as forms
        from games.play import hooks as play
        from games.queries import hooks as queries
        from games.ratings import pools, terms
        from games.scheduler import hooks as scheduler

        # A person's places in matches stay without the person: others' ratings are computed from them.
        exported = {
            "ratings.Rating.user": "ratings",
            "ratings.Place.user": "rated_matches",
            "ratings.HiddenRating.user": "hidden_ratings",
        }
        registry.register(registry.PersonalData(exported, erase=pools.keep_strength))
        accounts.preference_pages.append(Page("rating_preferences", _("Ratings")))
        play.terms["rated"] = terms.TERMS
        forms.terms["rated"] = terms.offer
        queries.shown_of_tables.append("rated_match")
        scheduler.workers.append(pools.run)
        boards.slots["beside the name"].append("ratings/_masthead.html")
        boards.slots["table badges"].append("ratings/_badge.html")
        boards.slots["at this table"].append("ratings/_stakes.html")
        boards.slots["below the board"].append("ratings/_result.html")
        boards.slots["resign"].append("ratings/_resign.html")
        boards.slots["person"].append("ratings/_tab.html")
        boards.slots["profile"].append("ratings/_profile.html")
        boards.slots["table scripts"].append("ratings/_scripts.html")
        boards.slots["menu"].append("ratings/_menu.html")
        boards.slots["help"].append("ratings/_help.html")
        boards.slots["foot"].append("ratings/_foot.html")
