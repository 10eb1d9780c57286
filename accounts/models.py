"""People: members with a password, and guests with a cookie only. A guest who registers keeps the same row."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.names import KEY_LENGTH, NAME_LENGTH, name_key, validate_name


class NamedUserManager(UserManager["User"]):
    def _create_user_object(
        self, username: str, email: str | None, password: str | None, **extra: Any
    ) -> User:
        user: User = super()._create_user_object(  # type: ignore[misc]  # missing in the stubs
            username, email, password, name_key=name_key(username), **extra
        )
        return user

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(name_key=name_key(username or ""))

    def named(self, name: str) -> User | None:
        """Return the person with this name or one that looks like it, None if there is none."""
        # PostgreSQL refuses NUL; names are never longer than keys.
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
    email = models.EmailField(_("email address"), blank=True)
    is_guest = models.BooleanField(default=False)
    language = models.CharField(max_length=5, blank=True, choices=settings.LANGUAGES)
    last_seen = models.DateTimeField(default=timezone.now, db_index=True)
    # Names of the IANA database. The browser's zone is used until the person chooses one.
    time_zone = models.CharField(_("time zone"), max_length=40, blank=True)
    browser_zone = models.CharField(max_length=40, blank=True, default="", db_default="", editable=False)
    # Guests only: the mark of the browser that they came with, so that simultaneous clicks make one guest.
    browser = models.CharField(max_length=64, unique=True, null=True, blank=True, editable=False)
    # SHA-256 of the token for scripts; null if there is none.
    token_hash = models.CharField(max_length=64, unique=True, null=True, blank=True, editable=False)

    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = []
    objects: ClassVar[NamedUserManager] = NamedUserManager()

    def get_absolute_url(self) -> str:
        return reverse("profile", args=[self.username])

    def keep_language(self) -> None:
        """Set the language of the current page, unless the person has chosen one. The caller saves."""
        spoken = get_language()
        if not self.language and spoken in dict(settings.LANGUAGES):
            self.language = spoken

    def rename(self, name: str) -> None:
        """Set a new name. The caller checks that it is free, and saves."""
        self.username = name
        self.name_key = name_key(name)
