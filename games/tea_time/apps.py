"""The app of Tea Time."""

from django.utils.translation import gettext_lazy as _

from games import game_app


class TeaTimeConfig(game_app.GameApp):
    name = "games.tea_time"
    verbose_name = _("Tea Time")
    tagline = _("2 to 4 players. Mirrors cancel; the rest scores.")
    minutes = 20
    goal = _("The most points win")
    in_short = (
        _("The most points win, after three rounds, or five with two players."),
        _("Take one, two or three neighbours that lie on one straight line."),
        _("A character and its mirror image cancel each other and leave the game."),
        _("What is left scores by how many you hold of a character: 1, 3, 6, 10, 15. None is worth 5."),
        _("Alice is worth 4, and whoever holds her begins the next round."),
    )
    cloth = "baize"
    credit = _(
        "Tea Time is a game by Emanuele Ornella. This site is not made, licensed or endorsed by its "
        "author or its publishers. All drawings here are our own."
    )
