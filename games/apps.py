"""The app `games`. It connects its packages when the site starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.apps import AppConfig
from django.core import checks as django_checks
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from accounts.hooks import Page


class GamesConfig(AppConfig):
    """Registers upper packages with the lower ones that call them, since a lower package imports none above it."""

    name = "games"

    def ready(self) -> None:
        from games import checks, scheduler, sockets
        from games.play import storage

        storage.listeners[:] = [sockets.announce, scheduler.wake]
        django_checks.register(checks.check_games)
        register_with_accounts()


def register_with_accounts() -> None:
    from accounts import hooks, names
    from accounts.data import registry
    from games import personal_data, sockets
    from games.boards.level_words import LEVEL_WORDS
    from games.notifications.sessions import end_push
    from games.play.bot_names import BOT_NAMES, READ_AS
    from games.play.names import rename_seats
    from games.queries.links import OPENED_LINKS

    names.reserve(BOT_NAMES)
    names.translate(READ_AS)
    names.reserve_in_all_languages(LEVEL_WORDS.values())
    registry.register(personal_data.PERSONAL_DATA)
    hooks.close_sockets.append(sockets.close_sockets)
    hooks.session_ended.append(end_push)
    hooks.registered.append(rename_seats)
    hooks.kept_at_login.append(OPENED_LINKS)
    hooks.unneeded_guests.append(personal_data.unneeded)
    hooks.preference_pages += _preference_pages()


def _preference_pages() -> list[Page]:
    from accounts.hooks import Page

    return [
        Page("notifications", _("Notifications"), _("Messages")),
        Page("push", _("Messages on this device"), _("Messages")),
        Page("webhooks", _("Webhooks"), _("Messages")),
        Page("token", _("API token"), _("Messages")),
        Page("vacation", _("Vacation")),
        Page("friends", _("Friends")),
    ]
