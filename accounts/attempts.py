"""Limits of wrong passwords and codes.

Attempts are counted by address and name together, so a stranger who knows a name cannot lock its owner out. A browser
in which the owner was signed in before has a count of its own. A second, much higher limit counts attempts from all
other browsers by name; no single network reaches it. The owner gets a mail when attempts are stopped.

The rates are in settings.ACCOUNT_RATE_LIMITS. They make the waits longer and longer.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core.internal import ratelimit
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation

from accounts import page_limits
from accounts.cookies import set_or_delete
from accounts.models import User
from accounts.page_limits import APP

COOKIE = "known"
SALT = "accounts.attempts"
# The most people for whom one browser is remembered. The newest ones stay.
MOST = 8


def count(request: HttpRequest, person: User | None, name: str, action: str = "login_failed") -> Any:
    """Count one more attempt for a name. `person` is its owner, None if there is none.

    Return allauth's usage, which can be rolled back; None if there were too many attempts.
    """
    browser = _browser(request, person)
    if browser:
        key = f"{browser} {person.pk if person else 0}"
        return ratelimit.consume(request, app=APP, action=f"{action}_known", key=key)
    allowed = page_limits.count(request, action, from_here=f"name:{name}")
    if allowed is not None:
        by_name = page_limits.count(request, f"{action}_anywhere", key=f"name:{name}")
        if by_name is None:
            allowed = None
        else:
            allowed.usage += by_name.usage
    if allowed is None and person is not None:
        _tell(request, person)
    return allowed


def _browser(request: HttpRequest, person: User | None) -> str:
    """Return the browser's random name if the person was signed in there before, else ""."""
    browser, people = _read(request)
    return browser if person is not None and person.pk in people else ""


def _read(request: HttpRequest) -> tuple[str, Sequence[int]]:
    try:
        browser, people = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return "", []
    return browser, people


def remember(request: HttpRequest, response: HttpResponse, person: User) -> None:
    """Set the cookie that marks the browser as one of this member's."""
    browser, people = _read(request)
    if person.pk in people:
        return
    people = [*people, person.pk][-MOST:]
    set_or_delete(response, COOKIE, signing.dumps([browser or secrets.token_urlsafe(12), people], salt=SALT))


def _tell(request: HttpRequest, person: User) -> None:
    """Tell the owner by mail to the confirmed address, at most once a day."""
    address = EmailAddress.objects.get_verified(person)
    if address is None or not ratelimit.consume(request, app=APP, action="told", key=f"user:{person.pk}"):
        return
    context = {
        "user": person,
        "address": ratelimit.get_ip(request),
        "security_url": reverse("mfa_index"),
    }
    with translation.override(person.language or translation.get_language()):
        get_adapter().send_mail("account/email/wrong_passwords", address.email, context)
