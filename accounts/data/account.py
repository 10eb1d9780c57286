"""The personal data of the account itself, with the tables of Django and allauth."""

from __future__ import annotations

from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model

from accounts.data.registry import PersonalData
from accounts.models import User
from accounts.names import FORMER_PLAYER
from accounts.signin.sessions import sign_off


def _related(row: Model) -> dict[str, Any]:
    return {"name": str(row)} if row._meta.label == "mfa.Authenticator" else {}


def _erase(person: User) -> None:
    kind = ContentType.objects.get_for_model(User)
    LogEntry.objects.filter(content_type=kind, object_id=str(person.pk)).update(object_repr=FORMER_PLAYER)
    for session in UserSession.objects.filter(user=person):
        session.end()
    sign_off(person.pk)


ACCOUNT = PersonalData(
    exported={
        "account.EmailAddress.user": "addresses",
        "accounts.User_groups.user": "groups",
        "accounts.User_user_permissions.user": "permissions",
        "admin.LogEntry.user": "administration",
        "mfa.Authenticator.user": "sign_in",
        "usersessions.UserSession.user": "sessions",
    },
    secret={
        "accounts.User": {"browser", "password", "token_hash"},
        "mfa.Authenticator": {"data"},
        "usersessions.UserSession": {"session_key", "data"},
    },
    related=_related,
    erase=_erase,
)
