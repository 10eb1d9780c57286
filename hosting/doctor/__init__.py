"""The doctor: checks of the installed site by name, in a useful order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hosting.doctor import database, files, reach, services, settings
from hosting.doctor.findings import Check, Finding, Level, wrong

CHECKS: dict[str, Check] = {
    "settings": settings.check,
    "hosts": settings.check_hosts,
    "keys": settings.check_keys,
    "files": files.check_rights,
    "disk": files.check_disk,
    "static": files.check_static,
    "database": database.check,
    "migrations": database.check_migrations,
    "clock": database.check_clock,
    "scheduler": database.check_scheduler,
    "valkey": services.check_valkey,
    "mail": services.check_mail,
    "page": reach.check_page,
    "proxies": reach.check_proxies,
    "socket": reach.check_socket,
}

__all__ = ["CHECKS", "Finding", "Level", "examine"]


def examine(names: Iterable[str]) -> Iterator[tuple[str, Finding]]:
    """Yield the findings of each check. A check that raises is a finding, too."""
    for name in names:
        try:
            for finding in CHECKS[name]():
                yield name, finding
        except Exception as error:
            yield (
                name,
                wrong(
                    f"could not be looked at: {error!r}".replace("\n", " "), "Mend what stands above first."
                ),
            )
