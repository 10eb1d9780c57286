"""The forms of second factors, on top of allauth's, and those that replace a lost password by a recovery code."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.account.adapter import get_adapter as account_adapter
from allauth.account.forms import SetPasswordForm
from allauth.core import context
from allauth.mfa import app_settings
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as base
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes import forms as codes
from allauth.mfa.totp import forms as totp
from allauth.mfa.webauthn import forms as webauthn
from django import forms
from django.core.cache import cache
from django.utils.translation import gettext_lazy as _

from accounts import attempts
from accounts.models import User
from accounts.names import KEY_LENGTH, is_visible
from accounts.signin.forms import WithoutPlaceholders

LONGEST_CODE = 40
GARBAGE = (LookupError, TypeError, ValueError, AttributeError, RecursionError)


class _Code(WithoutPlaceholders):
    """A form with a code to type in: from the app, or a recovery code."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].label = _("Code")  # type: ignore[attr-defined]
        self.fields["code"].widget.attrs |= {"autofocus": True, "maxlength": LONGEST_CODE}  # type: ignore[attr-defined]


class _OnlyOnce(_Code):
    """Limits attempts, and accepts each code once.

    allauth counts wrong codes by person alone, so that anybody who knows the password could lock the owner out. It also
    remembers a used code of the app for one step, although the code is valid for three.
    """

    def clean_code(self) -> str:
        person: User = self.user  # type: ignore[attr-defined]
        allowed = attempts.count(context.request, person, f"code:{person.pk}")
        if allowed is None:
            raise account_adapter().validation_error("too_many_login_attempts")
        code: str = self.cleaned_data["code"]  # type: ignore[attr-defined]
        used = self._that_takes(code)
        allowed.rollback()
        used.user = person
        self.authenticator = used
        if used.type == Authenticator.Type.TOTP:
            steps = 2 * app_settings.TOTP_TOLERANCE + 1
            cache.set(used.wrap()._get_used_cache_key(code), "y", steps * app_settings.TOTP_PERIOD)
        return code

    def _that_takes(self, code: str) -> Authenticator:
        own = Authenticator.objects.filter(user=self.user)  # type: ignore[attr-defined]
        for authenticator in own.exclude(type=Authenticator.Type.WEBAUTHN):
            if authenticator.wrap().validate_code(code):
                return authenticator
        raise get_adapter().validation_error("incorrect_code")


class CodeForm(_OnlyOnce, base.AuthenticateForm):  # type: ignore[misc]
    pass


class CodeAgainForm(_OnlyOnce, base.ReauthenticateForm):  # type: ignore[misc]
    pass


class AppForm(_Code, totp.ActivateTOTPForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].label = _("Code that the app shows")
        self.fields["code"].widget.attrs["inputmode"] = "numeric"


class _Decoder(json.JSONDecoder):
    """Raises JSONDecodeError, which Django's fields expect, also for too long numbers, too many brackets, and lone
    surrogates, which no page can show again."""

    def decode(self, s: str, *args: Any) -> Any:
        try:
            value = super().decode(s, *args)
            json.dumps(value, ensure_ascii=False).encode()
            return value
        except (ValueError, RecursionError) as error:
            raise json.JSONDecodeError("unreadable", s, 0) from error


class _Credential:
    """A form with the credential of a passkey."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["credential"].decoder = _Decoder  # type: ignore[attr-defined]


class _Garbage(_Credential):
    """Refuses malformed credentials like a wrong passkey, where allauth raises other errors."""

    def clean_credential(self) -> Any:
        with _refused():
            return super().clean_credential()  # type: ignore[misc]


class PasskeyLoginForm(_Garbage, webauthn.LoginWebAuthnForm):  # type: ignore[misc]
    pass


class PasskeyUseForm(_Garbage, webauthn.AuthenticateWebAuthnForm):  # type: ignore[misc]
    pass


class PasskeyAgainForm(_Garbage, webauthn.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    pass


@contextmanager
def _refused() -> Iterator[None]:
    try:
        yield
    except forms.ValidationError as error:
        if error.code != "incorrect_code":
            raise
        raise get_adapter().validation_error("unknown_passkey") from error
    except GARBAGE as error:
        raise get_adapter().validation_error("unknown_passkey") from error


class _Named:
    """A form whose name must have visible characters."""

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]  # type: ignore[attr-defined]
        if not is_visible(name):
            raise forms.ValidationError(_("Use characters that show."), "invisible")
        return name


class PasskeyForm(_Named, _Credential, webauthn.AddWebAuthnForm):  # type: ignore[misc]
    """Adds a passkey that signs in without a password.

    To keep the page simple, keys that are only a second factor are not offered.
    """

    passwordless = forms.BooleanField(initial=True, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("A name, to tell it from others")
        self.fields["name"].max_length = 60
        self.fields["name"].widget.attrs["maxlength"] = 60

    def clean(self) -> dict[str, Any]:
        with _refused():
            cleaned: dict[str, Any] = super().clean()
        return cleaned


class PasskeyNameForm(_Named, webauthn.EditWebAuthnForm):  # type: ignore[misc]
    name = forms.CharField(label=_("Name"), max_length=60)


class NewCodesForm(codes.GenerateRecoveryCodesForm):  # type: ignore[misc]
    def clean(self) -> dict[str, Any]:
        """Allow codes without a second factor, since they also replace a lost password here."""
        return forms.Form.clean(self) or {}


class RecoverForm(forms.Form):
    username = forms.CharField(
        label=_("Name"), max_length=KEY_LENGTH, widget=forms.TextInput(attrs={"autocomplete": "username"})
    )
    code = forms.CharField(
        label=_("Recovery code"),
        max_length=LONGEST_CODE,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
        help_text=_("Ten digits. Each code works once."),
    )


class NewPasswordForm(WithoutPlaceholders, SetPasswordForm):  # type: ignore[misc]
    pass
