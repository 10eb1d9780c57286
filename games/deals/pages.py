"""Data for the templates of deals, limited to what the reader may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names import shown
from games import boards
from games.boards import hooks as boards_hooks
from games.boards.hooks import Action
from games.deals import bot_matches, days, draws, results, runs, streaks, tries, turning_points
from games.deals.chart import Chart
from games.deals.commitment import proof
from games.deals.models import Deal, Try
from games.deals.result_words import compared, result_of, result_text, shared
from games.deals.results import DealStanding
from games.models import Friend, Seat, Table
from games.people import lists
from games.play.deadlines import has_not_begun
from games.play.storage import load
from games.queries import history

# The number of days of the archive on a page, and of friends and of one's other results beside a result.
ARCHIVE, FRIENDS, OTHERS = 30, 8, 5


def today(person: User | None) -> list[dict[str, Any]]:
    """Return the deals of today with the reader's results, in the order of the games.

    Other people's results are left out until the reader has one.
    """
    deals, own = _of_today(person)
    finished = [(deal, own[deal.pk]) for deal in deals if deal.pk in own and own[deal.pk].is_finished]
    standings = results.standings(finished)
    people = results.people_of([deal for deal in deals if deal.pk not in standings])
    faces = [
        _face(deal, own.get(deal.pk), standings.get(deal.pk)) | {"people": people.get(deal.pk, 0)}
        for deal in deals
    ]
    first, played = _next(deals, own), history.played(person)
    for face in faces:
        face["is_next"] = face["deal"] == first
        face["is_new"] = face["game"] not in played
    return faces


def _of_today(person: User | None) -> tuple[list[Deal], dict[int, Try]]:
    """Return today's deals in the games' order, and the person's tries by deal."""
    names = draws.games()
    deals = sorted(
        Deal.objects.filter(day=days.today(), game__in=names), key=lambda deal: names.index(deal.game)
    )
    return deals, results.first_own(deals, person)


def _next(deals: Sequence[Deal], own: Mapping[int, Try]) -> Deal | None:
    """Return the deal that is offered first: the first that is begun, else the first that is new."""
    offered = {state(deal, own.get(deal.pk)): deal for deal in reversed(deals)}
    return offered.get("begun") or offered.get("new")


def _face(deal: Deal, own: Try | None, standing: DealStanding | None) -> dict[str, Any]:
    face: dict[str, Any] = {
        "deal": deal,
        "game": deal.game,
        "try": own,
        "state": state(deal, own),
        "closes": days.closes(deal.day),
        "run": runs.is_run(deal.game),
        "minutes": boards.config(deal.game).minutes,
    }
    if standing is not None and own is not None:
        face["standing"] = standing
        face["spark"] = Chart(standing, own.score or 0, runs.places(deal)).paths()
        face["result_text"] = result_of(own)
    elif own is not None and own.table is not None:
        face["turn"] = _turn(own.table)
    return face


def _turn(table: Table) -> int:
    """Return the number of the turn that the person is in, or that comes next."""
    seats = list(table.moves.filter(number__gt=0).values_list("seat", flat=True))
    return len(turning_points.begins(seats)) + (seats[-1:] != [bot_matches.SEAT])


def state(deal: Deal, own: Try | None) -> str:
    """Return the deal's state: `ahead`, `new`, `begun`, `done`, `given_up`, or `archive` once it is closed."""
    if not deal.has_begun:
        return "ahead"
    if own is None:
        return "new" if deal.is_open else "archive"
    if own.is_finished:
        return "done"
    if own.table is not None and own.table.is_running:
        return "begun"
    return "given_up" if deal.is_open else "archive"


def find(game: str, day: str) -> Deal | None:
    """Return the deal of that game and day (`2026-06-03`), None if there is none."""
    try:
        when = date.fromisoformat(day)
    except ValueError:
        return None
    if day != when.isoformat():
        return None
    return Deal.objects.filter(game=game, day=when).first()


def archive(person: User | None, before: date | None) -> dict[str, Any]:
    """Return days with their deals, newest first, and the day before which the next page begins.

    With a day that has none before it, the list begins with yesterday.
    """
    deals = Deal.objects.filter(day__lt=days.today(), game__in=draws.games())
    past = deals.values_list("day", flat=True).distinct().order_by("-day")
    listed = list(past.filter(day__lt=before)[: ARCHIVE + 1]) if before else []
    listed = listed or list(past[: ARCHIVE + 1])
    rows = list(deals.filter(day__in=listed[:ARCHIVE]))
    by_day: dict[date, list[dict[str, Any]]] = {day: [] for day in listed[:ARCHIVE]}
    own = results.first_own(rows, person)
    names = draws.games()
    for deal in sorted(rows, key=lambda deal: names.index(deal.game)):
        mine = own.get(deal.pk)
        text = result_of(mine) if mine is not None and mine.is_finished else None
        by_day[deal.day].append({"deal": deal, "try": mine, "state": state(deal, mine), "result_text": text})
    older = listed[ARCHIVE - 1] if len(listed) > ARCHIVE else None
    return {"days": list(by_day.items()), "older": older}


