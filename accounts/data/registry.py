"""The registry of personal data: each app registers what it stores, and how to export and erase it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.db.models import Model

from accounts.models import User

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise


class Busy(Exception):
    """Rows that must be erased are being written; a later attempt may succeed."""


@dataclass(frozen=True)
class PersonalData:
    """The personal data of one app. Relations are named `app.Model.field`, models `app.Model`."""

    # The file of each relation to a person. Each relation of the app's models is here or in `left_out`.
    exported: Mapping[str, str] = field(default_factory=dict)
    # Relations that are not exported, with the reason.
    left_out: Mapping[str, str] = field(default_factory=dict)
    # By model: fields that give access to something or tell hidden things.
    secret: Mapping[str, Set[str]] = field(default_factory=dict)
    # Data that belongs to an exported row of any app and refers to the person through that row only.
    related: Callable[[Model], Mapping[str, Any]] = lambda row: {}
    # Documents, each a file of its own: their number, and the name and content of those from `first` up to `last`.
    count: Callable[[User], int] = lambda person: 0
    documents: Callable[[User, int, int], Iterable[tuple[str, Any]]] = lambda person, first, last: ()
    # An explanation of the documents for the archive's README.
    readme: _StrOrPromise = ""
    # Erase the person, in the transaction that then deletes their row. Raises Busy.
    erase: Callable[[User], None] = lambda person: None


registered: list[PersonalData] = []


def register(data: PersonalData) -> None:
    registered.append(data)


def exported() -> dict[str, str]:
    """Return the file of every exported relation."""
    return {relation: file for data in registered for relation, file in data.exported.items()}


def secret() -> dict[str, Set[str]]:
    return {model: fields for data in registered for model, fields in data.secret.items()}
