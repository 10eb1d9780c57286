"""A browser and its system in a few words, from what it says of itself (User-Agent); for people, never for decisions."""

from __future__ import annotations

from django.utils.translation import gettext as _

# The first that is found: most browsers claim to be several others, too.
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
    """`Firefox, Linux`; as much as is known, empty if nothing is."""
    return ", ".join(filter(None, [_first(BROWSERS, agent), _first(SYSTEMS, agent)]))


def in_words(agent: str) -> str:
    return name(agent) or _("an unknown browser")


def _first(names: dict[str, str], agent: str) -> str:
    return next((name for sign, name in names.items() if sign in agent), "")
