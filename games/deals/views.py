"""The pages of deals: today's and the archive, one deal with its result, and a finished match played again."""

from __future__ import annotations

from datetime import date
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import page_limits
from accounts.dates import date_in_words
from accounts.guests import guest_for
from games import boards
from games.boards.picture import Line, picture
from games.deals import days, matches, pages, streaks, tries
from games.deals.models import Deal, Try
from games.rules.core import Refused
from games.views.pages import person_of
from games.views.requests import asked_language
from games.views.tables import see

KEPT = 3600  # s


@never_cache
@require_safe
def today(request: HttpRequest) -> HttpResponse:
    """Show today's deals, the streak, and earlier days; `?before=2026-06-03` goes further back.

    A day that is no date, has no deals before it, or is later than today shows the newest days.
    """
    return _listed(request)


def _listed(request: HttpRequest, status: int = 200) -> HttpResponse:
    person = person_of(request)
    faces = pages.today(person)
    context: dict[str, Any] = {
        "faces": faces,
        # What else there is today is offered then.
        "is_done": not any(face["is_next"] for face in faces),
        "streak": streaks.of(person.pk) if person else None,
        "archive": pages.archive(person, _day(request.GET.get("before", ""))),
        "unknown": status == 404,
    }
    return render(request, "deals/deals.html", context, status=status)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def with_deal_found(view: Any) -> Any:
    """Pass the deal to the view. An unknown deal is answered by the archive, with status 404."""

    @wraps(view)
    def with_deal(request: HttpRequest, game: str, day: str) -> HttpResponse:
        deal = pages.find(game, day)
        return _listed(request, 404) if deal is None else view(request, deal)

    return with_deal


@never_cache
@require_safe
def of_game(request: HttpRequest, game: str) -> HttpResponse:
    """Lead to the game's deal of today. An unknown game is answered by the archive, with status 404."""
    deal = Deal.objects.filter(game=game, day=days.today()).first()
    return _listed(request, 404) if deal is None else redirect("deal", deal.game, deal.day.isoformat())


@never_cache
@require_safe
@with_deal_found
def deal(request: HttpRequest, deal: Deal) -> HttpResponse:
    """Show the deal: its commitment and one button, or the standing of one's own result, which `?try=TABLE` chooses."""
    context = pages.of_deal(deal, person_of(request), request.GET.get("try", ""))
    context["address"] = request.build_absolute_uri(request.path)
    return render(request, "deals/deal.html", context)


@require_POST
@with_deal_found
def begin(request: HttpRequest, deal: Deal) -> HttpResponse:
    """Begin a try, as a guest if need be, or continue it."""
    page_limits.require(request, "tables")
    try:
        if not request.user.is_authenticated:
            # Nobody becomes a guest for a refusal.
            tries.refuse_unplayable(deal)
        snapshot = tries.begin(guest_for(request), deal)
    except Refused as refused:
        if refused.code != "deal_played":
            messages.error(request, boards.refusal(refused)[0])
        return redirect("deal", deal.game, deal.day.isoformat())
    return redirect("table", snapshot.table.pk)


@require_safe
@with_deal_found
def picture_of_deal(request: HttpRequest, deal: Deal) -> HttpResponse:
    """Return the picture of a link to the deal, without its cards or results. `?l=fr` chooses the language."""
    with override(asked_language(request)):
        return _picture_of_deal(deal)


def _picture_of_deal(deal: Deal) -> HttpResponse:
    head = f"{boards.title(deal.game)}, {date_in_words(deal.day, 'j F Y')}"
    lines = (
        Line(_("The same cards for everybody"), "", False),
        Line(_("The same bots for everybody"), "", False),
        Line(_("One try a person"), "", False),
    )
    title = _("Deal %(number)d: how would you play it?") % {"number": deal.number}
    answer = HttpResponse(picture(head, title, lines, f"{deal.game}/cover.png"), content_type="image/png")
    patch_cache_control(answer, public=True, max_age=KEPT)
    return answer


@never_cache
@require_safe
def run_so_far(request: HttpRequest, table: str) -> HttpResponse:
    """Return the lines of the reader's run and of others up to now. The board fetches them during the run."""
    person = person_of(request)
    own = Try.objects.select_related("deal", "table").filter(table=table, user=person).first()
    if own is None or person is None:
        raise Http404
    return render(request, "deals/_run_so_far.html", {"lines": pages.run_so_far(own, person)})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def of_table(request: HttpRequest, table: str) -> HttpResponse:
    """Show a match's deal: the page of the deal of the day if it was played there, else the deal of the match."""
    snapshot = see(request, table)
    row = snapshot.table
    if (of_day := tries.deal_of(row)) is not None:
        unranked = Try.objects.filter(table=row, user=person_of(request), kind=Try.Kind.FREE)
        query = {"try": row.pk} if unranked.exists() else {}
        return redirect(reverse("deal", args=[of_day.game, of_day.day.isoformat()], query=query))
    if row.is_shared_deal and row.deal is not None:
        # The page of the match that was played first has everybody's results.
        return redirect("deal_of_table", row.deal["match"])
    if not matches.is_playable(row):
        raise Http404
    if request.method == "POST":
        page_limits.require(request, "tables")
        try:
            return redirect("table", matches.begin(guest_for(request), row).table.pk)
        except Refused as refused:
            messages.error(request, boards.refusal(refused)[0])
    return render(request, "deals/again.html", matches.again(row, person_of(request)))
