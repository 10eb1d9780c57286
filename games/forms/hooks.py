"""What features add to forms. The core knows none of them: each adds its own when its app is ready."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from django import forms

from accounts.models import User
from games.rules import core


@dataclass
class Hooks:
    # By the name of a feature's terms, what the form for a new table asks of them; None: nothing of that person (None:
    # nobody is signed in), or at that game.
    terms: dict[str, Callable[[User | None, core.Game], forms.Field | None]] = field(default_factory=dict)


hooks = Hooks()
