"""A template loader that removes the white space between lines (`trimming.py`).

It trims the site's templates, and those of apps whose config sets `trims_templates`. Templates of other apps, such as
the admin's, stay as they are.
"""

from __future__ import annotations

from pathlib import Path

from django.apps import apps
from django.template import Origin, Template
from django.template.loaders import cached

from hosting.trimming import trimmed


class Loader(cached.Loader):
    """Django's cached loader, trimming. In `TEMPLATES`: `"loaders": [("hosting.template_loader.Loader", [...])]`."""

    def get_template(self, template_name: str, skip: list[Origin] | None = None) -> Template:
        """Return the template. It is compiled untrimmed first, so that errors name the right line."""
        key = self.cache_key(template_name, skip)
        is_cached = key in self.get_template_cache
        template = super().get_template(template_name, skip)
        if not is_cached and self._is_ours(template.origin):
            template = Template(trimmed(str(template.source)), template.origin, template_name, self.engine)
            self.get_template_cache[key] = template
        return template

    def _is_ours(self, origin: Origin) -> bool:
        trimmed_apps = [app for app in apps.get_app_configs() if getattr(app, "trims_templates", False)]
        folders = [*map(Path, self.engine.dirs), *(Path(app.path) / "templates" for app in trimmed_apps)]
        return origin.name.endswith(".html") and any(
            Path(origin.name).is_relative_to(folder) for folder in folders
        )
