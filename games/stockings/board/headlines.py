"""The race's turn bar: what the race waits for, who was first, who has won."""

from __future__ import annotations

from games.boards import results, texts
from games.boards.language import gettext as _
from games.boards.language import ngettext
from games.boards.people import Person
from games.boards.scene import Scene
from games.stockings.board import moment
from games.stockings.board.cards import card_name


def headline(scene: Scene) -> tuple[str, str]:
    """Return the title, which says what the race waits for, and what the viewer can do about it."""
    if scene.outcome:
        return _result(scene)
    view = scene.view
    mine = scene.current and scene.viewer is not None
    if scene.current and scene.number == 0 and not scene.guided:
        return _before(scene, mine)
    if view["phase"] == "swap":
        return _swaps(scene, mine)
    if view["phase"] == "naming":
        return _naming(scene, mine)
    if view["may_flip"]:
        return _flips(scene, mine)
    return _waits(scene, mine)


def awaits_people(scene: Scene) -> bool:
    """Return True if a seated viewer's match waits until its people are ready."""
    return scene.may_be_ready and bool(_awaited(scene))


def _awaited(scene: Scene) -> list[Person]:
    people = [person for person in scene.people if not (person.level or person.stand_in or person.resigned)]
    return [person for person in people if not person.ready]


def _before(scene: Scene, mine: bool) -> tuple[str, str]:
    awaited, people = _awaited(scene), [person for person in scene.people if not person.level]
    if not awaited:
        if mine and scene.view["flipper"] == scene.viewer:
            return _("Flip the first card"), _("or the clock does it")
        return _("Get ready"), _("the first card comes in a moment")
    if scene.me is None:
        return _("Get ready"), _("the first card comes when everybody is ready")
    if scene.me not in awaited:
        return _("You are ready"), texts.waiting_for(scene, [person.seat for person in awaited])
    if len(people) == 1:
        return _("Ready when you are"), _("nothing is flipped before you say so")
    return _("Ready when you are"), _(
        "the first card comes once all are ready, after 20 seconds at the latest"
    )


def _swaps(scene: Scene, mine: bool) -> tuple[str, str]:
    flipper = scene.view["flipper"]
    if mine and flipper == scene.viewer:
        return _("Choose whom to swap with"), _("your whole hand for theirs")
    if flipper == scene.you:
        return _("You swap hands"), _("and choose with whom")
    return _("%(name)s swaps hands") % {"name": scene.name(flipper)}, _("and chooses with whom")


def _flips(scene: Scene, mine: bool) -> tuple[str, str]:
    flipper = scene.view["flipper"]
    if (taken := moment.laid(scene)) and not scene.guided:
        return _first(scene, taken)
    if mine and flipper == scene.viewer:
        return _("Flip the next card"), "" if scene.guided else _("or the clock does it")
    if flipper == scene.you:
        return _("You flip next"), ""
    return _("%(name)s flips next") % {"name": scene.name(flipper)}, ""


def _first(scene: Scene, taken: moment.Laid) -> tuple[str, str]:
    """Name the seat that was first. The text doesn't say that it flips next."""
    values = {"card": card_name(taken.card), "flipped": card_name(taken.flipped)}
    after = _("%(card)s on %(flipped)s") % values
    if taken.seat == scene.you:
        return _("You were first"), after
    return _("%(name)s was first") % {"name": scene.name(taken.seat)}, after


def _result(scene: Scene) -> tuple[str, str]:
    """Return who won, and why if somebody had no card left."""
    assert scene.outcome is not None
    title, after = results.headline(scene)
    if results.is_counted(scene) and min(scene.outcome["scores"]) == 0:
        after = ended(scene)
    return title, after


def ended(scene: Scene) -> str:
    """Return why the race ended: a seat had no cards left, or the table's flips were used up first."""
    rid = [person for person in scene.people if not scene.view["hands"][person.seat]]
    taken = moment.laid(scene)
    if rid and scene.on_the_board and taken and taken.move == scene.entries[-1].number:
        # The line above says already that no card is left.
        return _("The last card: %(card)s.") % {"card": card_name(taken.card)}
    if not rid:
        count = scene.view["options"]["limit"]
        text = ngettext("%(count)d flip was made", "All %(count)d flips were made", count) % {"count": count}
        return _("%(flips)s, and nobody was rid of all cards: the fewest win.") % {"flips": text}
    if [person.seat for person in rid] == [scene.you]:
        return _("You had no card left.")
    text = ngettext("%(names)s had no card left.", "%(names)s had no card left.", len(rid))
    return text % {"names": texts.names([person.name for person in rid])}


def _naming(scene: Scene, mine: bool) -> tuple[str, str]:
    view = scene.view
    drops = mine and scene.viewer in view["pending"]
    waits = texts.waiting_for(scene, view["pending"])
    card = {"card": card_name(view["named"])}
    if not drops:
        return _("Santa asks: %(card)s") % card, waits
    return _("Drop: %(card)s") % card, waits


def _waits(scene: Scene, mine: bool) -> tuple[str, str]:
    view = scene.view
    title = _("Flipped: %(card)s") % {"card": card_name(view["card"])}
    if mine and scene.viewer in view["locked"]:
        return title, _("you are locked out until the next flip")
    if view["card"] == "santa":
        return title, _("lay any stocking, no special card")
    if mine and scene.viewer in view["passed"]:
        return title, _("you passed; you may still lay a card")
    return title, _("lay the same, or a special card")
