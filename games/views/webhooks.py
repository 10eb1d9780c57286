"""The page of a member's webhooks: add, test, renew the secret, turn on again, remove."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import page_limits
from accounts.models import User
from accounts.signin.requests import SignedInRequest
from games.models import Webhook
from games.notifications.channels import safe_http, webhook
from games.notifications.channels.errors import SendError

NEW_SECRET = "webhook_with_a_new_secret"


class WebhookForm(forms.Form):
    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=500,
        help_text=gettext_lazy("It begins with https:// and can be reached from everywhere."),
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, person: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"]
        if self.person.webhooks.filter(url=url).exists():
            raise forms.ValidationError(_("You have given this address already."))
        try:
            safe_http.check(url, safe_http.PAGE_TIMEOUT)
        except SendError as refused:
            raise forms.ValidationError(str(refused)) from refused
        return url


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def hooks(request: SignedInRequest) -> HttpResponse:
    person = User.objects.get(pk=request.user.pk)
    if request.method == "POST" and (refused := page_limits.refusal(request, "address")):
        return refused
    form = WebhookForm(request.POST or None, person=person)
    if request.method == "POST" and form.is_valid():
        return _add(request, person, form.cleaned_data["url"])
    new_webhook = person.webhooks.filter(pk=request.session.pop(NEW_SECRET, None)).first()
    context = {
        "form": form,
        "hooks": person.webhooks.order_by("made_at", "pk"),
        "room": person.webhooks.count() < webhook.MOST_WEBHOOKS,
        "most": webhook.MOST_WEBHOOKS,
        # A secret is shown only once, right after it was made.
        "new": new_webhook and new_webhook.pk,
        "secret": webhook.shown_secret(new_webhook.secret) if new_webhook else "",
    }
    return render(request, "notifications/webhooks.html", context)


def _add(request: SignedInRequest, person: User, url: str) -> HttpResponse:
    hook = webhook.add(person, url)
    if hook:
        request.session[NEW_SECRET] = hook.pk
        messages.success(request, _("The webhook is on. Send it a test message."))
    else:
        messages.error(request, _("You have as many webhooks as there may be."))
    return redirect("webhooks")


@require_POST
def hook(request: SignedInRequest, number: int) -> HttpResponse:
    """Carry out the pressed button's action on one of one's webhooks. An unknown action changes nothing."""
    webhook_row = get_object_or_404(Webhook, pk=number, user_id=request.user.pk)
    act = {"try": _try_out, "secret": _renew, "on": _turn_on, "remove": _remove}.get(
        request.POST.get("do", "")
    )
    return (act(request, webhook_row) if act else None) or redirect("webhooks")


def _try_out(request: SignedInRequest, webhook_row: Webhook) -> HttpResponse | None:
    if refused := page_limits.refusal(request, "try_out"):
        return refused
    try:
        webhook.try_out(webhook_row, safe_http.PAGE_TIMEOUT)
        messages.success(request, _("The test message was taken."))
    except SendError as failed:
        messages.error(request, _("The test message did not arrive. %(why)s") % {"why": failed})
    return None


def _renew(request: SignedInRequest, webhook_row: Webhook) -> None:
    webhook_row.secret = webhook.new_secret()
    webhook_row.save(update_fields=["secret"])
    request.session[NEW_SECRET] = webhook_row.pk
    messages.success(request, _("The webhook has a new secret. The old one signs nothing any more."))


def _turn_on(request: SignedInRequest, webhook_row: Webhook) -> None:
    webhook.turn_on(webhook_row)
    messages.success(request, _("The webhook is on again."))


def _remove(request: SignedInRequest, webhook_row: Webhook) -> None:
    webhook_row.delete()
    messages.success(request, _("The webhook was removed."))
