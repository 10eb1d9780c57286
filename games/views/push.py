"""Push messages: the page of a member's browsers.

Any browser can be removed without a script. A browser needs a script to be turned on.
"""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import page_limits
from accounts.security.browsers import name as browser_name
from accounts.signin.requests import SignedInRequest
from games.models import PushSubscription
from games.notifications.channels import push, safe_http
from games.notifications.channels.errors import SendError
from games.notifications.sessions import PUSHED

MOST_BROWSERS = 10  # of a member; a new one replaces the oldest
TEST_TTL = 60  # seconds


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def browsers(request: SignedInRequest) -> HttpResponse:
    if request.method == "POST":
        return page_limits.refusal(request, "address") or _turn_on(request)
    there = PushSubscription.objects.filter(user_id=request.user.pk).order_by("-made_at")
    return render(request, "notifications/push.html", {"browsers": there, "key": push.public_key()})


def _turn_on(request: SignedInRequest) -> HttpResponse:
    endpoint, p256dh, auth = (request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth"))
    try:
        if "[" in endpoint or not push.fits(p256dh, auth):
            raise SendError(_("This browser gave no address that messages can be sent to."), permanent=True)
        safe_http.check(endpoint, safe_http.PAGE_TIMEOUT)
    except SendError as refused:
        messages.error(request, str(refused))
    else:
        _keep(request, endpoint, {"p256dh": p256dh, "auth": auth})
        messages.success(request, _("This browser will show when something waits for you."))
    return redirect("push")


def _keep(request: SignedInRequest, endpoint: str, keys: dict[str, str]) -> None:
    """Store the subscription. It belongs to the last person who turned it on, because people may share a browser."""
    browser = browser_name(request.headers.get("User-Agent", ""))
    about = keys | {"user_id": request.user.pk, "endpoint": endpoint, "browser": browser}
    PushSubscription.objects.update_or_create(
        endpoint_hash=push.endpoint_hash(endpoint), defaults=about | {"made_at": timezone.now()}
    )
    request.session[PUSHED] = push.endpoint_hash(endpoint)
    own = PushSubscription.objects.filter(user_id=request.user.pk).order_by("-made_at", "-pk")
    PushSubscription.objects.filter(pk__in=[subscription.pk for subscription in own[MOST_BROWSERS:]]).delete()


@require_POST
def browser(request: SignedInRequest, number: int) -> HttpResponse:
    """Remove one of one's browsers, or send it a test message."""
    subscription = get_object_or_404(PushSubscription, pk=number, user_id=request.user.pk)
    if request.POST.get("do") == "try":
        return page_limits.refusal(request, "try_out") or _try_out(request, subscription)
    subscription.delete()
    messages.success(request, _("That browser gets no more messages."))
    return redirect("push")


def _try_out(request: SignedInRequest, subscription: PushSubscription) -> HttpResponse:
    message = {"title": _("This is a test."), "body": _("So it will look when something waits for you.")}
    try:
        push.send(
            subscription,
            message | {"url": reverse("push"), "tag": "test", "lang": get_language()},
            TEST_TTL,
            safe_http.PAGE_TIMEOUT,
        )
        messages.success(request, _("The test message is on its way."))
    except SendError as failed:
        if failed.gone:
            subscription.delete()
            messages.error(request, _("That browser has turned messages off. It was removed from your list."))
        else:
            messages.error(request, str(failed))
    return redirect("push")
