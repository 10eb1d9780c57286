"""Texts that all games share: phrases, paces, how a match ended, lists of names."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext_lazy

from games.boards.installed import board_of
from games.boards.language import begun, by_language, ngettext
from games.boards.language import gettext as _
from games.boards.people import Person
from games.boards.scene import Scene
from games.models import Table
from games.rules import core, reactions

PHRASES = {
    "hello": gettext_lazy("Hello."),
    "good_luck": gettext_lazy("Good luck."),
    "well_played": gettext_lazy("Well played."),
    "thanks": gettext_lazy("Thank you."),
    "oops": gettext_lazy("Oh dear."),
    "thinking": gettext_lazy("I am thinking."),
    "hurry": gettext_lazy("Your move, when you can."),
    "good_game": gettext_lazy("Good game."),
}

# Lines of the log by kind of event.
SEAT_EVENTS = {
    "out_of_time": gettext_lazy(
        "%(name)s ran out of time: a bot plays the seat until %(name)s takes it back."
    ),
    "out_for_good": gettext_lazy("%(name)s ran out of time for the third time and has resigned."),
    "is_back": gettext_lazy("%(name)s is back and plays again."),
    "resigned": gettext_lazy("%(name)s resigned."),
}
# The same lines for the person of the seat.
OWN_SEAT_EVENTS = {
    "out_of_time": gettext_lazy("You ran out of time: a bot plays your seat until you take it back."),
    "out_for_good": gettext_lazy("You ran out of time for the third time and have resigned."),
    "is_back": gettext_lazy("You are back and play again."),
    "resigned": gettext_lazy("You resigned."),
}


def names(people: Sequence[str]) -> str:
    """Return `Ada`, `Ada and Ben` or `Ada, Ben and Pat`."""
    if len(people) < 2:
        return "".join(people)
    # Not a sentence: the names stay as they are.
    return str(_("%(several)s and %(last)s")) % {"several": ", ".join(people[:-1]), "last": people[-1]}


def called(scene: Scene, seat: int) -> str:
    """Return a seat within a sentence: `you` for the reader's own, else its name."""
    return _("you") if seat == scene.you else scene.name(seat)


def whose_turn(scene: Scene, seats: Sequence[int]) -> str:
    """Return whose turn it is, where the reader is asked for nothing; in a replay who made the next move."""
    if list(seats) == [scene.you]:
        # A reader who has resigned has no turn any more.
        return _("It is your seat's turn") if scene.current else _("You play next")
    who = names([called(scene, seat) for seat in seats])
    if scene.current:
        return _("It is %(name)s's turn") % {"name": who}
    return ngettext("%(names)s plays next", "%(names)s play next", len(seats)) % {"names": who}


def waiting_for(scene: Scene, seats: Sequence[int]) -> str:
    """Return `waiting for Ada and you`. The reader's own seat comes last."""
    if list(seats) == [scene.you]:
        return _("waiting for you")
    called_so = [called(scene, seat) for seat in sorted(seats, key=lambda seat: seat == scene.you)]
    return _("waiting for %(names)s") % {"names": names(called_so)}


def then(scene: Scene, seat: int) -> str:
    """Return `then Ben, Pat`: the seats that follow this one, in order, for its own reader."""
    people = scene.names
    return _("then %(names)s") % {"names": ", ".join(people[seat + 1 :] + people[:seat])}


def seat_event(kind: str, name: str) -> str:
    """Return the log's line for an event of a seat. Without a name it is the reader's seat."""
    return begun(str(SEAT_EVENTS[kind]) % {"name": name}) if name else str(OWN_SEAT_EVENTS[kind])


def fared(scene: Scene, person: Person, *, wins: bool) -> str:
    """Return how a match ended for a seat if its score doesn't tell it."""
    assert scene.outcome is not None
    # The match ended when the only one resigned. Of several, the number of moves tells it of the last one alone.
    ended_it = scene.outcome["reason"] != "finished" and sum(other.resigned for other in scene.people) == 1
    if person.resigned and not person.ran_out and ended_it:
        if not scene.number:
            return _("resigned before the first move")
        return _("resigned after move %(number)d") % {"number": scene.number}
    if scene.outcome["reason"] == "resigned" and wins:
        return _("wins by resignation")
    return resigned(person)


