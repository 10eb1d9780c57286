"""On every request of somebody signed in: their language, and that they were seen."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.decorators import sync_only_middleware

from accounts.models import User

SEEN_EVERY = timedelta(minutes=1)


@sync_only_middleware
def remember(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def answer(request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            speak(request, request.user)
            touch(request.user)
        return get_response(request)

    return answer


def speak(request: HttpRequest, person: User) -> None:
    """The person's own language goes before the cookie's and the browser's."""
    if person.language:
        translation.activate(person.language)
        request.LANGUAGE_CODE = translation.get_language()


def touch(person: User) -> None:
    now = timezone.now()
    if now - person.last_seen >= SEEN_EVERY:
        User.objects.filter(pk=person.pk).update(last_seen=now)
        person.last_seen = now
