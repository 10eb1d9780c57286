"""The page of preferences, with links to all other pages of preferences."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import hooks
from accounts.cookies import set_or_delete
from accounts.data import export
from accounts.models import User
from accounts.preferences.forms import PreferencesForm
from accounts.signin.next import next_address
from accounts.signin.requests import SignedInRequest


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: SignedInRequest) -> HttpResponse:
    person = User.objects.get(pk=request.user.pk)
    chosen = {
        "username": person.username,
        "language": person.language,
        "theme": request.COOKIES.get("theme", ""),
        "speed": request.COOKIES.get("speed", ""),
    }
    form = PreferencesForm(request.POST or None, initial=chosen, person=person)
    if request.method == "POST" and form.is_valid() and form.save():
        return _preferred(request, form)
    context = {"form": form, "pages": hooks.preference_pages, "parts": export.parts(person)}
    return render(request, "accounts/preferences.html", context)


def _preferred(request: HttpRequest, form: PreferencesForm) -> HttpResponse:
    response = redirect("preferences")
    # Pages need these before anybody signs in. Without a cookie the browser's preference applies.
    set_or_delete(response, settings.LANGUAGE_COOKIE_NAME, form.cleaned_data["language"])
    set_or_delete(response, "theme", form.cleaned_data["theme"])
    set_or_delete(response, "speed", form.cleaned_data["speed"])
    messages.success(request, _("Your preferences are saved."))
    return response


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Set the language of the pages, and store it for signed-in people. An unknown language changes nothing."""
    response = HttpResponseRedirect(
        next_address(request) or resolve_url(settings.ACCOUNT_LOGOUT_REDIRECT_URL)
    )
    language = request.POST.get("language", "")
    if language in dict(settings.LANGUAGES):
        set_or_delete(response, settings.LANGUAGE_COOKIE_NAME, language)
        if request.user.is_authenticated:
            User.objects.filter(pk=request.user.pk).update(language=language)
    return response
