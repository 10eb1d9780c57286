"""Settings for DEBUG: the workbench for authors of games, and pages that reload on save."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from csp.constants import SELF

# Frames with all seats of a table, each under a host name of its own (games/workbench/views.py).
NAMES_OF_THIS_MACHINE = "http://*.localhost:*"
RELOAD = "django_browser_reload"


def extend(settings: dict[str, Any]) -> None:
    """Change the settings module, whose variables are passed, if DEBUG is on."""
    if not settings["DEBUG"]:
        return
    settings["INSTALLED_APPS"] += ["games.workbench"]
    settings["ALLOWED_HOSTS"] += [".localhost"]
    directives = settings["CONTENT_SECURITY_POLICY"]["DIRECTIVES"]
    directives["frame-src"] = directives["frame-ancestors"] = [NAMES_OF_THIS_MACHINE]
    # A form's response redirects to one of them.
    directives["form-action"] = [SELF, NAMES_OF_THIS_MACHINE]
    # Optional: it is in requirements-dev.txt.
    if find_spec(RELOAD):
        settings["INSTALLED_APPS"] += [RELOAD]
        settings["MIDDLEWARE"] += [f"{RELOAD}.middleware.BrowserReloadMiddleware"]
