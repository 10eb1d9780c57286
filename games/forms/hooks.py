"""Hooks of forms. The core imports no feature; each appends its own when its app is ready."""

from __future__ import annotations

from collections.abc import Callable

from django import forms

from accounts.models import User
from games.rules import core

# Fields of the form for a new table, by the name of a feature's terms. The person is None if nobody is signed in.
# None instead of a field leaves it out.
terms: dict[str, Callable[[User | None, core.Game], forms.Field | None]] = {}
