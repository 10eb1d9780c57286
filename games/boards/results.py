"""The end of a match as everybody's board shows it: how it went for the reader, and all from the first to the last.

What the scores are made of is the game's to show.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import pgettext_lazy

from games.boards import hooks, texts
from games.boards.elements import Elements, Key
from games.boards.installed import board_of, config
from games.boards.language import gettext as _
from games.boards.language import ngettext, pgettext
from games.boards.scene import Scene

# Of the longest bar, in hundredths.
WIDTH = 100
ORDINALS = (
    pgettext_lazy("place", "1st"),
    pgettext_lazy("place", "2nd"),
    pgettext_lazy("place", "3rd"),
    pgettext_lazy("place", "4th"),
    pgettext_lazy("place", "5th"),
    pgettext_lazy("place", "6th"),
)


class ResultRow(NamedTuple):
    """A seat in a result, for a key. `you` is True for the reader's seat. `resigned` is in words, "" for others.

    `rank` is "" in an abandoned match, where only those who resigned have lost; they come last.
    """

    seat: int
    name: str
    rank: str
    wins: bool
    you: bool
    resigned: str
    score: int


def standings(scene: Scene) -> list[ResultRow]:
    """Return the standings of a finished match in words, the winner first."""
    assert scene.outcome is not None
    ranks, abandoned = scene.outcome["ranks"], scene.outcome["reason"] == "abandoned"
    order = sorted(
        scene.people, key=lambda person: (abandoned and person.resigned, ranks[person.seat], person.seat)
    )
    return [
        ResultRow(
            seat=person.seat,
            name=person.nameplate.name,
            rank="" if abandoned else f"{ranks[person.seat]}.",
            wins=ranks[person.seat] == 1 and not abandoned,
            you=person.seat == scene.you,
            resigned=texts.resigned(person),
            score=scene.outcome["scores"][person.seat],
        )
        for person in order
    ]


def reason(scene: Scene, tie: str) -> str:
    """Return why the match ended, and the rule of `tie` if seats with the same score have different ranks."""
    assert scene.outcome is not None
    scores, ranks = scene.outcome["scores"], scene.outcome["ranks"]
    is_broken = len(set(zip(scores, ranks, strict=True))) > len(set(scores))
    return f"{texts.reason(scene)} {tie}" if is_broken else texts.reason(scene)


def elements(scene: Scene) -> Elements:
    """Return the elements that every game's result has."""
    return {"turn": verdict(scene), "ranking": ranking(scene), "foot": foot(scene)}


def no_count(scene: Scene) -> Key:
    """Return the element that replaces the count of a match that was not played to its end."""
    why = texts.reason(scene)
    is_in_verdict = why.rstrip(".") in [text.rstrip(".") for text in board_of(scene.game).headline(scene)]
    why = "" if is_in_verdict else why
    return "no_count", why, scene.table, scene.current, _so_far(scene), _as_it_was_left(scene)


def is_counted(scene: Scene) -> bool:
    """Return True if the match was played to its end. What stands when somebody leaves is nobody's result."""
    assert scene.outcome is not None
    return bool(scene.outcome["reason"] == "finished")


def _so_far(scene: Scene) -> tuple[tuple[str, str], ...]:
    """Return each seat's name and what it had when somebody left, which its panel had shown to everybody."""
    return tuple(
        [(_("You") if row.you else row.name, counted(row.score, scene.game)) for row in standings(scene)]
    )


def _as_it_was_left(scene: Scene) -> tuple[tuple[SafeString, str], ...]:
    """Return the cards that the viewer saw on the table when somebody left, each with its note."""
    coach = board_of(scene.game).COACH
    table = coach.table(scene.view) if coach else None
    return tuple([(card.face, card.note) for card in table.cards if card.face]) if table else ()


def headline(scene: Scene) -> tuple[str, str]:
    """Return who won, or why nobody did, and how far the reader is from the others."""
    assert scene.outcome is not None
    if scene.outcome["reason"] == "abandoned":
        return (
            (_("You resigned"), texts.reason(scene)) if _left(scene) else (_("The match was abandoned"), "")
        )
    winners = [person.seat for person in scene.people if scene.outcome["ranks"][person.seat] == 1]
    names = texts.names([scene.name(seat) for seat in winners if seat != scene.you])
    if not is_counted(scene):
        return _resigned(scene, winners, names)
    if _left(scene):
        return _("You resigned"), _("A bot played your cards to the end.")
    return _winners(scene, winners, names), _distance(scene, winners)


def _left(scene: Scene) -> bool:
    return scene.you is not None and scene.people[scene.you].resigned


def _resigned(scene: Scene, winners: Sequence[int], names: str) -> tuple[str, str]:
    wins = ngettext("%(names)s wins.", "%(names)s win.", len(winners)) % {"names": names}
    if _left(scene):
        return _("You resigned"), wins
    gone = [person.name for person in scene.people if person.resigned]
    title = ngettext("%(names)s resigned", "%(names)s resigned", len(gone)) % {"names": texts.names(gone)}
    return title, _("You win by resignation.") if scene.you in winners else wins