def of_deal(deal: Deal, person: User | None, table: str = "") -> dict[str, Any]:
    """Return the context of the page of a deal, with the person's result at that table, else their first one."""
    mine = results.own_tries([deal], person).get(deal.pk, [])
    own = next((attempt for attempt in mine if attempt.is_finished and attempt.table_id == table), None)
    own = own or next(iter(mine), None)
    context: dict[str, Any] = {
        "deal": deal,
        "game": deal.game,
        "try": own,
        "state": state(deal, own),
        "run": runs.is_run(deal.game),
        "is_new": deal.game not in history.played(person),
        "people": results.people_of([deal]).get(deal.pk, 0),
        "bots": deal.levels,
        "begins": days.begins(deal.day),
        "closes": days.closes(deal.day),
        "next_in": divmod(
            (days.begins(days.today() + days.DAY) - timezone.now()) // timedelta(minutes=1), 60
        ),
        "member": person is not None and not person.is_guest,
        "newer": person is not None and not person.is_guest and person.date_joined >= days.begins(deal.day),
    }
    if deal.is_opened:
        context["proof"] = proof(deal)
    if own is not None and own.is_finished and person is not None:
        context |= _of_result(deal, own, person)
        others = [attempt for attempt in mine if attempt.pk != own.pk]
        context["goes_on"] = any(attempt.table.is_running for attempt in others if attempt.table)
        context["others"] = [
            _row(attempt) | {"try": attempt} for attempt in others if attempt.is_finished and attempt.table
        ][:OTHERS]
    return context


def _of_result(deal: Deal, own: Try, person: User) -> dict[str, Any]:
    standing = results.standing(deal, own)
    friends = _friends(deal, own, person)
    rows = _company(deal, own, friends)
    seats = list(Seat.objects.filter(table=own.table_id).order_by("rank", "index")) if own.table_id else []
    marks = [row for row in rows if not row["you"]]
    better = [row for row in marks if row["weight"] < (own.weight or 0) and row["table"]]
    strongest = next((row for row in marks if row["level"]), None)
    percent = standing.percent if standing.tells_percent else None
    shared_line = compared(own, seats, strongest, percent if own.counts else None)
    best = results.best(deal)
    return {
        "standing": standing,
        "result_text": result_of(own),
        "chart": Chart(standing, own.score or 0, runs.places(deal), marks).parts(deal.game),
        "lines": runs.lines(deal, own, friends),
        "programs": any(seat.mark for seat in seats),
        "company": rows,
        "friends": friends,
        "model": better[-1] if better else None,
        "best": [_row(attempt) for attempt in best],
        "turning": [] if runs.is_run(deal.game) else _turning(own, best),
        "seats": seats,
        "links": _links(own),
        "streak": streaks.of(person.pk),
        "headline": compared(own, seats, strongest, percent),
        "shared": shared(deal, own, standing, shared_line),
        "goal": boards.config(deal.game).goal,
        "todo": _next(*_of_today(person)),
    }


def run_so_far(own: Try, person: User) -> dict[str, Any] | None:
    """Return the lines of the person's run and of others until this time. None before it begins, and if it has ended
    without a result."""
    table, now = own.table, timezone.now()
    if table is None or table.started_at is None or has_not_begun(table, table.number, now):
        return None
    if own.weight is None and table.status != Table.Status.RUNNING:
        return None
    elapsed = (now - table.started_at) // timedelta(milliseconds=1)
    # Not ordered by their results, which are hidden from people who have none.
    friends = sorted(_tries_of_friends(own.deal, person), key=lambda attempt: attempt.pk)
    return runs.lines_so_far(own.deal, own, friends, elapsed)


def _turning(own: Try, best: Sequence[Try]) -> list[tuple[dict[str, Any], turning_points.Turning]]:
    return [(_row(attempt), turning) for attempt, turning in turning_points.against(own, best)]


def _links(own: Try) -> list[Action]:
    """Return what else can be done after the match of a try."""
    if own.table_id is None:
        return []
    scene = boards.scene_of(load(own.table_id), None)
    return [action for hook in boards_hooks.after_match if (action := hook(scene)) and not action.main]


def _friends(deal: Deal, own: Try, person: User) -> list[Try]:
    """Return the tries of the person's friends whose results are nearest."""
    friends = _tries_of_friends(deal, person)
    return sorted(friends, key=lambda attempt: abs((attempt.weight or 0) - (own.weight or 0)))[:FRIENDS]


def _tries_of_friends(deal: Deal, person: User) -> list[Try]:
    apart = lists.apart_from(person.pk)
    friends = Friend.objects.filter(user=person).values_list("friend", flat=True)
    return results.tries_of(deal, [friend for friend in friends if friend not in apart])


def _company(deal: Deal, own: Try, friends: Sequence[Try]) -> list[dict[str, Any]]:
    """Return the reader, their friends and the strongest bot, best first."""
    rows = [_row(attempt) for attempt in friends] + [
        _row(own) | {"you": True, "name": _("You"), "table": None}
    ]
    if (bot := _strongest(deal)) is not None:
        rows.append(bot)
    return sorted(rows, key=lambda row: (row["weight"], not row["you"]))


def _row(attempt: Try) -> dict[str, Any]:
    name = shown(attempt.user.username) if attempt.user else _("somebody")
    return {
        "name": name,
        "initial": name[:1].upper(),
        "level": "",
        "score": attempt.score,
        "result_text": result_of(attempt),
        "weight": attempt.weight,
        "at": attempt.finished_at,
        "table": attempt.table_id,
        "you": False,
    }


def _strongest(deal: Deal) -> dict[str, Any] | None:
    if deal.strongest_id is None:
        return None
    snapshot = load(deal.strongest_id)
    seat = snapshot.seats[bot_matches.SEAT]
    assert snapshot.row is not None
    score, weight = tries.result(snapshot.rules, snapshot.state, snapshot.row.at)
    return {
        "name": seat.shown,
        "initial": "",
        "level": seat.level,
        "score": score,
        "result_text": result_text(deal.game, score, weight),
        "weight": weight,
        "at": None,
        "table": deal.strongest_id,
        "you": False,
    }
