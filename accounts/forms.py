"""The forms of accounts: allauth's in our words, claiming a guest's account, preferences."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django import forms
from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from accounts.adapter import speak_on
from accounts.cookies import THEMES
from accounts.models import User
from accounts.names import KEY_LENGTH, NAME_LENGTH, name_key

NAME_HELP = _("2 to 24 letters, digits, spaces or . ' - _. Everybody sees it.")


class LoginForm(allauth_forms.LoginForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name")
        without_placeholders(self)


class SignupForm(allauth_forms.SignupForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")
        self.fields["username"].help_text = NAME_HELP
        self.fields["email"].label = _("E-mail address (optional)")
        self.fields["email"].help_text = _(
            "Only for a lost password and to tell you that you are awaited. What you are told, you choose."
        )
        without_placeholders(self)

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        try:
            with transaction.atomic():
                saved: tuple[User | None, HttpResponse | None] = super().try_save(request)
            return saved
        except IntegrityError:
            # Somebody took the name in the meantime; the form finds that out when it is sent again.
            return None, redirect("account_signup")


class AddEmailForm(allauth_forms.AddEmailForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_word(self)


class ResetPasswordForm(allauth_forms.ResetPasswordForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _in_our_word(self)


def _in_our_word(form: forms.Form) -> None:
    """allauth's French has another word for it than all our pages."""
    form.fields["email"].label = _("E-mail")
    without_placeholders(form)


class ClaimForm(SignupForm):
    """A guest's registration: sign-up, but for a row that exists."""

    def __init__(self, *args: Any, guest: User, **kwargs: Any) -> None:
        self.guest = guest
        super().__init__(*args, **kwargs)

    def clean_username(self) -> str:
        name: str = get_adapter().clean_username(self.cleaned_data["username"], owner=self.guest)
        return name

    def claim(self, request: HttpRequest) -> bool:
        """Make the guest a member; False if the name was taken in the meantime."""
        self.guest.rename(self.cleaned_data["username"])
        self.guest.is_guest = False
        speak_on(self.guest)
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


class PreferencesForm(forms.Form):
    username = forms.CharField(label=_("Name"), min_length=2, max_length=NAME_LENGTH, help_text=NAME_HELP)
    language = forms.ChoiceField(
        label=_("Language"), required=False, choices=[("", _("as the browser says")), *settings.LANGUAGES]
    )
    theme = forms.ChoiceField(
        label=_("Colours"),
        required=False,
        choices=[("", _("as the browser says")), *zip(THEMES, (_("light"), _("dark")), strict=True)],
    )

    def __init__(self, *args: Any, person: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person
        if person.is_guest:
            # A friendly name is a guest's only one; whoever wants another registers.
            del self.fields["username"]

    def clean_username(self) -> str:
        name: str = get_adapter().clean_username(self.cleaned_data["username"], owner=self.person)
        return name

    def save(self) -> bool:
        """Keep name and language; False if the name was taken in the meantime."""
        if name := self.cleaned_data.get("username"):
            self.person.rename(name)
        self.person.language = self.cleaned_data["language"]
        try:
            with transaction.atomic():
                self.person.save(update_fields=["username", "name_key", "language"])
        except IntegrityError:
            self.add_error("username", get_adapter().validation_error("username_taken"))
            return False
        return True


class FarewellForm(forms.Form):
    """Written out, so that nobody deletes an account by a slip of the finger."""

    username = forms.CharField(
        label=_("Your name, as it is written above"),
        max_length=KEY_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, person: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        if name_key(name) != self.person.name_key:
            raise forms.ValidationError(_("This is not your name."))
        return name


def without_placeholders(form: forms.Form) -> None:
    # Each field has a label above it; allauth writes the same word into it once more.
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)
