"""The form to delete an account."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import KEY_LENGTH, name_key


class DeletionForm(forms.Form):
    """Asks for the name, so that nobody deletes an account by accident."""

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