def resigned(person: Person) -> str:
    """Return `resigned`, and if it was by the clock; "" for others."""
    if not person.resigned:
        return ""
    return _("resigned: out of time three times") if person.ran_out else _("resigned")


def leads(scene: Scene) -> bool:
    """Return True if the viewed seat is the reader's, and leads alone."""
    ranks = scene.view["ranks"]
    return scene.is_yours and ranks[scene.viewer] == 1 and ranks.count(1) == 1


def highest_wins(scene: Scene) -> str:
    """Return who wins where the highest score does, and that the reader leads."""
    return _("highest wins, you lead") if leads(scene) else _("highest wins")


def change(points: int) -> str:
    """Return a change of a score: `+4`, `−8` with a minus sign as wide as the plus."""
    return f"{points:+d}".replace("-", "\N{MINUS SIGN}")


@by_language
def change_points(points: int) -> str:
    """Return `+4 pts`, where the unit is not clear otherwise."""
    return ngettext("%(change)s pt", "%(change)s pts", abs(points)) % {"change": change(points)}


def whole_points(points: int) -> str:
    """Return `1 point` or `12 points`."""
    return ngettext("%(count)d point", "%(count)d points", points) % {"count": points}


def few_points(points: int) -> str:
    """Return `1 pt` or `12 pts`, for narrow places."""
    return ngettext("%(count)d pt", "%(count)d pts", points) % {"count": points}


def cards(count: int) -> str:
    """Return `1 card` or `12 cards`."""
    return ngettext("%(count)d card", "%(count)d cards", count) % {"count": count}


def reason(scene: Scene) -> str:
    """Return why the match ended: by its game's rules, or before its time."""
    assert scene.outcome is not None
    if scene.outcome["reason"] == "finished":
        return board_of(scene.game).ended(scene)
    gone = [person for person in scene.people if person.resigned]
    if not gone:
        return _("The match was abandoned.")
    seats, ran_out = [person.seat for person in gone], any(person.ran_out for person in gone)
    if scene.outcome["reason"] == "abandoned" and scene.you in seats:
        return _("Nobody but bots was left, so the match ended at once. In your history it counts as lost.")
    if seats == [scene.you]:
        return str(OWN_SEAT_EVENTS["out_for_good" if ran_out else "resigned"])
    return gave_up([person.name for person in gone], ran_out)


def gave_up(people: Sequence[str], ran_out: bool) -> str:
    """Return who ended the match by resigning. `ran_out`: by running out of time."""
    if ran_out:
        text = _("%(names)s resigned after running out of time three times.")
    else:
        text = ngettext("%(names)s resigned.", "%(names)s resigned.", len(people))
    return text % {"names": names(people)}


MARKS = {
    reactions.FAST: gettext_lazy(
        "Reactions faster than any person's: last place in a rated match, counted nowhere else."
    ),
    reactions.TOO_EVEN: gettext_lazy(
        "Reactions more even than any person's: last place in a rated match, counted nowhere else."
    ),
    reactions.HELD_BACK: gettext_lazy(
        "The page's answers were held back: last place in a rated match, counted nowhere else."
    ),
}


def marked(person: Person) -> str:
    """Return that a program seems to have played, or that answers were held back; "" for others."""
    return str(MARKS.get(person.mark, ""))


def reacted(person: Person) -> str:
    """Return a person's reactions in a finished real-time match; "" if none were stored."""
    if person.usual_ms is None:
        return ""
    return _("usual reaction %(usual)d ms, best %(best)d ms") % {
        "usual": person.usual_ms,
        "best": person.best_ms,
    }


