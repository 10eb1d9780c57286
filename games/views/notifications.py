"""Notifications: the page of preferences, the link that stops mails without a sign-in, and links in messages."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.signin.requests import SignedInRequest
from games.forms.notifications import NotificationsForm
from games.models import Delivery, Notification
from games.notifications import replan, routing, unsubscribe
from games.play import presence
from games.queries import waiting

FAILED_FOR = timedelta(days=14)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def notifications(request: SignedInRequest) -> HttpResponse:
    person = User.objects.get(pk=request.user.pk)
    tables = waiting.own_tables(person)
    form = NotificationsForm(request.POST or None, person=person, tables=[own.table for own in tables])
    if request.method == "POST" and form.is_valid():
        form.save()
        replan(person)
        messages.success(request, _("Your preferences are saved."))
        return redirect("notifications")
    return render(request, "notifications/notifications.html", {"form": form} | _addresses(person))


def _addresses(person: User) -> dict[str, Any]:
    """Return the addresses to which messages go now, and the messages that could not be delivered lately."""
    failed = Delivery.objects.filter(
        notification__user=person, status=Delivery.Status.FAILED, claimed_at__gte=timezone.now() - FAILED_FOR
    )
    given_up = failed.order_by("-claimed_at").select_related("notification")[:20]
    last = {row.channel: row for row in reversed(given_up)}
    return {
        "mail": routing.mail_address(person),
        "unconfirmed": EmailAddress.objects.filter(user=person, verified=False).first(),
        "browsers": person.push_subscriptions.count(),
        "hooks": person.webhooks.filter(disabled_at=None).count(),
        "failures": list(last.values()),
    }


@login_required
@require_POST
def turn_off(request: SignedInRequest, table: str) -> HttpResponse:
    """Turn notifications of this table off or on."""
    presence.turn_notifications_off(table, request.user.pk, request.POST.get("silent") == "yes")
    return redirect("table", table)


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Stop mails. Mail programs post here without cookies (RFC 8058).

    A GET changes nothing, because programs follow links, too.
    """
    recipient = unsubscribe.read(token)
    if recipient is None:
        raise Http404("nobody here has signed this")
    person, kinds = recipient
    every = "every" in request.POST
    if request.method == "POST":
        unsubscribe.stop_mails(person, Notification.Kind.values if every else kinds)
    names = [Notification.Kind(kind).label for kind in kinds]
    context = {"person": person, "names": names, "stopped": request.method == "POST", "every": every}
    return render(request, "notifications/unsubscribe.html", context)


@require_safe
@never_cache
def go(request: HttpRequest, table: str) -> HttpResponse:
    """Redirect from a message to its table. A visitor who isn't signed in is asked to sign in first."""
    if request.user.is_authenticated and not request.user.is_guest:
        return redirect("table", table)
    return redirect_to_login(reverse("table", args=[table]))
