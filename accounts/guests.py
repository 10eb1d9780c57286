"""Guests: people who play without registering, with a cookie and a made-up name. They may register later."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

import structlog
from allauth.account.adapter import get_adapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.http import HttpRequest
from django.shortcuts import render
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts import hooks
from accounts.guest_names import friendly_words
from accounts.models import User
from accounts.names import NAME_LENGTH
from accounts.page_limits import later
from accounts.signin.outage import is_valkeys
from hosting.limits.addresses import address_of_request
from hosting.limits.buckets import limiter

log = structlog.get_logger("unbirthday.accounts")
UNSEEN = timedelta(days=30)
# The time after a click in which a browser without a session is recognized.
CLICKS = timedelta(minutes=1)


def friendly_name(digits: int = 2) -> str:
    """Return two words in the current language and a number: Curious Teapot 12, Théière espiègle 12."""
    return _numbered(friendly_words(), digits)


def _numbered(name: str, digits: int) -> str:
    number = secrets.randbelow(9 * 10 ** (digits - 1)) + 10 ** (digits - 1)
    return f"{name[: NAME_LENGTH - digits - 1].rstrip()} {number}"


def guest_for(request: HttpRequest, name: str = "") -> User:
    """Return the person who is signed in, or a new guest, who is then signed in for a year.

    Two simultaneous requests of a browser come without a session, and get the same guest.
    `name` is the wanted name, or "" for a made-up one; a number is added if it is taken. Raises ValidationError if the
    name is not allowed. Answers with status 429 if the address has had too many guests this hour (GUESTS_PER_HOUR).
    """
    if request.user.is_authenticated:
        return request.user
    wanted = get_adapter().clean_username(name, shallow=True) if name.strip() else ""
    token = request.META.get("CSRF_COOKIE")
    browser = salted_hmac("accounts.guests", token).hexdigest() if token else None
    guest = _recent_guest(browser)
    if guest is None:
        _refuse_too_many(request)
        guest = new_guest(wanted, browser)
        if wanted and guest.username != wanted:
            text = _("The name %(name)s is taken. You play as %(guest)s.")
            messages.info(request, text % {"name": wanted, "guest": guest.username})
    login(request, guest, backend="accounts.signin.backends.NameBackend")
    # Forms that the visitor has opened in other tabs stay valid. Registering or signing in changes the token.
    if token is not None:
        request.META["CSRF_COOKIE"] = token
    return guest


def _refuse_too_many(request: HttpRequest) -> None:
    try:
        wait = limiter.spend("guest", address=address_of_request(request))
    except Exception as error:
        if not is_valkeys(error):
            raise
        # Without Valkey, letting guests in uncounted does less harm than turning them away.
        log.warning("guest_not_counted", why=str(error))
        return
    if wait:
        answer = render(request, "accounts/too_many_guests.html", status=429)
        raise ImmediateHttpResponse(later(answer, wait))


def _recent_guest(browser: str | None) -> User | None:
    """Return the guest that the browser has just become."""
    if browser is None:
        return None
    since = timezone.now() - CLICKS
    return User.objects.filter(browser=browser, is_guest=True, date_joined__gte=since).first()


def new_guest(wanted: str = "", browser: str | None = None) -> User:
    """Store a guest with that name or one like it. Return the other one if the browser becomes a guest meanwhile."""
    if browser:
        earlier = Q(is_guest=False) | Q(date_joined__lt=timezone.now() - CLICKS)
        User.objects.filter(earlier, browser=browser).update(browser=None)
    # Two digits rarely clash, four nearly never.
    numbered = (
        _numbered(wanted, digits) if wanted else friendly_name(digits) for digits in (2, 2, 3, 3, 4, 4, 4)
    )
    for name in [wanted, *numbered] if wanted else numbered:
        guest = User(is_guest=True, browser=browser)
        guest.rename(name)
        guest.set_unusable_password()
        try:
            with transaction.atomic():
                guest.save()
            return guest
        except IntegrityError:
            if (other := _recent_guest(browser)) is not None:
                return other
    raise RuntimeError("no friendly name is free")


def remove_unseen(now: datetime) -> int:
    """Delete guests not seen for 30 days whom no app needs any more (`hooks.unneeded_guests`). Return their number."""
    gone = User.objects.filter(is_guest=True, last_seen__lt=now - UNSEEN)
    for unneeded in hooks.unneeded_guests:
        gone = unneeded(gone)
    with transaction.atomic():
        removed: int = gone.delete()[1].get(User._meta.label, 0)
    return removed
