"""What Django's own operations do too slowly on a database that has grown."""

from __future__ import annotations

from typing import Any

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import ProjectState


class Unindexed(migrations.AlterField):
    """A foreign key without its index from now on. Django would write the whole table anew for that on SQLite."""

    def database_forwards(
        self, app_label: str, editor: BaseDatabaseSchemaEditor, old: ProjectState, new: ProjectState
    ) -> None:
        if editor.connection.vendor != "sqlite":
            super().database_forwards(app_label, editor, old, new)
            return
        model = new.apps.get_model(app_label, self.model_name)
        for name in self._indexes(editor, model):
            editor.execute(f"DROP INDEX {editor.quote_name(name)}")

    def database_backwards(
        self, app_label: str, editor: BaseDatabaseSchemaEditor, old: ProjectState, new: ProjectState
    ) -> None:
        if editor.connection.vendor != "sqlite":
            super().database_backwards(app_label, editor, old, new)
            return
        model: Any = new.apps.get_model(app_label, self.model_name)
        editor.execute(editor._create_index_sql(model, fields=[model._meta.get_field(self.name)]))  # type: ignore[attr-defined]

    def _indexes(self, editor: BaseDatabaseSchemaEditor, model: Any) -> list[str]:
        column = [model._meta.get_field(self.name).column]
        with editor.connection.cursor() as cursor:
            found = editor.connection.introspection.get_constraints(cursor, model._meta.db_table)
        plain = {name: each for name, each in found.items() if each["index"] and not each["unique"]}
        named = {index.name for index in model._meta.indexes}
        return [name for name, each in plain.items() if each["columns"] == column and name not in named]
