"""Ratings for templates: in a waiting room, below a result, on a profile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import template

from accounts.models import User
from games.boards import texts
from games.models import Seat, Table
from games.ratings import eligibility, reads
from games.ratings.models import RatedMatch
from games.ratings.scale import Skill

register = template.Library()


@register.filter
def number(skill: Skill) -> str:
    """Return `1642`, or `1642?` while the number is uncertain."""
    return f"{skill.number}" if skill.is_sure else f"{skill.number}?"


@register.filter
def signed(points: int) -> str:
    """Return the points with a sign; `0` has none."""
    return texts.change(points) if points else "0"


@register.filter
def pace_name(pace: str) -> str:
    return str(Table.Pace(pace).label)


@register.filter
def rated_match(table: Table) -> RatedMatch | None:
    """Return None if the table is not rated."""
    match: RatedMatch | None = getattr(table, "rated_match", None)
    return match


@register.simple_tag
def will_be_rated(table: Table, seats: Sequence[Seat]) -> str:
    """Return "yes", or "guest" if the table was opened as rated and a guest plays; "" at tables that are not rated."""
    # A rated table has two people at least, so others cost no query. Who has deleted their account is one of them.
    if sum(not seat.is_empty and not seat.is_bot for seat in seats) < 2 or not rated_match(table):
        return ""
    return eligibility.GUEST if eligibility.had_guests(table) else "yes"


@register.simple_tag
def stakes(table: Table, seats: Sequence[Seat], user: Any) -> dict[str, Any]:
    """Return the stakes at the table, and the guest because of whom it is not rated."""
    people = [seat.user_id for seat in seats if seat.user_id is not None]
    guest = User.objects.filter(pk__in=people, is_guest=True).first()
    member = user if isinstance(user, User) and not user.is_guest else None
    rows = reads.stakes_of(table, seats, member) if guest is None else []
    return {"rows": rows, "guest": guest}


@register.simple_tag
def changes(match: RatedMatch, seats: Sequence[Seat], user: Any) -> list[reads.Change]:
    return reads.changes(match, seats, user.pk)


@register.simple_tag
def numbers(person: User, viewer: Any) -> list[reads.Number]:
    may_see = reads.may_see(person, viewer if viewer.is_authenticated else None)
    return reads.by_game(reads.numbers(person)) if may_see else []
