"""Whose wrong passwords and codes count together: those from one address for one name. So nobody who only knows a name
keeps its owner out. A browser in which the owner was signed in before counts for itself alone, and its owner is told by
mail when somebody else was stopped. Those from all other places together have a bound by name, so high that no network
reaches it alone.

The rates, which make one wait longer and longer, stand in settings.ACCOUNT_RATE_LIMITS.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core.internal import ratelimit
from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation

from accounts import limits
from accounts.limits import APP
from accounts.models import User

COOKIE = "known"
SALT = "accounts.attempts"
# Of several people who share a browser the newest so many.
MOST = 8


def count(request: HttpRequest, person: User | None, name: str, action: str = "login_failed") -> Any:
    """Count one more attempt for that name, which is the person's if it is anybody's; None if those were too many, else
    what can be rolled back."""
    browser = _browser(request, person)
    if browser:
        known = f"{browser} {person.pk if person else 0}"
        return ratelimit.consume(request, app=APP, action=f"{action}_known", key=known)
    allowed = limits.count(request, action, from_here=f"name:{name}")
    if allowed is not None:
        by_name = limits.count(request, f"{action}_anywhere", key=f"name:{name}")
        if by_name is None:
            allowed = None
        else:
            allowed.usage += by_name.usage
    if allowed is None and person is not None:
        _tell(request, person)
    return allowed


def _browser(request: HttpRequest, person: User | None) -> str:
    """The name of the browser, if that person was signed in there before; else ""."""
    browser, people = _read(request)
    return browser if person is not None and person.pk in people else ""


def _read(request: HttpRequest) -> tuple[str, Sequence[int]]:
    try:
        browser, people = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return "", []
    return browser, people


def remember(request: HttpRequest, response: HttpResponse, person: User) -> None:
    """The member is signed in here: this browser is known from now on."""
    browser, people = _read(request)
    if person.pk in people:
        return
    known = [*people, person.pk][-MOST:]
    response.set_cookie(
        COOKIE,
        signing.dumps([browser or secrets.token_urlsafe(12), known], salt=SALT),
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _tell(request: HttpRequest, person: User) -> None:
    """Once a day at most, to the confirmed address."""
    address = EmailAddress.objects.filter(user=person, verified=True).order_by("-primary").first()
    if address is None or not ratelimit.consume(request, app=APP, action="told", key=f"user:{person.pk}"):
        return
    context = {
        "user": person,
        "address": ratelimit.get_ip(request),
        "security_url": reverse("mfa_index"),
    }
    with translation.override(person.language or translation.get_language()):
        get_adapter().send_mail("account/email/wrong_passwords", address.email, context)
