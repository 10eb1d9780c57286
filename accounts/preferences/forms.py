"""The form of preferences: name, language, theme, speed of moves."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from django import forms
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from accounts import hooks
from accounts.models import User
from accounts.names import NAME_LENGTH
from accounts.signin.forms import NAME_HELP

THEMES = ("light", "dark")
# The speeds of moves that a cookie stores. Without one, moves have normal speed.
SPEEDS = ("quick", "none")


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
    speed = forms.ChoiceField(
        label=_("How moves are shown"),
        required=False,
        choices=[
            ("", _("card by card")),
            *zip(SPEEDS, (_("card by card, quickly"), _("only where they led to")), strict=True),
        ],
    )

    def __init__(self, *args: Any, person: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person

    def clean_username(self) -> str:
        name: str = get_adapter().clean_username(self.cleaned_data["username"], owner=self.person)
        return name

    def save(self) -> bool:
        """Save name and language. Return False if the name was taken in the meantime."""
        if name := self.cleaned_data.get("username"):
            self.person.rename(name)
        self.person.language = self.cleaned_data["language"]
        try:
            with transaction.atomic():
                self.person.save(update_fields=["username", "name_key", "language"])
        except IntegrityError:
            self.add_error("username", get_adapter().validation_error("username_taken"))
            return False
        if self.person.is_guest and "username" in self.changed_data:
            # A guest's old tables get the new name as well, because nobody knows them by the old one.
            for tell in hooks.registered:
                tell(self.person.pk, self.person.username)
        return True
