"""Tables that wait for the visitor: a link to the next one, and the list as JSON for scripts (docs/api.md)."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from accounts import page_limits, tokens
from games.models import Seat
from games.people import lists as people
from games.queries import waiting
from games.views.pages import person_of


@never_cache
@require_safe
def next_table(request: HttpRequest) -> HttpResponse:
    """Go to the table where the visitor's turn is most pressing, except `?after=`; if none waits, to an invitation."""
    person = person_of(request)
    table = waiting.next_table(person.pk, request.GET.get("after", "")) if person else None
    if table is None and person is not None:
        invitations = waiting.invitations(person, people.apart_from(person.pk))
        table = invitations[0].pk if invitations else None
    if table is None:
        messages.info(request, _("No table is waiting for you."))
        return redirect("lobby")
    return redirect("table", table)


# Exempt so that a script's POST is answered with 405, not with a page about a missing CSRF token.
@csrf_exempt
@never_cache
@require_safe
def turns(request: HttpRequest) -> HttpResponse:
    """Return `{"count": 1, "tables": […]}`, the shortest time left first.

    401 without a token or a session, 429 after too many requests.
    """
    if "Authorization" in request.headers:
        person = tokens.owner(request)
    else:
        person = person_of(request)
    if person is None:
        return _unknown(request)
    if wait := page_limits.spent(request, "turns", user=person):
        return _too_many("At most 60 requests a minute, please.", wait)
    now = timezone.now()
    tables = [_table(request, seat, now) for seat in waiting.seats_for(person.pk)]
    return JsonResponse({"count": len(tables), "tables": tables})


def _unknown(request: HttpRequest) -> HttpResponse:
    if wait := page_limits.spent(request, "wrong_token"):
        return _too_many("At most 20 requests a minute with a wrong token or none, please.", wait)
    text = "Send a valid token: Authorization: Bearer <token>. You make one under Preferences."
    answer = JsonResponse({"error": "unauthorized", "message": text}, status=401)
    answer["WWW-Authenticate"] = 'Bearer realm="Unbirthday"'
    return answer


def _too_many(text: str, wait: float) -> HttpResponse:
    return page_limits.later(JsonResponse({"error": "too_many_requests", "message": text}, status=429), wait)


def _table(request: HttpRequest, seat: Seat, now: Any) -> dict[str, Any]:
    table, due = seat.table, seat.deadline
    left = None if due is None else max(0, int((due - now).total_seconds() * 1000))
    return {
        "table": table.pk,
        "game": table.game,
        "url": request.build_absolute_uri(reverse("table", args=[table.pk])),
        "live": table.is_live,
        "since": seat.awaited_since and seat.awaited_since.isoformat(),
        "deadline": due and due.isoformat(),
        "remaining_ms": left,
        "opponents": [other.name for other in table.seats.all() if other.pk != seat.pk],
    }
