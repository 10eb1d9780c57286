"""Adapters of allauth.mfa and allauth.usersessions."""

from __future__ import annotations

from collections.abc import Iterable

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.signin.sessions import close_sockets, session_ended, stored


class SecurityAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("This code is wrong, or it has been used."),
        "unknown_passkey": _("This passkey is not known here."),
    }

    def _get_user_identifier(self, user: User) -> str:
        # An email address in an authenticator app would be seen by others.
        return user.username

    def _get_site_name(self) -> str:
        return settings.SITE_NAME

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return gettext("Passkey {number}").format(number=number)


class SessionsAdapter(DefaultUserSessionsAdapter):  # type: ignore[misc]
    def end_sessions(self, sessions: Iterable[UserSession]) -> None:
        """End sessions and close all of the person's sockets.

        Sockets don't belong to a session. Browsers that are still signed in reconnect.
        """
        ended = list(sessions)
        for session in ended:
            session_ended(stored(session.session_key), session.user_id)
        super().end_sessions(ended)
        for person in {session.user_id for session in ended}:
            close_sockets(person)