def _winners(scene: Scene, winners: Sequence[int], names: str) -> str:
    if len(winners) == 1 and (winner := scene.people[winners[0]]).resigned:
        return _("The bot that played for %(name)s wins") % {"name": winner.name}
    if winners == [scene.you]:
        return _("You win")
    if scene.you in winners:
        names = texts.names([scene.name(seat) for seat in winners if seat != scene.you] + [_("you")])
        return pgettext("you among them", "%(names)s win") % {"names": names}
    return ngettext("%(names)s wins", "%(names)s win", len(winners)) % {"names": names}


def _distance(scene: Scene, winners: Sequence[int]) -> str:
    """Compare the reader with the winner, and a winner with who comes next."""
    assert scene.outcome is not None
    scores, ranks, you = scene.outcome["scores"], scene.outcome["ranks"], scene.you
    if you is None or (you in winners and len(winners) > 1):
        return _("with %(points)s") % {"points": counted(scores[winners[0]], scene.game)}
    tied = [person.name for person in scene.people if ranks[person.seat] == ranks[you] and person.seat != you]
    if tied:
        return _("You: %(place)s, with %(names)s") % {
            "place": ordinal(ranks[you]),
            "names": texts.names(tied),
        }
    order = [row.seat for row in standings(scene)]
    other = order[1] if you in winners else winners[0]
    words = {"count": abs(scores[you] - scores[other]), "name": scene.name(other)}
    if not words["count"]:
        return _("You have as many as %(name)s") % words
    if scores[you] < scores[other]:
        text = ngettext(
            "You have %(count)d fewer than %(name)s",
            "You have %(count)d fewer than %(name)s",
            words["count"],
        )
    else:
        text = ngettext(
            "You have %(count)d more than %(name)s", "You have %(count)d more than %(name)s", words["count"]
        )
    return text % words


def counted(score: int, game: str) -> str:
    """`14 points`, or where a game counts cards `4 cards left`."""
    return f"{score} {unit(score, game)}"


def unit(score: int, game: str) -> str:
    if config(game).scores_cards:
        return ngettext("card left", "cards left", score)
    return ngettext("point", "points", score)


def ordinal(place: int) -> str:
    """`1st`."""
    return str(ORDINALS[place - 1]) if place <= len(ORDINALS) else f"{place}."


def verdict(scene: Scene) -> Key:
    """The banner: the reader's place, who won, the reader's score."""
    assert scene.outcome is not None
    (title, after), you, seats = board_of(scene.game).headline(scene), scene.you, len(scene.people)
    helped = you is not None and scene.people[you].helped
    if you is None or scene.outcome["reason"] == "abandoned":
        return "verdict", title, after, helped, False, "", "", 0, None, "", ()
    rank, score = scene.outcome["ranks"][you], scene.outcome["scores"][you]
    number = str(rank)
    # Its reader's gender is unknown, so a French "1" is alone.
    suffix = (pgettext("on a rosette", "1st") if rank == 1 else ordinal(rank)).removeprefix(number)
    won = rank == 1 and not _left(scene)
    if not is_counted(scene):
        return "verdict", title, after, helped, won, number if won else "", suffix, seats, None, "", ()
    marks = tuple(board_of(scene.game).marks()) if won else ()
    return "verdict", title, after, helped, won, number, suffix, seats, score, unit(score, scene.game), marks


def ranking(scene: Scene) -> Key:
    """Return each seat with the width of its score's bar, None without a count, and a word on how it fared."""
    assert scene.outcome is not None
    most, rows, has_count = max(1, *scene.outcome["scores"]), standings(scene), is_counted(scene)
    seats = [
        (
            row,
            max(0, round(WIDTH * row.score / most)) if has_count else None,
            texts.fared(scene, scene.people[row.seat], wins=row.wins),
        )
        for row in rows
    ]
    return "ranking", _order(scene, [row.score for row in rows]), tuple(seats)


def _order(scene: Scene, scores: Sequence[int]) -> str:
    """The list's heading: which score is the best is told by the scores, from first to last."""
    if not is_counted(scene):
        return _("How it ended")
    if config(scene.game).scores_cards:
        return _("Fewest cards first")
    if scores[0] == scores[-1]:
        return _("From first to last")
    return _("Fewest points first") if scores[0] < scores[-1] else _("Most points first")


def foot(scene: Scene) -> Key:
    """Return the actions after a match; none if another moment of it is shown."""
    if not scene.current:
        return ("no_foot",)
    actions = [action for hook in hooks.after_match if (action := hook(scene))]
    main = next((action for action in actions if action.main), None)
    others = tuple([action for action in actions if not action.main])
    seated = scene.viewer is not None
    return "after_match", scene.table, scene.game, seated, scene.rematch, scene.guided, main, others
