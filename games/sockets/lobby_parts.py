"""The lobby's three parts as HTML: a reader's own tables, open tables, running tables. Runs on a database thread.

Parts that several readers see alike are drawn once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from cachetools import LRUCache
from django.template.loader import render_to_string
from django.utils import translation

from accounts.models import User
from games.models import Table
from games.queries import lobby, lobby_readers
from games.queries.lobby import Reader
from games.queries.lobby_readers import LobbySnapshot, Versions

REMEMBERED = 300
Shown = tuple[str, ...]
Key = TypeVar("Key")


class OwnPart(NamedTuple):
    """A reader's own part, with the data from which it was drawn."""

    language: str
    html: str = ""
    reader: Reader = Reader()
    versions: Versions = frozenset()

    def holds(self, now: LobbySnapshot, person: int) -> bool:
        return (self.versions, self.reader.apart) == (now.versions_of(person), now.apart_of(person))


def own_part(now: LobbySnapshot, person: User | None, language: str) -> OwnPart:
    if person is None:
        return OwnPart(language, _drawn_own(language, {}))
    apart = now.apart_of(person.pk)
    mine = lobby.personal(person, apart)
    return OwnPart(
        language, _drawn_own(language, mine), lobby.reader_of(mine, apart), now.versions_of(person.pk)
    )


class Parts:
    """The public parts drawn lately, by language and by the look of each table in them."""

    def __init__(self) -> None:
        self._drawn: LRUCache[tuple[Any, ...], str] = LRUCache(REMEMBERED)

    def of(self, now: LobbySnapshot, owns: Mapping[Key, OwnPart]) -> dict[Key, Shown]:
        """Return all parts of each reader."""
        public: dict[tuple[Reader, str], Shown] = {}
        for own in owns.values():
            seen = own.reader, own.language
            public[seen] = public.get(seen) or self._public(now, *seen)
        return {key: (own.html, *public[own.reader, own.language]) for key, own in owns.items()}

    def _public(self, now: LobbySnapshot, reader: Reader, language: str) -> Shown:
        return (
            self._part("open", lobby.open_to(reader, now.open), language),
            self._part("running", lobby.running_for(reader, now.running), language),
        )

    def _part(self, name: str, tables: Iterable[Table], language: str) -> str:
        key = name, language, *((table.pk, lobby_readers.look_of(table)) for table in tables)
        if key not in self._drawn:
            self._drawn[key] = _drawn(name, language, {name: tables})
        return self._drawn[key]


def _drawn_own(language: str, context: dict[str, Any]) -> str:
    """The two elements of a reader's own part, which stand apart on the front page."""
    return _drawn("now", language, context) + _drawn("own", language, context)


def _drawn(name: str, language: str, context: dict[str, Any]) -> str:
    with translation.override(language):
        return render_to_string(f"games/_lobby_{name}.html", context | {"pushed": True})
