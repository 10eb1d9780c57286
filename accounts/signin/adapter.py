"""The adapter of allauth: names, limits of attempts, sockets, mails."""

from __future__ import annotations

from email.utils import make_msgid
from smtplib import SMTPException
from typing import Any
from urllib.parse import urlsplit

import structlog
from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import SESSION_KEY
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import EmailValidator
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts import attempts, hooks, page_limits, sender
from accounts.middleware import speak
from accounts.models import User
from accounts.names import KEY_LENGTH, is_reserved, name_key, refuse_long, tidy, validate_name
from accounts.signin.offer import offered_first
from accounts.signin.sessions import close_sockets, password_changed, session_ended
from hosting.limits.addresses import line_of

log = structlog.get_logger("unbirthday.accounts")


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    error_messages = DefaultAccountAdapter.error_messages | {
        "email_taken": _("Somebody is registered with this email address."),
        "too_many_login_attempts": _("Too many wrong passwords. Wait a few minutes, then try again."),
        "username_blacklisted": _("This name belongs to the site."),
        "username_password_mismatch": _("Name and password do not fit together."),
        "username_taken": _("This name is taken, or looks like one that is."),
    }

    def get_client_ip(self, request: HttpRequest) -> str:
        return line_of(super().get_client_ip(request))

    def clean_username(self, username: str, shallow: bool = False, owner: User | None = None) -> str:
        """Return the name as it is stored. Raises ValidationError if `owner` (None: a new person) can't have it."""
        refuse_long(username)
        name = tidy(username)
        validate_name(name)
        if is_reserved(name) and not (owner and owner.username == name):
            raise self.validation_error("username_blacklisted")
        holder = None if shallow else User.objects.named(name)
        if holder and holder != owner:
            raise self.validation_error("username_taken")
        return name

    def clean_email(self, email: str) -> str:
        """Return the address. Raises ValidationError if the name of its host is too long once it is encoded."""
        try:
            email.rpartition("@")[2].encode("idna")
        except UnicodeError as error:
            raise ValidationError(EmailValidator.message) from error
        return str(super().clean_email(email))

    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> User:
        super().save_user(request, user, form, commit=False)
        user.rename(user.username)
        user.keep_language()
        if commit:
            user.save()
        return user

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        name = credentials.get("username") or ""
        allowed = attempts.count(request, User.objects.named(name), name_key(name[:KEY_LENGTH]))
        if allowed is None:
            raise self.validation_error("too_many_login_attempts")
        # allauth rolls this back if the password was right.
        self._login_failed_rl_usage = allowed

    def login(self, request: HttpRequest, user: User) -> None:
        # request.user may be anonymous here while a guest is asked for a second factor.
        before = int(request.session.get(SESSION_KEY, 0))
        kept = {key: request.session[key] for key in hooks.kept_at_login if key in request.session}
        super().login(request, user)
        request.session.update(kept)
        speak(request, user)
        if before and before != user.pk:
            close_sockets(before)

    def post_login(
        self, request: HttpRequest, user: User, *, signup: bool = False, **more: Any
    ) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, signup=signup, **more)
        return offered_first(request, response) if signup else response

    def logout(self, request: HttpRequest) -> None:
        leaving = request.user.pk
        if leaving:
            session_ended(request.session, leaving)
        super().logout(request)
        if leaving:
            close_sockets(leaving)

    def set_password(self, user: User, password: str) -> None:
        """Set the password. Other sessions end by themselves, since they carry a hash of it."""
        super().set_password(user, password)
        if self.request:
            # Whoever follows the link for a new password is not signed in yet.
            speak(self.request, user)
        password_changed(user, self.request and self.request.session)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("preferences")

    def format_email_subject(self, subject: str) -> str:
        return f"{settings.SITE_NAME}: {subject}"

    def is_safe_url(self, url: str) -> bool:
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            # Not a URL: `http://[`.
            return False

    def render_mail(
        self, template_prefix: str, email: Any, context: dict[str, Any], headers: dict[str, str] | None = None
    ) -> EmailMessage:
        # By default the id names the machine, which strict mail servers count against a mail.
        named = {"Message-ID": make_msgid(domain=sender.domain())} | (headers or {})
        mail: EmailMessage = super().render_mail(template_prefix, email, context, named)
        return mail

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail whose links lead to settings.SITE_URL, whatever host the request named."""
        if self.request and page_limits.count(self.request, "mail", key=f"mail:{email.lower()}") is None:
            self._report_unsent(template_prefix, "too many")
            return
        links = {name: _at_site(value) if name.endswith("_url") else value for name, value in context.items()}
        domain = urlsplit(settings.SITE_URL).netloc
        site = {"site": settings.SITE_URL, "current_site": {"domain": domain}}
        try:
            super().send_mail(template_prefix, email, site | links)
        except (OSError, SMTPException, ValueError) as error:
            # A person who has just registered still needs the response, which signs them in.
            self._report_unsent(template_prefix, str(error))

    def _report_unsent(self, kind: str, error: str) -> None:
        log.error("mail_failed", kind=kind, error=error)
        messages.error(self.request, _("The mail could not be sent. Try again later."))


def _at_site(address: str) -> str:
    """Return the same URL under settings.SITE_URL."""
    return settings.SITE_URL + urlsplit(address)._replace(scheme="", netloc="").geturl()
