"""Export everything that is stored about a person, as a zip of JSON files.

Apps register every relation of their models to a person (see registry.py); a test fails if one is missing. All fields
are exported except secret ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Field, Model
from django.utils.translation import gettext as _

from accounts.data import registry
from accounts.data.rows import as_data
from accounts.models import User

# The most documents of each kind in one zip, the newest first. The others are in further parts.
DOCUMENTS = 500


def relations() -> dict[str, Field[Any, Any]]:
    """Return all model fields that refer to a person, by `app.Model.field`."""
    fields = (
        field for model in apps.get_models(include_auto_created=True) for field in model._meta.concrete_fields
    )
    return {
        f"{field.model._meta.label}.{field.name}": field for field in fields if field.related_model is User
    }


def parts(person: User) -> range:
    """Return the numbers of the zips, nearly always only 1. Parts after the first hold only older documents."""
    most = max(data.count(person) for data in registry.registered)
    return range(1, max(1, -(-most // DOCUMENTS)) + 1)


def write(person: User, file: IO[bytes], part: int = 1) -> None:
    """Write the zip, with one document in memory at a time."""
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        if part == 1:
            archive.writestr("README.txt", _readme())
            for name, rows in _rows(person):
                archive.writestr(f"{name}.json", _json(rows))
        for data in registry.registered:
            for name, document in data.documents(person, (part - 1) * DOCUMENTS, part * DOCUMENTS):
                archive.writestr(f"{name}.json", _json(document))


def _rows(person: User) -> Iterator[tuple[str, Any]]:
    yield "account", as_data(person)
    fields = relations()
    for relation, file in registry.exported().items():
        field = fields[relation]
        rows = field.model._default_manager.filter(**{field.name: person}).order_by("pk")
        yield file, [as_data(row, without=field.name) | _related(row) for row in rows.iterator(200)]


def _related(row: Model) -> dict[str, Any]:
    return {name: value for data in registry.registered for name, value in data.related(row).items()}


def _json(data: Any) -> str:
    return json.dumps(data, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)


def _readme() -> str:
    lines = [
        _("Everything that Unbirthday has stored about you."),
        "",
        _(
            "account.json is your account. Each other file holds one kind of rows; an empty list means "
            "that there are none."
        ),
        *(str(data.readme) for data in registry.registered if data.readme),
        _("Passwords, keys and the like are left out, because they would let somebody in."),
    ]
    return "\n".join(lines) + "\n"
