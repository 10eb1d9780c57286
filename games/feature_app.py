"""The base class of a feature's app."""

from __future__ import annotations

from importlib.util import find_spec

from django.apps import AppConfig


class FeatureApp(AppConfig):
    """A feature: the base of the one class in its `apps.py`. Everything that belongs to it is in its folder.

    Nothing imports a feature. In `ready` it appends to the `hooks` of the core's packages, and its `urls` join the
    site's.
    """

    trims_templates = True

    @property
    def urls(self) -> str:
        """The name of its module of URLs; "" if it has none."""
        own = f"{self.name}.urls"
        return own if find_spec(own) else ""
