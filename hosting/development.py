"""What DEBUG adds to the settings, for whoever writes a game: the workbench, and pages that load themselves again."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from csp.constants import SELF

# All seats of a table side by side: frames, each under a name of its own (games/workbench/views.py).
NAMES_OF_THIS_MACHINE = "http://*.localhost:*"
RELOAD = "django_browser_reload"


def extend(settings: dict[str, Any]) -> None:
    """Change the module of settings, whose variables these are, if DEBUG is on."""
    if not settings["DEBUG"]:
        return
    settings["INSTALLED_APPS"] += ["games.workbench"]
    settings["ALLOWED_HOSTS"] += [".localhost"]
    directives = settings["CONTENT_SECURITY_POLICY"]["DIRECTIVES"]
    directives["frame-src"] = directives["frame-ancestors"] = [NAMES_OF_THIS_MACHINE]
    # The answer to a form leads to one of them.
    directives["form-action"] = [SELF, NAMES_OF_THIS_MACHINE]
    # One of requirements-dev.txt: DEBUG works without it.
    if find_spec(RELOAD):
        settings["INSTALLED_APPS"] += [RELOAD]
        settings["MIDDLEWARE"] += [f"{RELOAD}.middleware.BrowserReloadMiddleware"]
