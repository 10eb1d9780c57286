"""Describe a browser and its system, from the User-Agent header. For people only, never for decisions."""

from __future__ import annotations

from django.utils.translation import gettext as _

# The first match counts, since most browsers claim to be several others as well.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "Chrome/": "Chrome",
    "CriOS/": "Chrome",
    "Safari/": "Safari",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS X": "macOS",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


def name(agent: str) -> str:
    """Return `Firefox, Linux`, or the part that is known, or ""."""
    return ", ".join(filter(None, [_first(BROWSERS, agent), _first(SYSTEMS, agent)]))


def in_words(agent: str) -> str:
    return name(agent) or _("an unknown browser")


def _first(names: dict[str, str], agent: str) -> str:
    return next((name for sign, name in names.items() if sign in agent), "")
