"""Coming back to a table over days: what has happened since, and where one's matches are."""

from __future__ import annotations

import re
from html import unescape
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.conditional import carrying_out, reads
from games.models import Move, Seat
from games.play import departure, presence, storage
from games.play.snapshot import RECENT, Snapshot
from tests.conditional.helpers import GAMES, give, may_give
from tests.helpers.days import DAY, HOUR, MINUTE, NOON, at, dealt
from tests.helpers.given import awaited, browser, step
from tests.sockets.test_leaks import secrets_in, secrets_of

pytestmark = pytest.mark.django_db


def page(table: str, user_id: int) -> str:
    reader = Seat.objects.get(table=table, user=user_id).user
    return browser(reader).get(f"/t/{table}/").content.decode()


def test_a_returning_person_reads_the_others_moves() -> None:
    snapshot = dealt(3)
    table, first = snapshot.table.pk, awaited(snapshot)
    reader = snapshot.seats[(first + 2) % 3]
    with at(NOON + HOUR):
        assert 'id="since"' not in page(table, reader.user_id or 0)
    for hours in (2, 3):
        with at(NOON + hours * HOUR):
            step(storage.load(table))
    with at(NOON + 4 * HOUR):
        html = page(table, reader.user_id or 0)
    assert re.search(r'<li id="m-2"[^>]*>.*?<time [^>]*data-local="moment">[^<]*15:00 UTC</time>', html)
    assert 'data-before="0"' in html and "14:00" in html and "15:00" in html
    drawn = summary_lines(html)
    assert [line["who"] for line in drawn] == [snapshot.seats[seat].name for seat in (first, (first + 1) % 3)]
    for line, move in zip(drawn, storage.load(table, recent=2).recent, strict=True):
        assert line["cards"][0] == move.move["card"]
        assert line["cards"][1:] == [card for event in move.events for card in event.get("cards", ())]
    # Until they have moved, or folded it away for that position.
    for cookie, stands in (("", True), ("0", False), ("1", True)):
        with at(NOON + 5 * HOUR):
            client = browser(reader.user)
            client.cookies["since"] = cookie
            dialog = shown_as(client.get(f"/t/{table}/").content.decode())
        assert dialog.endswith("open>") is stands
    with at(NOON + 6 * HOUR):
        step(storage.load(table))
        assert 'id="since"' not in page(table, reader.user_id or 0)


def shown_as(html: str) -> str:
    """Return the dialog's tag."""
    [dialog] = re.findall(r'<dialog id="since"[^>]*>', html)
    return str(dialog)


def test_of_each_move_it_says_where_its_cards_lie() -> None:
    snapshot, rng = dealt(3), Random(1)
    table = snapshot.table.pk
    with at(NOON):
        for _move in range(12):
            step(snapshot, rng)
        presence.mark_present([seat.pk for seat in snapshot.seats], timezone.now())
        reader = storage.load(table).seats[(awaited(storage.load(table)) + 2) % 3]
    with at(NOON + HOUR):
        step(snapshot, rng)
        step(snapshot, rng)
        html = page(table, reader.user_id or 0)
    rows = storage.load(table, recent=2).recent
    for row, joined in zip(rows, re.findall(r'data-joined="(.*?)"', html), strict=True):
        assert joined == f"#p-{row.move['card']}"
    took = [(row.seat, card) for row in rows for event in row.events for card in event.get("cards", ())]
    fresh = [
        selector
        for cards in re.findall(r'data-fresh="(.*?)"', html)
        for selector in unescape(cards).split(", ")
    ]
    assert took and fresh == [
        f'#seat-{seat}-{card.split("-")[0]} [data-card="{card}"]' for seat, card in took
    ]
    for seat, card in took:
        column = html[html.index(f'id="seat-{seat}-{card.split("-")[0]}"') :]
        assert f'<span data-card="{card}">' in column[: column.index("</div></div>")]


def summary_lines(html: str) -> list[dict[str, Any]]:
    """Return the player, the cards and the text of each move that is drawn."""
    dialog = html[html.index('<dialog id="since"') : html.index("</dialog>", html.index('id="since"'))]
    return [
        {
            "who": re.findall(r"<b>(.*?)</b>", line)[0],
            "cards": re.findall(r'cards[^"]*\.svg#([\w-]+)', line),
            "words": unescape(" ".join(re.sub(r"<[^>]*>", " ", line).split())),
        }
        for line in re.split(r"<li\s[^>]*>", dialog)[1:]
    ]


def came_back(game: str, condition: str = "", most: int = 5) -> tuple[Snapshot, int, str]:
    """Let a seat leave, others move at most that often, and the seat come back. With a `condition` it has given a move
    in advance."""
    snapshot = dealt(3, game=game)
    rng, seat = Random(game), (awaited(snapshot) + 2) % 3
    table, reader = snapshot.table.pk, snapshot.seats[seat].user_id or 0
    with at(NOON + HOUR):
        presence.mark_present([seat.pk for seat in snapshot.seats], timezone.now())
        if condition:
            give(snapshot, seat, next(move for move in may_give(snapshot, seat) if move["if"] == condition))
    for hours in range(2, 2 + most):
        with at(NOON + hours * HOUR):
            if awaited(storage.load(table)) != seat:
                step(storage.load(table), rng)
            elif condition and reads.due(timezone.now()):
                carrying_out.carry_out(table, seat)
    with at(NOON + 10 * HOUR):
        return storage.load(table, recent=RECENT), seat, page(table, reader)


