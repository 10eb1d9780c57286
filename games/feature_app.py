"""What a feature's app is."""

from __future__ import annotations

from importlib.util import find_spec

from django.apps import AppConfig


class FeatureApp(AppConfig):
    """A feature: the base of the one class in its `apps.py`, with all that belongs to it in its folder. Nothing imports
    it: in `ready` it adds to the `hooks` of the core's rooms what they are to ask it, and the addresses of its `urls`
    join the site's."""

    trims_templates = True

    @property
    def urls(self) -> str:
        """The module of its addresses; "" if it has none."""
        own = f"{self.name}.urls"
        return own if find_spec(own) else ""
