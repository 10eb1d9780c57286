"""The pages of accounts: sign-in and sign-up around allauth's, claiming, preferences, profiles."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import views as allauth_views
from allauth.account.utils import get_login_redirect_url, get_next_redirect_url, passthrough_next_redirect_url
from allauth.core.ratelimit import consume_or_429
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import export
from accounts.cookies import keep_language, keep_theme
from accounts.forms import ClaimForm, PreferencesForm
from accounts.models import User
from accounts.security.recovery import offered_first
from accounts.sessions import end_sockets
from games import history

TOO_MANY = 429


class _LoginView(allauth_views.LoginView):  # type: ignore[misc]
    def form_invalid(self, form: Any) -> HttpResponse:
        response: HttpResponse = super().form_invalid(form)
        if form.has_error(NON_FIELD_ERRORS, "too_many_login_attempts"):
            response.status_code = TOO_MANY
        return response


_sign_in = _LoginView.as_view()


@never_cache
def login(request: HttpRequest) -> HttpResponse:
    """A guest may sign in too: the guest's matches stay with the guest, as the page says."""
    if request.user.is_authenticated and not request.user.is_guest:
        return redirect(get_login_redirect_url(request))
    return _sign_in(request)


@never_cache
def signup(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect(passthrough_next_redirect_url(request, reverse("claim"), "next"))
    return allauth_views.signup(request)


def for_members(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page that needs a password of one's own: guests are asked to register first."""

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated and request.user.is_guest:
            return redirect("claim")
        return view(request, *args, **kwargs)

    return shown


@never_cache
@sensitive_post_parameters("password1")
@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: HttpRequest) -> HttpResponse:
    """A guest registers: the same row and session go on, so every match is kept."""
    if not request.user.is_authenticated:
        return redirect(passthrough_next_redirect_url(request, reverse("account_signup"), "next"))
    if not request.user.is_guest:
        return redirect("preferences")
    if request.method == "POST" and (refused := consume_or_429(request, action="signup")):
        return refused
    # A row of its own, for a refused form must not show up as the person's new name.
    guest = User.objects.get(pk=request.user.pk)
    form = ClaimForm(request.POST or None, guest=guest)
    if form.is_valid() and form.claim(request):
        return _claimed(request, form)
    return render(request, "accounts/claim.html", {"form": form, "next": get_next_redirect_url(request)})


def _claimed(request: HttpRequest, form: ClaimForm) -> HttpResponse:
    update_session_auth_hash(request, form.guest)
    end_sockets(form.guest.pk)
    form.keep_email(request)
    messages.success(request, _("You are registered. All your matches came along."))
    return offered_first(request, redirect(get_login_redirect_url(request)))


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    person = User.objects.get(pk=request.user.pk)
    chosen = {
        "username": person.username,
        "language": person.language,
        "theme": request.COOKIES.get("theme", ""),
    }
    form = PreferencesForm(request.POST or None, initial=chosen, person=person)
    if request.method == "POST" and form.is_valid() and form.save():
        return _preferred(request, form)
    return render(request, "accounts/preferences.html", {"form": form, "parts": _parts(person)})


def _parts(person: User) -> range:
    """The numbers of the files that everything of the person comes in: nearly always one."""
    return range(1, export.parts(person) + 1)


def _preferred(request: HttpRequest, form: PreferencesForm) -> HttpResponse:
    response = redirect("preferences")
    keep_language(response, form.cleaned_data["language"])
    keep_theme(response, form.cleaned_data["theme"])
    messages.success(request, _("Your preferences are saved."))
    return response


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Change the language of the pages, for a member or a guest for good; anything unknown changes nothing."""
    response = redirect(get_next_redirect_url(request) or "home")
    language = request.POST.get("language", "")
    if language in dict(settings.LANGUAGES):
        keep_language(response, language)
        if request.user.is_authenticated:
            User.objects.filter(pk=request.user.pk).update(language=language)
    return response


@require_safe
def profile(request: HttpRequest, username: str) -> HttpResponse:
    person = User.objects.named(username)
    if person is None or not person.is_active:
        raise Http404("nobody has this name")
    if person.username != username:
        return redirect(person)
    context = {"person": person} | history.page(request, person)
    if request.user == person:
        context["parts"] = _parts(person)
    return render(request, "accounts/profile.html", context)
