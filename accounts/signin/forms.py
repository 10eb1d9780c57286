"""The forms of sign-in and sign-up, on top of allauth's, and the form that makes a guest a member."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User

NAME_HELP = _("2 to 24 letters, digits, spaces or . ' - _. Everybody sees it.")


class WithoutPlaceholders:
    """A form of allauth's without placeholders, which would repeat each label."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():  # type: ignore[attr-defined]
            field.widget.attrs.pop("placeholder", None)


class _WithPassword(WithoutPlaceholders):
    """Leaves the link for a lost password to the page. As a help text it would stand between label and field."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in {"password", "oldpassword"} & self.fields.keys():  # type: ignore[attr-defined]
            self.fields[name].help_text = ""  # type: ignore[attr-defined]


class LoginForm(_WithPassword, allauth_forms.LoginForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name")


class ReauthenticateForm(_WithPassword, allauth_forms.ReauthenticateForm):  # type: ignore[misc]
    pass


class ChangePasswordForm(_WithPassword, allauth_forms.ChangePasswordForm):  # type: ignore[misc]
    pass


class SignupForm(WithoutPlaceholders, allauth_forms.SignupForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")
        self.fields["username"].help_text = NAME_HELP
        self.fields["email"].label = _("Email address (optional)")
        self.fields["email"].help_text = _(
            "Only for a lost password and for notifications, which you choose."
        )

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        try:
            with transaction.atomic():
                saved: tuple[User | None, HttpResponse | None] = super().try_save(request)
            return saved
        except IntegrityError:
            # Somebody took the name in the meantime. The form says so when it is sent again.
            return None, redirect("account_signup")


class _WithEmail(WithoutPlaceholders):
    """Labels the field with our word for it, since allauth's French has another one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("Email")  # type: ignore[attr-defined]


class AddEmailForm(_WithEmail, allauth_forms.AddEmailForm):  # type: ignore[misc]
    pass


class ResetPasswordForm(_WithEmail, allauth_forms.ResetPasswordForm):  # type: ignore[misc]
    pass


class GuestRegistrationForm(SignupForm):
    """The registration of a guest: sign-up for an existing row."""

    def __init__(self, *args: Any, guest: User, **kwargs: Any) -> None:
        self.guest = guest
        super().__init__(*args, **kwargs)

    def clean_username(self) -> str:
        name: str = get_adapter().clean_username(self.cleaned_data["username"], owner=self.guest)
        return name

    def register(self, request: HttpRequest) -> bool:
        """Make the guest a member. Return False if the name was taken in the meantime."""
        self.guest.rename(self.cleaned_data["username"])
        self.guest.is_guest, self.guest.date_joined = False, timezone.now()
        self.guest.keep_language()
        self.guest.set_password(self.cleaned_data["password1"])
        try:
            with transaction.atomic():
                self.guest.save()
        except IntegrityError:
            self.add_error("username", get_adapter().validation_error("username_taken"))
            return False
        return True

    def keep_email(self, request: HttpRequest) -> None:
        if email := self.cleaned_data.get("email"):
            address = EmailAddress.objects.add_email(request, self.guest, email, confirm=True, signup=True)
            address.set_as_primary()
