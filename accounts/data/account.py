"""The personal data of the account itself, with the tables of Django and allauth."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, Q

from accounts.data.registry import PersonalData
from accounts.models import User
from accounts.names import FORMER_PLAYER
from accounts.signin.sessions import close_sockets


def _related(row: Model) -> dict[str, Any]:
    return {"name": str(row)} if row._meta.label == "mfa.Authenticator" else {}


def _erase(person: User) -> None:
    _forget_administration(person)
    for session in UserSession.objects.filter(user=person):
        session.end()
    close_sockets(person.pk)


def _forget_administration(person: User) -> None:
    """Remove the person from what the log of the administration says of them and of what is theirs."""
    addresses = EmailAddress.objects.filter(user=person)
    own = {User: [person], EmailAddress: addresses, Authenticator: Authenticator.objects.filter(user=person)}
    # Addresses that were deleted before have no row any more.
    entries = Q(object_repr__in={person.email, *(address.email for address in addresses)} - {""})
    for model, rows in own.items():
        kind = ContentType.objects.get_for_model(model)
        entries |= Q(content_type=kind, object_id__in=[str(row.pk) for row in rows])
    LogEntry.objects.filter(entries).update(object_repr=FORMER_PLAYER, change_message="")


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
