"""Invitations by name: invite, withdraw, decline. A member who accepts sits down as everybody does."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.play import invitations
from games.rules.core import Refused
from games.views.pages import person_of
from games.views.tables import answers_refusals


@require_POST
@answers_refusals
def invite(request: HttpRequest, table: str) -> HttpResponse:
    person, name = person_of(request), request.POST.get("name", "").strip()
    if person is None:
        raise Refused("not_host")
    invitations.invite(table, person, name)
    messages.success(request, _("A seat is kept for %(name)s.") % {"name": name})
    return redirect("table", table)


@require_POST
@answers_refusals
def withdraw(request: HttpRequest, table: str) -> HttpResponse:
    person = person_of(request)
    if person is None:
        raise Refused("not_host")
    invitations.withdraw(table, person.pk, request.POST.get("name", ""))
    messages.info(request, _("The seat is free again."))
    return redirect("table", table)


@require_POST
@answers_refusals
def decline(request: HttpRequest, table: str) -> HttpResponse:
    person = person_of(request)
    if person is None:
        raise Refused("no_invitation")
    invitations.decline(table, person.pk)
    messages.info(request, _("You have declined."))
    return redirect("lobby")
