"""Import of match records: judge them by the present rules, and store them like matches played here.

An imported match is over, has no accounts on its seats, and is listed only for the person who imported it. It counts in
no figures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.names import is_visible
from games.models import Move, Seat, Table
from games.records import hooks
from games.rules import core, match, record_parser
from games.rules.chance import Given, Impossible, Stream, commitment
from games.rules.match import Unreadable

DAY = timedelta(days=1)
MOST_A_DAY = 50
SHOWN = 50


@dataclass(frozen=True)
class Judged:
    """A record that the rules accept. `states` and `events` are by move number, from the deal on."""

    document: dict[str, Any]
    options: dict[str, Any]
    states: list[dict[str, Any]]
    events: list[list[core.Event]]
    stream: Stream | None


class Proven(Given):
    """The recorded draws, each compared with the stream of the record's seed and salts."""

    def __init__(self, answers: Sequence[Any], stream: Stream) -> None:
        super().__init__(answers)
        self.stream = stream

    def pick(self, n: int) -> int:
        answer = super().pick(n)
        if self.stream.pick(n) != answer:
            raise Impossible("a pick does not follow from the seed")
        return answer

    def shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        answer = super().shuffle(cards)
        if self.stream.shuffle(cards) != answer:
            raise Impossible("a shuffle does not follow from the seed")
        return answer


def _has_letters(name: str) -> bool:
    """Return True if a name has at least one letter or digit."""
    return any(letter.isalnum() for letter in name)


def judge(data: bytes) -> Judged:
    """Replay the record move by move. Raises Unreadable at the first thing that the rules don't allow."""
    document = record_parser.read(data)
    if not all(is_visible(seat["name"]) and _has_letters(seat["name"]) for seat in document["seats"]):
        raise Unreadable("malformed", key="name")
    if not all(is_visible(salt) for salt in document.get("shuffle", {}).get("salts", ())):
        raise Unreadable("malformed", key="salts")
    if document["game"] not in core.names():
        raise Unreadable("no_such_game", game=document["game"])
    rules, seats = core.game(document["game"]), len(document["seats"])
    try:
        options = core.settle_options(rules, seats, document["options"])
    except core.Refused as refused:
        raise Unreadable(refused.code, **refused.params) from refused
    _refuse_other_deck(core.unshuffled(rules, seats, options), document["setup"]["deck"])
    stream = _stream(document, rules, options)
    rows = list(_replayed(document, stream))
    _refuse_other_outcome(document, rules, rows[-1][1])
    states = [rules.dump(state) for _number, state, _events in rows]
    return Judged(
        document,
        options=options,
        states=states,
        events=[events for _number, _state, events in rows],
        stream=stream,
    )


def _replayed(
    document: dict[str, Any], stream: Stream | None
) -> Iterator[tuple[int, core.State, list[core.Event]]]:
    """Like match.replay, but add the game and the names to errors, for their texts."""
    try:
        yield from match.replay(
            document, Given if stream is None else lambda answers: Proven(answers, stream)
        )
    except Unreadable as fault:
        names = [seat["name"] for seat in document["seats"]]
        raise Unreadable(fault.code, **fault.params, game=document["game"], names=names) from fault


def _refuse_other_deck(deck: Sequence[str], recorded: Sequence[str]) -> None:
    missing, extra = Counter(deck) - Counter(recorded), Counter(recorded) - Counter(deck)
    if missing or extra:
        lacks, has = (next(iter(sorted(cards)), "") for cards in (missing, extra))
        raise Unreadable("other_deck", missing=lacks, extra=has[:40])


def _stream(document: dict[str, Any], rules: core.Game, options: dict[str, Any]) -> Stream | None:
    """Return the stream of the record's seed and salts, after the deal; None if the record has no seed."""
    if "shuffle" not in document:
        return None
    shuffle = document["shuffle"]
    if commitment(shuffle["seed"]) != shuffle["commitment"]:
        raise Unreadable("other_commitment")
    stream = Stream(bytes.fromhex(shuffle["seed"]), shuffle["salts"])
    if core.deal(rules, len(document["seats"]), stream, options)[1] != document["setup"]:
        raise Unreadable("other_deal")
    return stream