@pytest.mark.parametrize("game", GAMES)
def test_the_summary_has_the_played_and_taken_cards_and_the_scores(game: str) -> None:
    snapshot, seat, html = came_back(game)
    drawn, rules = summary_lines(html), snapshot.rules
    views = {
        row.number: rules.view(rules.load(row.state), seat)["scores"]
        for row in Move.objects.filter(table=snapshot.table)
    }
    moves = [row for row in snapshot.recent if row.number and row.seat != seat]
    assert len(drawn) == len(moves) > 1
    for line, row in zip(drawn, moves, strict=True):
        assert len(line["cards"]) >= sum(
            len(event["cards"]) for event in row.events if event["event"] == "took"
        )
        for old, new in zip(views[row.number - 1], views[row.number], strict=True):
            assert (old == new) or f"from {old} to {new}." in line["words"]


def test_a_rule_stands_below_what_it_took() -> None:
    words = " ".join(line["words"] for line in summary_lines(came_back("parade", most=2)[2]))
    assert "its colour" in words or "not above" in words or "nothing" in words
    assert "Decided ahead" not in words


def test_a_conditional_move_says_that_its_condition_held() -> None:
    for condition, why in (("no_more", "Your condition held: it took no card"), ("always", "")):
        snapshot, seat, html = came_back("parade", condition)
        [mine] = [line["words"] for line in summary_lines(html) if line["who"] == "You"]
        assert "Decided ahead." in mine and (why in mine if why else "condition" not in mine)
        other = page(snapshot.table.pk, snapshot.seats[(seat + 1) % 3].user_id or 0)
        assert "Decided ahead" not in other and 'id="since"' in other


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_is_drawn_tells_what_its_reader_may_not_know(game: str) -> None:
    snapshot, rng = dealt(3, game=game), Random(game)
    table, drawn = snapshot.table.pk, 0
    with at(NOON):
        presence.mark_present([seat.pk for seat in snapshot.seats], timezone.now())
    for number in range(1, 40):
        with at(NOON + number * MINUTE):
            step(snapshot, rng)
            new_snapshot = storage.load(table)
            if new_snapshot.table.is_over:
                break
            seat = awaited(new_snapshot)
            if number % 2:
                html = page(table, new_snapshot.seats[seat].user_id or 0)
                hidden = secrets_of(new_snapshot, seat, {})
                assert hidden and secrets_in(html, hidden) == []
                drawn += 'id="since"' in html
    assert drawn > 3, "there is something that could leak"


def looked_back_from(client: Client, table: str, query: str = "") -> int:
    html = client.get(f"/t/{table}/replay/{query}").content.decode()
    [number] = re.findall(r'id="replay"[^>]* data-number="(\d+)"', html)
    return int(number)


def test_looking_back_opens_where_one_was_last() -> None:
    snapshot = dealt(3)
    table, first = snapshot.table.pk, awaited(snapshot)
    reader, stranger = (browser(snapshot.seats[(first + turn) % 3].user) for turn in (2, 0))
    with at(NOON + HOUR):
        reader.get(f"/t/{table}/")
        step(snapshot)
        assert looked_back_from(reader, table) == 1
    for hours in (2, 3):
        with at(NOON + hours * HOUR):
            number = looked_back_from(reader, table)
            if hours == 2:
                step(snapshot)
    assert number == 1
    with at(NOON + 4 * HOUR):
        reader.get(f"/t/{table}/")
        assert [looked_back_from(reader, table, query) for query in ("", "?move=0")] == [1, 0]
        assert looked_back_from(stranger, table) == 2
        step(snapshot)
        assert looked_back_from(reader, table) == 3


def test_looking_back_from_a_page_that_was_open_for_days_opens_where_one_was_last_too() -> None:
    snapshot = dealt(3)
    table, first = snapshot.table.pk, awaited(snapshot)
    seat = snapshot.seats[(first + 2) % 3]
    reader = browser(seat.user)
    with at(NOON + HOUR):
        reader.get(f"/t/{table}/")
    for days in (1, 2):
        with at(NOON + days * DAY):
            step(snapshot)
    for minutes in (0, 1, 30):
        with at(NOON + 3 * DAY + minutes * MINUTE):
            presence.mark_present([seat.pk], timezone.now())
            assert looked_back_from(reader, table) == 0
    with at(NOON + 3 * DAY + HOUR):
        step(snapshot)
        assert looked_back_from(reader, table) == 3


def test_a_match_that_ended_without_one_is_looked_back_at_from_where_one_left() -> None:
    snapshot = dealt(2)
    table, reader = snapshot.table.pk, snapshot.seats[1 - awaited(snapshot)]
    with at(NOON + HOUR):
        page(table, reader.user_id or 0)
    with at(NOON + 2 * HOUR):
        step(snapshot)
        departure.resign(table, snapshot.seats[awaited(snapshot)].user_id or 0)
        client = browser(reader.user)
        assert looked_back_from(client, table) == 0
        client.get(f"/t/{table}/")
        assert looked_back_from(client, table) == 0


def test_a_guest_finds_finished_matches(client: Client) -> None:
    client.post("/play-now/", {"game": "parade"})
    seat = Seat.objects.get(user__isnull=False)
    departure.resign(seat.table_id, seat.user_id or 0)
    html = client.get("/yours/").content.decode()
    assert f"/t/{seat.table_id}/" in html
    [figures] = set(re.findall(r'href="(/@[^"]+/)"', html))
    assert "Who sees your figures?" in client.get(figures).content.decode()
