"""Upgrades without downtime: migrations don't touch what code of the previous version reads and writes."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.migration import Migration
from django.db.migrations.state import ProjectState

# From these on. Before earlier ones all old processes must have ended (docs/hosting.md).
SINCE = {
    "games": "0016_notifications_by_their_constraint",
    "accounts": "0004_people_to_games",
    "hosting": "0001_initial",
    # The features came later, each with all of its tables.
    **dict.fromkeys(("deals", "ladder", "puzzles", "ratings"), "0001_initial"),
}
HARMLESS = (migrations.CreateModel, migrations.AddIndex, migrations.AlterModelOptions, migrations.RunPython)


def loaded() -> MigrationLoader:
    return MigrationLoader(None)


def later(loader: MigrationLoader) -> list[Migration]:
    return [
        loader.disk_migrations[app, name]
        for app, name in sorted(loader.disk_migrations)
        if app in SINCE and name > SINCE[app]
    ]


def state_before(loader: MigrationLoader, migration: Migration) -> ProjectState:
    return loader.project_state((migration.app_label, migration.name), at_end=False)


def why_not(operation: Any, before: ProjectState | None = None, app: str = "") -> str:
    """Return why the operation would break old code, "" if it wouldn't. `before` is the state before the migration."""
    if isinstance(operation, HARMLESS):
        return ""
    if isinstance(operation, migrations.SeparateDatabaseAndState):
        inner = operation.database_operations
        return next((why for part in inner if (why := why_not(part, before, app))), "")
    if isinstance(operation, migrations.AlterField) and before and not alters_column(operation, before, app):
        return ""
    if isinstance(operation, migrations.AddField):
        field = operation.field
        filled = field.null or field.many_to_many or field.db_default is not models.NOT_PROVIDED
        return "" if filled else f"{operation.name} is not filled by the database: give it a db_default"
    return f"{type(operation).__name__} changes what old code uses: do it one version later, and add the new beside it now"


def alters_column(operation: migrations.AlterField, before: ProjectState, app: str) -> bool:
    """Return False if only attributes change that the database doesn't know, such as choices."""
    old = before.models[app, operation.model_name_lower].fields[operation.name]
    return column(old) != column(operation.field)


def column(field: Any) -> tuple[Any, ...]:
    _name, path, args, options = field.deconstruct()
    return path, args, {name: value for name, value in options.items() if name not in field.non_db_attrs}


def test_no_migration_takes_anything_from_code_that_still_runs() -> None:
    loader = loaded()
    operations = [
        f"{migration.app_label}.{migration.name}: {why}"
        for migration in later(loader)
        for operation in migration.operations
        if (why := why_not(operation, state_before(loader, migration), migration.app_label))
    ]
    assert operations == []


@pytest.mark.parametrize(
    "operation",
    [
        migrations.AddField("seat", "fresh", models.IntegerField(default=0)),
        migrations.RemoveField("seat", "salt"),
        migrations.RenameField("seat", "salt", "pepper"),
        migrations.AlterField("seat", "salt", models.CharField(max_length=1)),
        migrations.DeleteModel("seat"),
        migrations.RunSQL("DROP TABLE games_seat"),
        migrations.SeparateDatabaseAndState([migrations.DeleteModel("seat")]),
    ],
)
def test_a_migration_that_removes_something_is_detected(operation: Any) -> None:
    assert why_not(operation)


@pytest.mark.django_db
def test_rows_as_old_code_writes_them_are_taken_by_the_newest_tables() -> None:
    """Write with the models as they were, whose inserts name no newer column."""
    loader = loaded()
    existing = {key: name for key, name in SINCE.items() if (key, name) in loader.disk_migrations}
    apps = loader.project_state(list(existing.items())).apps
    person = apps.get_model("accounts", "User").objects.create(username="Ada", name_key="ada")
    table = apps.get_model("games", "Table").objects.create(
        game="parade", rules=1, increment_ms=0, host=person
    )
    apps.get_model("games", "Seat").objects.create(table=table, index=0, user=person, name="Ada")
    apps.get_model("games", "Move").objects.create(
        table=table, number=0, by="clock", key="deal", move={}, events=[], state={}, at=0
    )
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM games_seat WHERE table_id = %s", [table.pk])
        assert cursor.fetchone() == (1,)
