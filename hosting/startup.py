"""Checks before a command begins, and limits of the process. Each failed check raises one sentence.

The database must be reachable, the site's own and of this version, and static files must be collected.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Iterable

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from config.environment import WrongSetting
from config.version import VERSION
from hosting import static_files
from hosting.observability import metrics, tracing
from hosting.observability.health import scheduler_seconds

# Each open page is a connection. This is far more than one process can serve, and low enough for programs that iterate
# over all descriptors.
DESCRIPTORS = 65_536


def allow_many_connections() -> None:
    """Raise the soft limit of open files, 1,024 by default on most systems, as far as the hard one allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def refuse_foreign_database() -> None:
    """Raise WrongSetting if the database has tables of another program, the driver's errors if it can't be read."""
    tables = set(connection.introspection.table_names())
    if tables and "django_migrations" not in tables:
        some = ", ".join(sorted(tables)[:3])
        raise WrongSetting(
            f"The database {connection.settings_dict['NAME']} holds another program's tables ({some}): "
            "name an empty one in DATABASE_URL."
        )


def refuse_unready_database() -> None:
    """Raise WrongSetting unless the database belongs to a site of this version.

    A command that is run without the site's settings finds a database without tables, and its report would mislead.
    """
    refuse_foreign_database()
    name = connection.settings_dict["NAME"]
    pending, applied = pending_migrations()
    if not applied:
        raise WrongSetting(
            f"The database {name} has no tables: run this with the settings of the site, or start the site first."
        )
    if pending:
        raise WrongSetting(
            f"The database {name} is not up to date ({pending} migrations are not applied): start the site, or run "
            "manage.py migrate, first."
        )


def pending_migrations() -> tuple[int, int]:
    """Return the numbers of migrations that the database lacks and has."""
    executor = MigrationExecutor(connection)
    pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return len(pending), len(executor.loader.applied_migrations)


def wait_for_migrations() -> None:
    """Wait until another process has migrated the database. The scheduler's rounds would fail or deadlock meanwhile."""
    is_announced = False
    while pending_migrations()[0]:
        if not is_announced:
            print("Waiting until a web process has migrated the database.", flush=True)
            is_announced = True
        time.sleep(1)


def refuse_newer_database() -> None:
    """Raise WrongSetting if a newer version has migrated the database. This version would read and write it wrongly."""
    if newer := unknown_migrations():
        raise WrongSetting(
            f"The database {connection.settings_dict['NAME']} is of a newer version ({newer[0]}) than "
            f"this one, {VERSION}: "
            "start the newer version again, or restore a backup that this one has made."
        )


def unknown_migrations() -> list[str]:
    """Return migrations that the database has and this code has not, as "app name"."""
    loader = MigrationLoader(connection)
    return unknown_of(loader.applied_migrations, loader)


def unknown_of(applied: Iterable[tuple[str, str]], loader: MigrationLoader) -> list[str]:
    """Return those of the migrations that this code has not. Those of uninstalled games don't count."""
    migrations = set(loader.disk_migrations)
    for migration in loader.disk_migrations.values():
        migrations |= set(migration.replaces)
    return [
        f"{app} {name}"
        for app, name in sorted(applied)
        if app in loader.migrated_apps and (app, name) not in migrations
    ]


def refuse_missing_static_files() -> None:
    """Raise WrongSetting if static files are missing, because pages need them."""
    if not settings.DEBUG and (trouble := static_files.trouble()):
        raise WrongSetting(f"{trouble[0].upper()}{trouble[1:]}. {static_files.COLLECT}")


def measure(host: str, port: int, traces: str) -> None:
    """Serve metrics, unless the port is 0, and send traces to that URL, unless it is empty."""
    tracing.start(traces)
    metrics.pulse.set_function(scheduler_seconds)
    try:
        metrics.serve(host, port)
    except OSError as error:
        raise WrongSetting(
            f"The numbers for Prometheus can't be had at {host}:{port} ({error.strerror}): "
            "give each process a METRICS_PORT of its own."
        ) from None
