"""Who holds what of a person: each app registers what it has stored, how that is exported and how it is erased."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.db.models import Model

from accounts.models import User

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise


class Busy(Exception):
    """Somebody writes at this moment what would have to be erased; a later attempt may succeed."""


def _nothing_more(row: Model) -> Mapping[str, Any]:
    return {}


def _no_documents(person: User) -> int:
    return 0


def _none(person: User, first: int, last: int) -> Iterable[tuple[str, Any]]:
    return ()


def _nothing(person: User) -> None:
    pass


@dataclass(frozen=True)
class PersonalData:
    """What one app holds of people. Relations are named `app.Model.field`, models `app.Model`."""

    # The name of the file of each relation to a person; each relation of the app's own models is here or in `left_out`.
    exported: Mapping[str, str] = field(default_factory=dict)
    # Relations that are not exported, and why.
    left_out: Mapping[str, str] = field(default_factory=dict)
    # By model: the fields that would let somebody in, or tell what is not to be known.
    secret: Mapping[str, Set[str]] = field(default_factory=dict)
    # What belongs to an exported row, of any app, and refers to the person through it only.
    related: Callable[[Model], Mapping[str, Any]] = _nothing_more
    # Documents with a file each: how many there are; name and content of those from `first` up to `last`.
    count: Callable[[User], int] = _no_documents
    documents: Callable[[User, int, int], Iterable[tuple[str, Any]]] = _none
    # What the documents are, for whoever opens the archive.
    readme: _StrOrPromise = ""
    # Take the person out of all of it, in the transaction that then deletes their row; Busy if that can't be now.
    erase: Callable[[User], None] = _nothing


registered: list[PersonalData] = []


def register(data: PersonalData) -> None:
    registered.append(data)


def exported() -> dict[str, str]:
    """The file of every exported relation."""
    return {relation: file for data in registered for relation, file in data.exported.items()}


def left_out() -> dict[str, str]:
    return {relation: why for data in registered for relation, why in data.left_out.items()}


def secret() -> dict[str, Set[str]]:
    return {model: fields for data in registered for model, fields in data.secret.items()}
