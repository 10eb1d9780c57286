"""Middleware for signed-in people: activate their language, store when and from where they were seen, and answer those
whose account has just been deleted."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import structlog
from allauth.account.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.db import DatabaseError, IntegrityError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone, translation
from django.utils.decorators import sync_only_middleware
from django.utils.translation import gettext as _

from accounts import attempts
from accounts.cookies import set_or_delete
from accounts.models import User
from accounts.time_zones import TIME_ZONES

log = structlog.get_logger("unbirthday.accounts")
SEEN_EVERY = timedelta(minutes=1)
FOLLOWED_EVERY = timedelta(minutes=5)


@sync_only_middleware
def remember(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def answer(request: HttpRequest) -> HttpResponse:
        spoken = ""
        if request.user.is_authenticated:
            spoken = request.user.language
            speak(request, request.user)
            touch(request.user, request.COOKIES.get("zone", ""))
            if not request.user.is_guest:
                follow(request)
        response = get_response(request)
        # The person may have signed in or out during the request.
        if request.user.is_authenticated and not request.user.is_guest:
            attempts.remember(request, response, request.user)
        if spoken and not request.user.is_authenticated:
            # The next page goes on in the language of its message.
            set_or_delete(response, settings.LANGUAGE_COOKIE_NAME, spoken)
        return response

    answer.process_exception = gone  # type: ignore[attr-defined]
    return answer


def gone(request: HttpRequest, error: Exception) -> HttpResponse | None:
    """Lead people to the front page whose account was deleted during the request, by another page of theirs."""
    if not isinstance(error, DatabaseError | User.DoesNotExist) or not request.user.is_authenticated:
        return None
    # During an outage nobody can be asked for.
    if isinstance(error, OperationalError) or User.objects.filter(pk=request.user.pk).exists():
        return None
    logout(request)
    messages.success(request, _("Your account is deleted."))
    return redirect("home")


def speak(request: HttpRequest, person: User) -> None:
    """Activate the person's own language, which precedes the cookie's and the browser's."""
    if person.language:
        translation.activate(person.language)
        request.LANGUAGE_CODE = translation.get_language()


def touch(person: User, zone: str = "") -> None:
    """Store that the person was seen now, and the time zone of their browser (static/js/clock.js)."""
    now = timezone.now()
    if zone not in TIME_ZONES:
        zone = person.browser_zone
    if now - person.last_seen >= SEEN_EVERY or zone != person.browser_zone:
        User.objects.filter(pk=person.pk).update(last_seen=now, browser_zone=zone)
        person.last_seen, person.browser_zone = now, zone


def follow(request: HttpRequest) -> None:
    """Store address, browser and time of a member's session for the list of sessions, if one of them has changed.

    Guests have no such list.
    """
    stored = UserSession.objects.filter(session_key=request.session.session_key, user=request.user).first()
    longest = UserSession._meta.get_field("user_agent").max_length
    client = get_adapter().get_client_ip(request), request.META.get("HTTP_USER_AGENT", "")[:longest]
    if (
        stored is None
        or client != (stored.ip, stored.user_agent)
        or timezone.now() - stored.last_seen_at >= FOLLOWED_EVERY
    ):
        # Without an account, which may be deleted meanwhile, there is no session to store.
        try:
            UserSession.objects.create_from_request(request)
        except IntegrityError as error:
            log.info("session_not_stored", person=request.user.pk, why=str(error))
