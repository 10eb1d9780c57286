"""The page of a member's API token. Scripts use it to list the tables where it is the member's turn."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from accounts import tokens
from accounts.models import User
from accounts.signin.requests import SignedInRequest


@never_cache
@sensitive_variables("new_token")
@require_http_methods(["GET", "HEAD", "POST"])
def token(request: SignedInRequest) -> HttpResponse:
    """Make a token, which is shown only once, or revoke it."""
    person, new_token = User.objects.get(pk=request.user.pk), ""
    if request.method == "POST" and request.POST.get("what") == "revoke":
        tokens.revoke(person)
        messages.success(request, _("The token is ended."))
        return redirect("token")
    if request.method == "POST":
        new_token = tokens.make(person)
    address = request.build_absolute_uri("/api/turns/")
    context = {"new_token": new_token, "has": person.token_hash is not None, "address": address}
    return render(request, "people/token.html", context)