def _refuse_other_outcome(document: dict[str, Any], rules: core.Game, state: core.State) -> None:
    recorded = document["outcome"]
    ended = rules.outcome(state) or _left(document, rules.standings(state))
    if recorded["reason"] != ended.reason:
        raise Unreadable("other_reason", n=len(document["moves"]))
    if recorded != match.outcome_record(ended):
        raise Unreadable("other_outcome", scores=ended.scores, ranks=ended.ranks)


def _left(document: dict[str, Any], standings: core.Outcome) -> core.Outcome:
    """Return the outcome of a match that ended early: one of two seats resigned, or it was abandoned."""
    reason, seats, last = document["outcome"]["reason"], document["seats"], len(document["moves"])
    left = [seat.get("resigned") == last for seat in seats]
    if reason == "resigned" and len(seats) == 2 and sum(left) == 1:
        return core.Outcome("resigned", standings.scores, tuple(2 if gone else 1 for gone in left))
    if reason == "abandoned":
        return core.Outcome("abandoned", standings.scores, standings.ranks)
    raise Unreadable("not_over", n=last)


def refuse_too_many(person: User) -> None:
    """Raise Unreadable `too_many`, with the ms to wait, beyond the daily limit."""
    since = timezone.now() - DAY
    latest = Table.objects.filter(host=person, origin__isnull=False, opened_at__gt=since)
    times = list(latest.order_by("-opened_at").values_list("opened_at", flat=True)[:MOST_A_DAY])
    if len(times) == MOST_A_DAY:
        wait = int((times[-1] - since).total_seconds() * 1000)
        raise Unreadable("too_many", most=MOST_A_DAY, wait=wait)


@transaction.atomic
def store(judged: Judged, person: User) -> Table:
    """Store the match like one played here, by invitation only, with the importer as host."""
    refuse_too_many(person)
    document, stream, now = judged.document, judged.stream, timezone.now()
    table = Table(
        game=document["game"],
        rules=document["rules"],
        options=judged.options,
        status=Table.Status.OVER,
        number=len(document["moves"]),
        host=person,
        public=False,
        increment_ms=0,
        opened_at=now,
        started_at=now,
        ended_at=now,
        outcome=document["outcome"],
        deal=document.get("deal"),
        origin={
            "match": document["match"],
            "kinds": [seat["kind"] for seat in document["seats"]],
            "proven": stream is not None,
        },
    )
    if stream is not None:
        table.seed, table.stream_position = document["shuffle"]["seed"], stream.position
    table.save(force_insert=True)
    Seat.objects.bulk_create(_seats(table, document))
    Move.objects.bulk_create(_rows(table, judged), batch_size=500)
    for hook in hooks.imported:
        hook(table, document)
    return table


def _seats(table: Table, document: dict[str, Any]) -> Iterator[Seat]:
    outcome, seats = document["outcome"], document["seats"]
    shuffle = document.get("shuffle", {})
    salts = shuffle.get("salts", [""] * len(seats))
    drawn_by = shuffle.get("drawn_by", [None] * len(seats))
    for index, (seat, salt) in enumerate(zip(seats, salts, strict=True)):
        yield Seat(
            table=table,
            index=index,
            name=seat["name"],
            level=seat.get("level", ""),
            salt=salt,
            salt_by=drawn_by[index] or "",
            resigned=seat.get("resigned"),
            score=outcome["scores"][index],
            rank=outcome["ranks"][index],
        )


def _rows(table: Table, judged: Judged) -> Iterator[Move]:
    deal = {"n": 0, "seat": None, "at": 0, "move": {"type": "deal"} | judged.document["setup"]}
    entries = [deal, *judged.document["moves"]]
    for entry, events, state in zip(entries, judged.events, judged.states, strict=True):
        yield Move(
            table=table,
            number=entry["n"],
            seat=entry["seat"],
            by=_by(entry),
            key=f"import-{entry['n']}",
            move=entry["move"],
            events=events,
            timing=entry.get("timing"),
            state=state,
            at=entry["at"],
        )


def _by(entry: dict[str, Any]) -> str:
    if entry["seat"] is None:
        return Move.By.CLOCK
    return Move.By.BOT if "by" in entry else Move.By.PERSON


def imported_by(person: User) -> QuerySet[Table]:
    """Return the matches that the person imported, newest first."""
    own_matches = Table.objects.filter(host=person, origin__isnull=False).prefetch_related("seats")
    return own_matches.order_by("-opened_at")[:SHOWN]
