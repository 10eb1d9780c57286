"""The personal data in tables and matches: how it is exported, and erased when an account is deleted."""

from django.utils.translation import gettext_lazy as _

from accounts.data.registry import PersonalData
from games.personal_data.deletion import erase, unneeded
from games.personal_data.export import count, documents, related

PERSONAL_DATA = PersonalData(
    exported={
        # Names of people on the person's own lists.
        "games.Block.user": "blocked",
        "games.Figures.user": "figures",
        "games.FiguresShown.user": "figures_shown",
        "games.Friend.user": "friends",
        "games.Notification.user": "notices",
        "games.NotificationPreferences.user": "notifications",
        "games.PushSubscription.user": "push",
        "games.Results.user": "results",
        "games.Seat.reserved": "reserved_seats",
        "games.Seat.user": "seats",
        "games.Table.host": "hosted_tables",
        "games.Table_declined.user": "declined_tables",
        "games.Table_sent_away.user": "sent_away_tables",
        "games.Vacation.user": "vacations",
        "games.Webhook.user": "webhooks",
    },
    left_out={
        "games.Block.blocked": "who has blocked somebody is that other person's to know",
        "games.Friend.friend": "who has somebody on a list is that other person's to know",
    },
    # Fields that give access, tell hidden cards, or tell that somebody has done something that others don't see.
    secret={
        "games.PushSubscription": {"auth", "p256dh", "endpoint_hash"},
        "games.Table": {"seed", "stream_position", "invite", "touched_at"},
        "games.Webhook": {"secret"},
    },
    related=related,
    count=count,
    documents=documents,
    readme=_(
        "matches/ has a record of each match that you played or imported, as far as you may know it: the "
        "cards of a match that still runs are left out where they are hidden from you."
    ),
    erase=erase,
)

__all__ = ["PERSONAL_DATA", "unneeded"]
