"""Notifications, their deliveries, preferences and addresses."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.table import Table


class Notification(models.Model):
    """Something that a person may want to be told, written in the transaction in which it happened.

    `about` distinguishes notifications of one kind at one table: by the turn, the seat, the deadline.
    """

    class Kind(models.TextChoices):
        YOUR_TURN = "your_turn", _("it is your turn")
        TIME_SHORT = "time_short", _("your time is short")
        MATCH_OVER = "match_over", _("a match is over")
        INVITATION = "invitation", _("somebody invites you")
        SAT_DOWN = "sat_down", _("somebody sat down at your table")
        REMATCH = "rematch", _("somebody wants a rematch")
        ABANDONED = "abandoned", _("a match will be closed because nobody plays")

    # The constraint begins with the user, so it needs no index of its own.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notifications", db_index=False
    )
    kind = models.CharField(max_length=12, choices=Kind)
    table = models.ForeignKey(Table, models.CASCADE, related_name="notifications")
    about = models.CharField(max_length=40, blank=True)
    facts = models.JSONField(default=dict)
    # The earliest moment to send it.
    due_at = models.DateTimeField(default=timezone.now)
    # Set when its deliveries have been written, or there is nothing to deliver.
    fanned_out_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "table", "kind", "about"], name="notified_once")
        ]
        indexes = [models.Index(fields=["due_at"], condition=Q(fanned_out_at=None), name="notification_due")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind} {self.table_id}"


class Delivery(models.Model):
    """A notification on its way to one address of one person. Those sent in one message share its id."""

    class Channel(models.TextChoices):
        MAIL = "mail", _("email")
        PUSH = "push", _("push")
        HOOK = "hook", _("webhook")

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        # Claimed, and not known to have arrived. After a crash it is sent again when the retry window is over.
        SENDING = "sending", _("sending")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("no longer true")
        FAILED = "failed", _("given up")

    notification = models.ForeignKey(Notification, models.CASCADE, related_name="deliveries")
    channel = models.CharField(max_length=4, choices=Channel)
    # The primary key of the push subscription or webhook; 0 for mail.
    target = models.PositiveBigIntegerField(default=0)
    status = models.CharField(max_length=7, choices=Status, default=Status.WAITING)
    due_at = models.DateTimeField()
    message_id = models.CharField(max_length=36, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    claimed_at = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    why = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name_plural = "deliveries"
        constraints = [
            models.UniqueConstraint(
                fields=["notification", "channel", "target"], name="one_delivery_an_address"
            )
        ]
        # Not a partial index: SQLite can't prove that the statuses of a query match an index's condition.
        indexes = [models.Index(fields=["channel", "status", "due_at"], name="delivery_next")]

    def __str__(self) -> str:
        return f"{self.notification_id} {self.channel} {self.status}"


class NotificationPreferences(models.Model):
    """A member's preferences for notifications.

    `channels` lists the channels (`mail`, `push`, `hook`) by kind of notification; a missing kind goes to its usual
    ones. Hours are in the member's time zone. Quiet hours may pass midnight.
    """

    class Rhythm(models.TextChoices):
        INSTANT = "instant", _("at once")
        HOURLY = "hourly", _("at most once an hour")
        DAILY = "daily", _("once a day")

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notification_preferences"
    )
    channels = models.JSONField(default=dict)
    rhythm = models.CharField(max_length=7, choices=Rhythm, default=Rhythm.INSTANT)
    daily_at = models.PositiveSmallIntegerField(default=8)
    quiet_from = models.PositiveSmallIntegerField(null=True, blank=True)
    quiet_to = models.PositiveSmallIntegerField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.user_id} {self.rhythm}"


class PushSubscription(models.Model):
    """A browser's subscription to push messages (RFC 8030, RFC 8291): its endpoint and encryption keys."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="push_subscriptions")
    endpoint = models.URLField(max_length=1000)
    # SHA-256 of the endpoint, which is too long for an index.
    endpoint_hash = models.CharField(max_length=64, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    browser = models.CharField(max_length=80, blank=True)
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.user_id} {self.browser}"


class Webhook(models.Model):
    """A URL that a member's notifications are posted to, signed with `secret`."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="webhooks")
    url = models.URLField(max_length=500)
    secret = models.CharField(max_length=64)
    made_at = models.DateTimeField(default=timezone.now)
    # Set after too many failed messages in a row. Nothing is sent until the member turns it on again.
    disabled_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.user_id} {self.url}"
