"""People: members with a password, guests with a cookie only. One model, so that a guest who registers
keeps every match."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.names import KEY_LENGTH, NAME_LENGTH, name_key, validate_name


class NamedUserManager(UserManager["User"]):
    def _create_user_object(
        self, username: str, email: str | None, password: str | None, **extra: Any
    ) -> User:
        return super()._create_user_object(username, email, password, name_key=name_key(username), **extra)

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(name_key=name_key(username or ""))

    def named(self, name: str) -> User | None:
        """Whoever has this name, or one that looks like it."""
        # A NUL can't be asked of PostgreSQL; and nobody has a longer name than a key is long.
        if "\0" in name or len(name) > KEY_LENGTH:
            return None
        return self.filter(name_key=name_key(name)).first()


class User(AbstractUser):
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    username = models.CharField(
        _("name"),
        max_length=NAME_LENGTH,
        unique=True,
        validators=[validate_name],
        error_messages={"unique": _("This name is taken, or looks like one that is.")},
    )
    name_key = models.CharField(max_length=KEY_LENGTH, unique=True, editable=False)
    email = models.EmailField(_("e-mail address"), blank=True)
    is_guest = models.BooleanField(default=False)
    language = models.CharField(max_length=5, blank=True, choices=settings.LANGUAGES)
    last_seen = models.DateTimeField(default=timezone.now, db_index=True)
    # A name of the IANA database, as the browser told it; empty: UTC.
    time_zone = models.CharField(_("time zone"), max_length=40, blank=True)
    # SHA-256 of the token that scripts show; null: none was made.
    token_hash = models.CharField(max_length=64, unique=True, null=True, blank=True, editable=False)

    USERNAME_FIELD = "username"
    REQUIRED_FIELDS = []
    objects = NamedUserManager()

    def get_absolute_url(self) -> str:
        return reverse("profile", args=[self.username])

    def rename(self, name: str) -> None:
        """Take a new name; the caller has checked that it is free and saves."""
        self.username = name
        self.name_key = name_key(name)


class Vacation(models.Model):
    """Whole days (UTC) of a member's, from the first to the last inclusive. Day-paced clocks stand still from the press
    on the first day, `begun_at`, to the end of the last; before this was kept, from the first day's midnight on."""

    user = models.ForeignKey(User, models.CASCADE, related_name="vacations")
    first = models.DateField()
    last = models.DateField()
    begun_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["first"]
        indexes = [models.Index(fields=["user", "last"])]

    def __str__(self) -> str:
        return f"{self.user_id} {self.first} to {self.last}"


class Friend(models.Model):
    """Somebody on a person's own list; the other one needs not have them on theirs."""

    user = models.ForeignKey(User, models.CASCADE, related_name="friends")
    friend = models.ForeignKey(User, models.CASCADE, related_name="friend_of")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "friend"], name="friend_once")]

    def __str__(self) -> str:
        return f"{self.user_id} likes to play with {self.friend_id}"


class Block(models.Model):
    """Whom a person doesn't want to meet: they can't sit down at the same open table, nor invite one another."""

    user = models.ForeignKey(User, models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(User, models.CASCADE, related_name="blocked_by")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "blocked"], name="block_once")]

    def __str__(self) -> str:
        return f"{self.user_id} does not meet {self.blocked_id}"


class NotificationPreferences(models.Model):
    """How a member wants to be told. `channels` lists the channels (`mail`, `push`, `hook`) by kind of notice; a
    kind that it lacks goes to its usual ones. Hours are of the member's time zone; quiet hours may pass midnight."""

    class Rhythm(models.TextChoices):
        INSTANT = "instant", _("at once")
        HOURLY = "hourly", _("at most once an hour")
        DAILY = "daily", _("once a day")

    user = models.OneToOneField(User, models.CASCADE, related_name="notification_preferences")
    channels = models.JSONField(default=dict)
    rhythm = models.CharField(max_length=7, choices=Rhythm, default=Rhythm.INSTANT)
    daily_at = models.PositiveSmallIntegerField(default=8)
    quiet_from = models.PositiveSmallIntegerField(null=True, blank=True)
    quiet_to = models.PositiveSmallIntegerField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.user_id} {self.rhythm}"


class PushSubscription(models.Model):
    """A browser that asked for push messages (RFC 8030, RFC 8291): where to send and the keys to encrypt with."""

    user = models.ForeignKey(User, models.CASCADE, related_name="push_subscriptions")
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
    """An address that a member's notices are posted to, signed with `secret`."""

    user = models.ForeignKey(User, models.CASCADE, related_name="webhooks")
    url = models.URLField(max_length=500)
    secret = models.CharField(max_length=64)
    made_at = models.DateTimeField(default=timezone.now)
    # Set when too many messages in a row were given up; nothing is sent until its member turns it on again.
    disabled_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.user_id} {self.url}"
