"""Sign-in and sign-up, on top of allauth's views, and the registration of guests."""

from __future__ import annotations

from typing import Any

from allauth.account import views as allauth_views
from allauth.account.utils import get_next_redirect_url, passthrough_next_redirect_url
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts import hooks, page_limits
from accounts.models import User
from accounts.signin.forms import GuestRegistrationForm
from accounts.signin.next import address_after
from accounts.signin.offer import offered_first
from accounts.signin.sessions import close_sockets

TOO_MANY = 429


class _LoginView(allauth_views.LoginView):  # type: ignore[misc]
    def form_invalid(self, form: Any) -> HttpResponse:
        response: HttpResponse = super().form_invalid(form)
        if form.has_error(NON_FIELD_ERRORS, "too_many_login_attempts"):
            response.status_code = TOO_MANY
        return response


_sign_in = page_limits.by_network("login")(_LoginView.as_view())
_sign_up = page_limits.by_network("signup")(allauth_views.signup)


@never_cache
def login(request: HttpRequest) -> HttpResponse:
    """Sign in, guests as well. As the page says, a guest's matches stay with the guest."""
    if request.user.is_authenticated and not request.user.is_guest:
        return redirect(address_after(request))
    response: HttpResponse = _sign_in(request)
    return response


@never_cache
def signup(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect(passthrough_next_redirect_url(request, reverse("register_guest"), "next"))
    response: HttpResponse = _sign_up(request)
    return response


@never_cache
@sensitive_post_parameters("password1")
@require_http_methods(["GET", "HEAD", "POST"])
def register_guest(request: HttpRequest) -> HttpResponse:
    """Register a guest. The row and the session stay the same, so every match is kept."""
    if not request.user.is_authenticated:
        return redirect(passthrough_next_redirect_url(request, reverse("account_signup"), "next"))
    if not request.user.is_guest:
        return redirect("preferences")
    if request.method == "POST" and page_limits.count(request, "signup") is None:
        return page_limits.too_many(request)
    # Another instance than request.user, so that a refused name is not shown as the person's.
    guest = User.objects.get(pk=request.user.pk)
    form = GuestRegistrationForm(request.POST or None, guest=guest)
    if form.is_valid() and form.register(request):
        return _registered(request, form)
    return render(request, "accounts/register.html", {"form": form, "next": get_next_redirect_url(request)})


def _registered(request: HttpRequest, form: GuestRegistrationForm) -> HttpResponse:
    update_session_auth_hash(request, form.guest)
    for tell in hooks.registered:
        tell(form.guest.pk, form.guest.username)
    close_sockets(form.guest.pk)
    form.keep_email(request)
    messages.success(request, _("You are registered. All your matches came along."))
    return offered_first(request, redirect(address_after(request)))
