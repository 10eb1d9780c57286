"""Checks of settings: those that don't fit a public site, or each other."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import validate_host

from hosting.doctor.findings import Finding, doubtful, right, wrong

SHORTEST_KEY, FEWEST_SIGNS = 40, 12
# The similarity of two names that counts as a typing error, and prefixes of other conventions.
ALIKE, PREFIXES = 0.85, ("DJANGO_", "UNBIRTHDAY_")


def is_public() -> bool:
    """Return True if SITE_URL is for more than the users of this machine."""
    host = urlsplit(settings.SITE_URL).hostname or ""
    try:
        return not ip_address(host).is_loopback
    except ValueError:
        return host != "localhost" and not host.endswith(".localhost")


def check() -> Iterator[Finding]:
    if settings.DEBUG:
        yield wrong("DEBUG is on: error pages show secrets to everybody", "Remove DEBUG from the settings.")
    if settings.OUTGOING_LOOPBACK:
        yield wrong("members may have requests sent to this machine itself", "Remove OUTGOING_LOOPBACK.")
    secure = settings.SITE_URL.startswith("https://")
    if secure != settings.HTTPS:
        yield wrong(
            f"SITE_URL is {settings.SITE_URL} and HTTPS is {str(settings.HTTPS).lower()}",
            "Let SITE_URL begin with https:// and set HTTPS=true, behind a proxy that speaks HTTPS; or neither.",
        )
    elif not secure and is_public():
        yield doubtful(
            "passwords and cookies cross the network in the open", "Put a proxy with HTTPS in front."
        )
    else:
        yield right(f"SITE_URL is {settings.SITE_URL}")
    yield from check_names(os.environ)


def check_names(names: Iterable[str]) -> Iterator[Finding]:
    """Yield variables that look like a misspelt setting: they resemble one that is not set."""
    names = set(names)
    missing = settings.SETTINGS - names
    for name in sorted(names - settings.SETTINGS):
        bare = name.upper()
        for prefix in PREFIXES:
            bare = bare.removeprefix(prefix)
        for meant in get_close_matches(bare, missing, 1, ALIKE):
            yield wrong(f"{name} is set, and there is no such setting", f"Write {meant}, if you mean that.")


def check_hosts() -> Iterator[Finding]:
    host = urlsplit(settings.SITE_URL).hostname or ""
    if "*" in settings.ALLOWED_HOSTS:
        yield wrong("ALLOWED_HOSTS lets anybody name the site as they like", f"Set ALLOWED_HOSTS={host}.")
    elif not validate_host(host, settings.ALLOWED_HOSTS):
        yield wrong(f"{host} of SITE_URL is not in ALLOWED_HOSTS", f"Set ALLOWED_HOSTS={host}.")
    else:
        yield right(f"{host} is in ALLOWED_HOSTS")


def check_keys() -> Iterator[Finding]:
    """Check the strength of keys. The settings have already refused malformed ones."""
    key = settings.SECRET_KEY
    if len(key) < SHORTEST_KEY or len(set(key)) < FEWEST_SIGNS:
        yield wrong(
            "SECRET_KEY can be guessed: whoever does may sign in as anybody",
            "Remove it from the settings, and a good one is made in VAR_DIR; everybody signs in again.",
        )
    else:
        yield right("SECRET_KEY and the VAPID key are long enough")
    key_file = Path(settings.VAR_DIR) / "secret-key"
    if key_file.exists() and key_file.read_text().strip() != key:
        yield doubtful(
            f"{key_file} is not the SECRET_KEY in use", "Remove one of both, the file or the setting."
        )
