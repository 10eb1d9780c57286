"""Recovery codes: offered once to people without an email address, and accepted instead of a lost password.

A code opens the page that sets a new password, for 15 minutes and one change. A second factor is asked for afterwards.
"""

from __future__ import annotations

import time

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import perform_login
from allauth.account.internal.flows.reauthentication import reauthenticate_by_password
from allauth.account.models import Login
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts import attempts, page_limits
from accounts.models import User
from accounts.names import KEY_LENGTH, name_key
from accounts.security.forms import NewPasswordForm, RecoverForm
from accounts.signin.next import address_after
from accounts.signin.offer import LASTS, OFFERED

RECOVERING = "recovering"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def offer(request: HttpRequest) -> HttpResponse:
    after = address_after(request)
    whom, until = request.session.get(OFFERED) or (None, 0)
    # After the offer has expired, making codes needs the password again.
    if whom != request.user.pk or time.time() >= until:
        return redirect(after)
    if request.method != "POST":
        return render(request, "accounts/offer_codes.html", {"next": after})
    del request.session[OFFERED]
    if "make" not in request.POST:
        return redirect(after)
    RecoveryCodes.activate(request.user)
    # The person has chosen the password a moment ago.
    reauthenticate_by_password(request)
    return redirect(reverse("mfa_view_recovery_codes", query={"next": after}))


@never_cache
@sensitive_post_parameters("code")
@require_http_methods(["GET", "HEAD", "POST"])
def recover(request: HttpRequest) -> HttpResponse:
    """Sign in with a name and a recovery code instead of the password."""
    if request.user.is_authenticated and not request.user.is_guest:
        return redirect("mfa_index")
    form = RecoverForm(request.POST or None)
    if request.method == "POST" and (refused := _too_often(request)):
        return refused
    if form.is_valid():
        person = User.objects.named(form.cleaned_data["username"])
        if person is not None and _uses_up(person, form.cleaned_data["code"]):
            return _recovering(request, person)
        form.add_error(None, _("Name and code do not fit together, or the code has been used."))
    return render(request, "accounts/recover.html", {"form": form})


def _too_often(request: HttpRequest) -> HttpResponse | None:
    name = request.POST.get("username", "")[:KEY_LENGTH]
    allowed = attempts.count(request, User.objects.named(name), name_key(name), "recover")
    return page_limits.too_many(request) if allowed is None else None


def _uses_up(person: User, code: str) -> bool:
    """Use up the code. Return True if it was an unused code of the person."""
    if not person.is_active:
        return False
    held = Authenticator.objects.filter(user=person, type=Authenticator.Type.RECOVERY_CODES).first()
    if held is None or not held.wrap().validate_code(code):
        return False
    held.record_usage()
    return True


def _recovering(request: HttpRequest, person: User) -> HttpResponse:
    request.session.cycle_key()
    # The hash of the lost password makes this invalid once another one is set.
    request.session[RECOVERING] = [person.pk, person.get_session_auth_hash(), time.time() + LASTS]
    return redirect("recover_password")


def _who_recovers(request: HttpRequest) -> User | None:
    pk, seal, until = request.session.get(RECOVERING) or (0, "", 0)
    person = User.objects.filter(pk=pk, is_active=True).first() if time.time() < until else None
    if person is None or not constant_time_compare(person.get_session_auth_hash(), seal):
        request.session.pop(RECOVERING, None)
        return None
    return person


@never_cache
@sensitive_post_parameters("password1", "password2")
@require_http_methods(["GET", "HEAD", "POST"])
def set_password(request: HttpRequest) -> HttpResponse:
    person = _who_recovers(request)
    if person is None:
        return redirect("recover")
    form = NewPasswordForm(data=request.POST or None, user=person)
    if not form.is_valid():
        return render(request, "accounts/recover_password.html", {"form": form, "person": person})
    del request.session[RECOVERING]
    # The new password ends all sessions and sockets.
    get_adapter().set_password(person, form.cleaned_data["password1"])
    left = len(Authenticator.objects.get(user=person, type="recovery_codes").wrap().get_unused_codes())
    messages.success(request, _("Your new password is set. Recovery codes left: %(left)s.") % {"left": left})
    response: HttpResponse = perform_login(request, Login(user=person))
    return response
