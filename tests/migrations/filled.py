"""The database of the site's first version (games 0006, accounts 0003), with rows of every model in every state."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.db.migrations.state import StateApps

THEN = datetime(2026, 11, 21, 18, 4, 11, 120_000, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
FIRST_VERSION = [("games", "0006_indexes_for_the_post"), ("accounts", "0003_vacation_from_the_press")]
STATUSES, KINDS = (
    ("open", "running", "over", "closed"),
    ("out_of_time", "out_for_good", "is_back", "resigned"),
)
PHRASES = ("hello", "good_luck", "well_played", "thanks", "oops", "thinking", "hurry", "good_game")
NOTICES = ("your_turn", "time_short", "match_over", "invitation", "sat_down", "rematch", "abandoned")


class Filler:
    """Writes with the models of that version."""

    def __init__(self, apps: StateApps, alias: str) -> None:
        self.apps, self.alias = apps, alias

    def add(self, model: str, **values: Any) -> Any:
        return self.apps.get_model(model).objects.using(self.alias).create(**values)

    def fill(self) -> None:
        people = [self.add("accounts.User", **columns) for columns in PEOPLE]
        self._accounts(people)
        tables = [
            self._table(people, status, live, number)
            for number, (status, live) in enumerate(
                (status, live) for status in STATUSES for live in (True, False)
            )
        ]
        tables[4].rematch = tables[0]
        tables[4].save(using=self.alias)
        tables[0].declined.add(people[2])
        self._notices(people, tables[3])

    def _accounts(self, people: list[Any]) -> None:
        ada, ben, cleo = people[:3]
        self.add("accounts.Vacation", user=ada, first=date(2026, 1, 1), last=date(2026, 1, 9))
        self.add(
            "accounts.Vacation", user=ada, first=date(2026, 11, 20), last=date(2026, 12, 1), begun_at=THEN
        )
        self.add("accounts.Friend", user=ada, friend=ben)
        self.add("accounts.Friend", user=ben, friend=ada)
        self.add("accounts.Block", user=ben, blocked=cleo)
        for person, rhythm in zip(people, ("instant", "hourly", "daily"), strict=False):
            chosen = {"your_turn": ["mail", "hook"], "sat_down": []}
            self.add(
                "accounts.NotificationPreferences",
                user=person,
                rhythm=rhythm,
                channels=chosen,
                quiet_from=22,
                quiet_to=7,
            )
        browser = {
            "endpoint": "https://push.example/1",
            "p256dh": "key",
            "auth": "auth",
            "browser": "Firefox",
        }
        self.add("accounts.PushSubscription", user=ada, endpoint_hash="e" * 64, **browser)
        self.add("accounts.Webhook", user=ada, url="https://hook.example/", secret="s" * 43)
        off = {"secret": "t" * 43, "disabled_at": THEN, "failures": 20}
        self.add("accounts.Webhook", user=ada, url="https://off.example/", **off)

    def _table(self, people: list[Any], status: str, live: bool, number: int) -> Any:
        played = status in ("running", "over")
        table = self.add(
            "games.Table",
            id=f"table{number:03}",
            game="parade",
            rules=1,
            options={"some": number},
            status=status,
            version=number + 3,
            number=2 if played else 0,
            host=people[0] if number % 3 else None,
            public=bool(number % 2),
            live=live,
            bank_ms=1000 * number,
            increment_ms=30_000,
            weekends_off=not live,
            words=66 + number,
            started_at=THEN if played else None,
            ended_at=THEN + MINUTE if status in ("over", "closed") else None,
            warned_at=None if live else THEN,
            due_at=THEN if live and status == "running" else None,
            outcome={"reason": "finished", "scores": [1, 2], "ranks": [1, 2]} if status == "over" else None,
            origin={"match": "c7k2m9qx", "kinds": ["member"], "proven": True} if number == 5 else None,
        )
        self._seats(table, people)
        if played:
            self._match(table)
        return table

    def _seats(self, table: Any, people: list[Any]) -> None:
        states: list[dict[str, Any]] = [
            {"user": people[0], "name": "Ada", "salt": "a1", "bank_ms": 5, "muted": True, "looked_at": THEN}
            | ({"score": 1, "rank": 1} if table.status == "over" else {}),
            {"user": people[1], "name": "Ben", "stand_in": True, "lapses": 2, "silent": True}
            | ({"score": 1, "rank": 1, "resigned": 4} if table.status == "over" else {}),
            {"level": "greedy", "name": "Dormouse", "deadline": THEN, "awaited_since": THEN - MINUTE},
            {"name": "former player", "resigned": 1, "score": 3, "rank": 2},
            {"reserved": people[2]},
            {},
            {"user": people[2], "name": "Cleo", "last_sign": THEN, "awaited_since": THEN, "deadline": THEN},
        ]
        for index, state in enumerate(states):
            self.add("games.Seat", table=table, index=index, **state)

    def _match(self, table: Any) -> None:
        deal = {"type": "deal", "first": 1, "deck": ["green-3"], "guests": [1]}
        slap = {"received": 1850.5, "round_trip": 20.0, "credited": 300.25}
        moves: list[dict[str, Any]] = [
            {"by": "clock", "key": "deal", "move": deal},
            {"by": "person", "key": "k1", "seat": 0, "move": {"type": "play"}, "timing": slap},
            {"by": "bot", "key": "order-7-1", "seat": 2, "move": {"type": "play"}},
        ]
        for number, move in enumerate(moves):
            about = {"events": [{"event": "drew", "card": None}], "state": {"n": number}, "at": number * 1840}
            self.add("games.Move", table=table, number=number, **about, **move)
        order = {"type": "play", "card": "red-3", "if": "always"}
        basis = {"number": 1, "seen": {"parade": ["red-9"]}}
        self.add("games.StandingOrder", table=table, seat=0, order=order, basis=basis)
        self.add("games.StandingOrder", table=table, seat=1, order=order, dropped="expected")
        # Phrases and events of seats were in one list.
        phrases = [code for pair in zip(PHRASES, KINDS * 2, strict=True) for code in pair]
        for place, phrase in enumerate(phrases):
            self.add("games.Remark", table=table, seat=place % 3, phrase=phrase, at=THEN + place * MINUTE)

    def _notices(self, people: list[Any], table: Any) -> None:
        channels, statuses = ("mail", "push", "hook"), ("waiting", "sending", "sent", "dropped", "failed")
        for number, (kind, sent_at) in enumerate((kind, sent_at) for kind in NOTICES for sent_at in (None, THEN)):
            notice = self.add(
                "games.Notice",
                user=people[number % 3],
                table=table,
                kind=kind,
                about=f"about {number}",
                facts={"at": THEN.isoformat(), "name": "Ada"},
                due_at=THEN,
                sorted_at=sent_at,
            )
            for channel in channels if sent_at else ():
                status = statuses[number // 2 % len(statuses)]
                sending = {"message": f"message-{number}", "attempts": 2, "claimed_at": THEN}
                about = {
                    "notice": notice,
                    "channel": channel,
                    "target": number,
                    "due_at": THEN,
                    "why": status,
                }
                self.add("games.Delivery", status=status, **about, **({} if status == "waiting" else sending))


PEOPLE: list[dict[str, Any]] = [
    {
        "username": "Ada",
        "name_key": "ada",
        "email": "ada@example.org",
        "language": "fr",
        "time_zone": "Europe/Paris",
    },
    {"username": "Ben", "name_key": "ben", "is_guest": True, "password": "!"},
    {"username": "Cleo", "name_key": "cleo", "token_hash": "f" * 64, "is_staff": True},
    {"username": "Gone", "name_key": "gone", "is_active": False},
]