def option_words(game: str, option: str) -> tuple[Any, Any, Any]:
    """Return a table rule's label, its explanation, and its values in words (by value, or a function).

    They come from `OPTIONS` of the game's board. `seconds` is the function for values that are stored in ms. Label and
    value make a sentence.
    """
    return board_of(game).OPTIONS.get(option, (option.replace("_", " "), "", {}))


def options(game: str, values: dict[str, Any]) -> list[str]:
    """Return a table's rules in words, each a sentence that may stand within another."""
    sentences = []
    for name, value in values.items():
        label, _help, texts = option_words(game, name)
        rule = str(label)[:1].lower() + str(label)[1:]
        text = texts(value) if callable(texts) else texts.get(value, value)
        sentences.append(_("%(rule)s %(value)s") % {"rule": rule, "value": text})
    return sentences


def options_of(table: Table) -> list[str]:
    """Return a table's rules in words, and if hints are allowed."""
    sentences = options(table.game, table.options)
    return [*sentences, _("hints are allowed")] if table.hints else sentences


def pace(live: bool, bank_ms: int, increment_ms: int, weekends_off: bool = False) -> str:
    """Return `live, 10 min + 60 s a move` or `14 days + 2 days a move, weekends off`."""
    if not increment_ms:
        return _("live, everybody at once")
    words = {"times": times(bank_ms, increment_ms)}
    if live:
        return _("live, %(times)s") % words
    return _("%(times)s, weekends off") % words if weekends_off else words["times"]


def pace_of(table: Table) -> str:
    """Return the table's pace, or why moves have no time."""
    if not table.has_clock and not core.game(table.game).REAL_TIME:
        return _("against bots, without a clock")
    return pace(table.is_live, table.bank_ms, table.increment_ms, table.weekends_off)


def over_days(bank_ms: int, increment_ms: int) -> str:
    """Return `over days, 3 days + 1 day a move`."""
    return _("over days, %(times)s") % {"times": times(bank_ms, increment_ms)}


def times(bank_ms: int, increment_ms: int) -> str:
    """Return `10 min + 60 s a move`, or `60 s a move` without a bank."""
    increment = _("%(time)s a move") % {"time": short(increment_ms)}
    return f"{short(bank_ms)} + {increment}" if bank_ms else increment


def short(ms: int) -> str:
    """Return `60 s`, `10 min`, `12 h` or `2 days`: in the largest unit of which there are more than one, days from one
    on."""
    seconds = ms // 1000
    if seconds and seconds % 86_400 == 0:
        return days(seconds // 86_400)
    for unit, text in ((3600, _("%(n)d h")), (60, _("%(n)d min"))):
        if seconds % unit == 0 and seconds >= 2 * unit:
            return text % {"n": seconds // unit}
    return _("%(n)d s") % {"n": seconds}


def limits(live: tuple[int, int], slow: tuple[int, int]) -> str:
    """Return the least and the most of a bank or an increment, at live tables and over days."""
    text = _("live %(least_live)s to %(most_live)s, over days %(least_days)s to %(most_days)s")
    names = "least_live", "most_live", "least_days", "most_days"
    return text % dict(zip(names, map(short, (*live, *slow)), strict=True))


def days(count: int) -> str:
    return ngettext("%(n)d day", "%(n)d days", count) % {"n": count}


def hours(count: int) -> str:
    return ngettext("%(n)d hour", "%(n)d hours", count) % {"n": count}


def minutes(count: int) -> str:
    return ngettext("%(n)d minute", "%(n)d minutes", count) % {"n": count}


def seconds(ms: int) -> str:
    """Return `3 seconds` or `1.2 s`; in French `1,2 s`."""
    if ms % 1000 == 0:
        return duration(ms)
    return _("%(n)s s") % {"n": number_format(Decimal(ms) / 1000)}


def duration(ms: int) -> str:
    """Return the time in the largest whole unit."""
    seconds = ms // 1000
    for unit, text in ((86_400, days), (3600, hours), (60, minutes)):
        if seconds and seconds % unit == 0:
            return text(seconds // unit)
    return ngettext("%(n)d second", "%(n)d seconds", seconds) % {"n": seconds}
