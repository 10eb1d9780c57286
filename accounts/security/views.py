"""Views around allauth's.

Guests must register first, recovery codes outlive the last factor, and single sessions can be ended.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.utils import get_next_redirect_url
from allauth.mfa.base import views as base
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.webauthn import views as webauthn
from allauth.usersessions import views as sessions
from allauth.usersessions.internal.flows.sessions import end_sessions
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import page_limits
from accounts.security.browsers import in_words

View = Callable[..., HttpResponse]
CODES = Authenticator.Type.RECOVERY_CODES


@never_cache
def second_factor(request: HttpRequest) -> HttpResponse:
    """Ask for the second factor after the password. allauth would take a guest for somebody already signed in."""
    if request.user.is_authenticated and request.user.is_guest:
        request.user = AnonymousUser()
    response: HttpResponse = base.authenticate(request)
    return response


@never_cache
def login_passkey(request: HttpRequest) -> HttpResponse:
    """Count requests for a challenge, too, since each stores one in a session. allauth counts the answers only."""
    if refused := page_limits.refusal(request, "passkey", reading=True):
        return refused
    response: HttpResponse = webauthn.login_webauthn(request)
    return response


def keeps_codes(view: View) -> View:
    """Keep the recovery codes when the last factor is removed, since they also replace a lost password."""

    @wraps(view)
    def with_codes_kept(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method != "POST":
            return view(request, *args, **kwargs)
        with transaction.atomic():
            held = Authenticator.objects.filter(user_id=request.user.pk, type=CODES).first()
            response = view(request, *args, **kwargs)
            if held is not None and not Authenticator.objects.filter(pk=held.pk).exists():
                held.save(force_insert=True)
        return response

    return with_codes_kept


@never_cache
def show_codes(request: HttpRequest) -> HttpResponse:
    """Show the recovery codes, with a link to the page on which the person registered."""
    response: HttpResponse = codes.view_recovery_codes(request)
    if hasattr(response, "context_data"):
        response.context_data["next"] = get_next_redirect_url(request)
    return response


@never_cache
def list_sessions(request: HttpRequest) -> HttpResponse:
    response: HttpResponse = sessions.list_usersessions(request)
    if hasattr(response, "context_data"):
        for session in response.context_data["sessions"]:
            session.browser = in_words(session.user_agent)
    return response


@login_required
@require_POST
def end_session(request: HttpRequest, number: int) -> HttpResponse:
    session = get_object_or_404(UserSession, pk=number, user=request.user)
    is_current = session.is_current()
    end_sessions(request, [session])
    if is_current:
        return redirect(settings.ACCOUNT_LOGOUT_REDIRECT_URL)
    messages.success(request, _("You are signed out there."))
    return redirect("usersessions_list")
