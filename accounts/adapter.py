"""What allauth asks of this site: which names may be had, whose attempts count together, whose sockets end."""

from __future__ import annotations

from smtplib import SMTPException
from typing import Any

import structlog
from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import SESSION_KEY
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from accounts import tokens
from accounts.models import User
from accounts.names import is_reserved, name_key, tidy, validate_name
from accounts.sessions import end_push, end_push_elsewhere, end_sockets

log = structlog.get_logger("unbirthday.accounts")


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    error_messages = DefaultAccountAdapter.error_messages | {
        "email_taken": _("Somebody is registered with this e-mail address."),
        "too_many_login_attempts": _("Too many wrong passwords. Wait a few minutes, then try again."),
        "username_blacklisted": _("This name belongs to the site."),
        "username_password_mismatch": _("Name and password do not fit together."),
        "username_taken": _("This name is taken, or looks like one that is."),
    }

    def clean_username(self, username: str, shallow: bool = False, owner: User | None = None) -> str:
        """The name as it will be stored; ValidationError if `owner` (nobody yet: None) can't have it."""
        name = tidy(username)
        validate_name(name)
        if is_reserved(name) and not (owner and owner.username == name):
            raise self.validation_error("username_blacklisted")
        holder = None if shallow else User.objects.named(name)
        if holder and holder != owner:
            raise self.validation_error("username_taken")
        return name

    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> User:
        super().save_user(request, user, form, commit=False)
        user.rename(user.username)
        speak_on(user)
        if commit:
            user.save()
        return user

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        return "name:" + name_key(credentials.get("username") or "")

    def login(self, request: HttpRequest, user: User) -> None:
        # Not request.user: while a second factor is asked for, a guest counts as nobody.
        before = int(request.session.get(SESSION_KEY, 0))
        super().login(request, user)
        if before and before != user.pk:
            end_sockets(before)

    def post_login(
        self, request: HttpRequest, user: User, *, signup: bool = False, **more: Any
    ) -> HttpResponse:
        from accounts.security.recovery import offered_first  # which asks allauth, which asks this adapter

        response: HttpResponse = super().post_login(request, user, signup=signup, **more)
        return offered_first(request, response) if signup else response

    def logout(self, request: HttpRequest) -> None:
        leaving = request.user.pk
        if leaving:
            end_push(request.session, leaving)
        super().logout(request)
        if leaving:
            end_sockets(leaving)

    def set_password(self, user: User, password: str) -> None:
        """Other sessions end by themselves: they carry a hash of the password. The scripts' token doesn't, nor do the
        messages to those sessions' browsers."""
        super().set_password(user, password)
        tokens.revoke(user)
        end_push_elsewhere(user.pk, self.request and self.request.session)
        end_sockets(user.pk)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("preferences")

    def format_email_subject(self, subject: str) -> str:
        return f"{settings.SITE_NAME}: {subject}"

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        try:
            super().send_mail(template_prefix, email, context)
        except (OSError, SMTPException) as error:
            # Somebody who just registered must not lose the answer, and their session with it.
            log.error("mail_failed", kind=template_prefix, error=str(error))
            messages.error(self.request, _("The mail could not be sent. Try again later."))


def speak_on(user: User) -> None:
    """Whoever registers is written to in the language of the page on which they did, until they choose another."""
    spoken = translation.get_language()
    if not user.language and spoken in dict(settings.LANGUAGES):
        user.language = spoken
