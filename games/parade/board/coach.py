"""The coach's texts for Parade: the cards that a card takes now, changes of majorities, the danger for the next seat,
and what the kept cards may count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.utils.safestring import SafeString

from games.boards import texts
from games.boards.contract import Cards, Claim, CoachTexts, SmallCard
from games.boards.figures import chance, points
from games.boards.language import begun, ngettext
from games.boards.language import gettext as _
from games.boards.trials import Trial, Trials
from games.parade.board.cards import COLOUR_NAMES, face, in_a_sentence, listed
from games.parade.board.chances import hidden, is_counted, majority
from games.parade.rules import GAME, rules
from games.parade.rules.rules import COLOUR, COLOURS, DECK, KEPT, VALUE
from games.parade.rules.view import preview
from games.rules import core
from games.rules.chance import Given

# The expected points of the next seat must differ by this much to be mentioned.
TELLING = 0.3


class ParadeCoach(CoachTexts):
    RULES = GAME
    FEWEST = True

    def name(self, view: core.View, move: core.Move, names: Sequence[str]) -> str:
        if move["type"] == "play":
            return in_a_sentence(move["card"])
        return _("keep %(cards)s") % {"cards": listed(_kept(view, move))}

    def claims(
        self, view: core.View, best: core.Move, other: core.Move, names: Sequence[str]
    ) -> Iterable[Claim]:
        if best["type"] == "discard":
            told: list[Any] = []
            for what, claim in (*_counts(view, best), *_counts(view, other)):
                # A card that both moves keep may count the same.
                if what not in told:
                    told.append(what)
                    yield claim
            return
        one, two = (Trials(GAME, view, move) for move in (best, other))
        cheaper = _change(view, best) < _change(view, other)
        if _consequence(view, other)["takes"] != _consequence(view, best)["takes"]:
            yield _now(view, best, one)._replace(argues=cheaper)
            yield _now(view, other, two)._replace(argues=cheaper)
        else:
            yield _both_now(view, one, two)
        yield from _last_round(view, one, two)
        yield from _crowns(view, best, one, names)
        yield from _next(view, best, other, names)

    def faces(self, view: core.View, move: core.Move) -> Sequence[SafeString]:
        return [face(card) for card in ([move["card"]] if move["type"] == "play" else _kept(view, move))]

    def places(self, view: core.View, move: core.Move) -> Sequence[str]:
        if move["type"] == "discard":
            return [f"h-{card}" for card in _kept(view, move)]
        return [f"h-{move['card']}", *(f"p-{card}" for card in _consequence(view, move)["takes"])]

    def table(self, view: core.View) -> Cards:
        return Cards(_("The parade"), [SmallCard(f"p-{card}", face(card)) for card in view["parade"]])

    def hand(self, view: core.View) -> Cards:
        return Cards(_("In hand"), [SmallCard(f"h-{card}", face(card)) for card in view["hand"]])

    def position(self, view: core.View, names: Sequence[str]) -> Sequence[Cards]:
        fans = [
            [SmallCard("", face(card)) for card in sorted(cards, key=DECK.index)] for cards in view["before"]
        ]
        lying = [Cards(begun(name), fan, fan=True) for name, fan in zip(names, fans, strict=True) if fan]
        return [self.table(view), *lying, self.hand(view)]


def _kept(view: core.View, move: core.Move) -> list[str]:
    return [card for card in view["hand"] if card not in move["cards"]]


def _consequence(view: core.View, move: core.Move) -> dict[str, Any]:
    return next(what for other, what in preview(view, view["you"]) if other == move)


def _change(view: core.View, move: core.Move) -> int:
    """Return by how much the seat's points change at once."""
    you = view["you"]
    return int(_consequence(view, move)["scores"][you] - view["scores"][you])


def _now(view: core.View, move: core.Move, trials: Trials) -> Claim:
    """Describe what the card does at once, and by which rule."""
    what, change = _consequence(view, move), _change(view, move)
    values = {"card": in_a_sentence(move["card"]), "value": VALUE[move["card"]]}
    if what["takes"]:
        text = _taken(what["takes"], values | {"change": texts.change_points(change)})
    else:
        text = _nothing_taken(what["reach"], len(view["parade"]), values)
    return trials.claim(text, _comes(view, move))


def _both_now(view: core.View, one: Trials, two: Trials) -> Claim:
    """Tell what both cards do at once, which is no reason for either; if they take nothing, why the first one
    doesn't."""
    takes, change = _consequence(view, one.move)["takes"], _change(view, one.move)
    if not takes:
        return _now(view, one.move, one)
    values = {"cards": listed(takes), "change": texts.change_points(change)}
    return Claim(
        _("Both take %(cards)s: %(change)s.") % values,
        lambda: all(trials.always(_comes(view, trials.move)) for trials in (one, two)),
    )


def _comes(view: core.View, move: core.Move) -> Callable[[Trial], bool]:
    """Return a check that the move takes those cards for those points."""
    what, you, change = _consequence(view, move), view["you"], _change(view, move)

    def holds(trial: Trial) -> bool:
        before, after = trial.before, trial.after
        came = after.before[you][len(before.before[you]) :]
        points = rules.score(after.before)[you] - rules.score(before.before)[you]
        return list(came) == what["takes"] and points == change

    return holds


def _nothing_taken(reach: int, there: int, values: dict[str, Any]) -> str:
    if not reach:
        text = ngettext(
            "%(count)d card lies there: value %(value)d does not reach it.",
            "%(count)d cards lie there: value %(value)d reaches none of them.",
            there,
        )
        return text % {**values, "count": there}
    text = ngettext(
        "%(card)s reaches %(count)d card, of another colour and above %(value)d: it takes nothing.",
        "%(card)s reaches %(count)d cards, of other colours and above %(value)d: it takes nothing.",
        reach,
    )
    return text % {**values, "count": reach}


def _taken(cards: Sequence[str], values: dict[str, Any]) -> str:
    values = values | {"cards": listed(cards), "count": len(cards)}
    text = ngettext(
        "%(card)s takes %(cards)s now: %(change)s.",
        "%(card)s takes %(count)d cards now, %(cards)s: %(change)s.",
        len(cards),
    )
    return text % values


def _last_round(view: core.View, one: Trials, two: Trials) -> Iterable[Claim]:
    """Yield that it is the last round, or which of both moves begins it."""
    if view["left"] is not None:
        text = _("It is the last round: of the other four cards of your hand you keep two, and they count.")
        yield one.claim(text, lambda trial: len(trial.after.hands[view["you"]]) == KEPT)
        return
    if view["deck"] == 1:
        text = _("The last card is drawn now: this begins the last round.")
        yield Claim(text, lambda: one.always(_begins) and two.always(_begins))
        return
    complete = [trials for trials in (one, two) if _completes(view, trials.move)]
    if len(complete) == 2:
        text = _("Both bring your sixth colour: this begins the last round.")
        yield Claim(text, lambda: one.always(_begins) and two.always(_begins))
    elif complete:
        text = _("%(card)s brings your sixth colour: this begins the last round.")
        text %= {"card": in_a_sentence(complete[0].move["card"])}
        yield complete[0].claim(text, _begins, argues=complete[0] is one)


def _begins(trial: Trial) -> bool:
    return any(event["event"] == "last_round" for event in trial.events)


def _completes(view: core.View, move: core.Move) -> bool:
    """Return whether the cards that the move takes give the seat all colours."""
    cards = _after(view, move)[view["you"]]
    return bool(_consequence(view, move)["takes"]) and len({COLOUR[card] for card in cards}) == len(COLOURS)


def _after(view: core.View, move: core.Move) -> list[list[str]]:
    """Return the cards before each seat after the move."""
    before = [list(cards) for cards in view["before"]]
    before[view["you"]] += _consequence(view, move)["takes"]
    return before


def _majorities(before: Sequence[Sequence[str]]) -> list[set[str]]:
    return [
        {colour for colour, (_values, crowned) in zip(COLOURS, columns, strict=True) if crowned}
        for columns in rules.count(before)
    ]


def _crowns(view: core.View, move: core.Move, trials: Trials, names: Sequence[str]) -> Iterable[Claim]:
    """Yield which majorities the card gives and takes for now."""
    after = _after(view, move)
    old, new = _majorities(view["before"]), _majorities(after)
    you, card = view["you"], in_a_sentence(move["card"])
    for colour in sorted(new[you] - old[you]):
        text = _(
            "%(card)s gives you the majority of %(colour)s for now: it counts %(cards)d, not %(printed)d."
        )
        values = {"card": card} | _worth(after[you], colour)
        if values["cards"] != values["printed"]:
            fewer = values["cards"] < values["printed"]
            yield trials.claim(text % values, _changes(you, colour), argues=fewer)
    for seat in range(len(names)):
        for colour in sorted(old[seat] - new[seat]) if seat != you else ():
            text = _(
                "%(card)s costs %(name)s the majority of %(colour)s for now: it counts %(printed)d, not %(cards)d."
            )
            values = {"card": card, "name": names[seat]} | _worth(after[seat], colour)
            if values["cards"] != values["printed"]:
                fewer = values["cards"] < values["printed"]
                yield trials.claim(text % values, _changes(seat, colour), argues=fewer)


def _changes(seat: int, colour: str) -> Callable[[Trial], bool]:
    """Return a check that the move gives or takes the seat's majority of a colour."""

    def holds(trial: Trial) -> bool:
        one, two = (_sizes(moment.before, colour) for moment in (trial.before, trial.after))
        return _is_most(one, seat) != _is_most(two, seat)

    return holds


def _sizes(before: Sequence[Sequence[str]], colour: str) -> list[int]:
    return [sum(card.startswith(f"{colour}-") for card in cards) for cards in before]


def _is_most(sizes: Sequence[int], seat: int) -> bool:
    others = [size for other, size in enumerate(sizes) if other != seat]
    return sizes[seat] > 0 and sizes[seat] - max(others) >= (2 if len(others) == 1 else 0)


def _worth(before: Sequence[str], colour: str) -> dict[str, Any]:
    """Return the points of a colour before a seat: with the majority a point for each card, else the printed values."""
    cards = [card for card in before if COLOUR[card] == colour]
    return {
        "colour": COLOUR_NAMES[colour],
        "cards": len(cards),
        "printed": sum(VALUE[card] for card in cards),
    }


def _counts(view: core.View, move: core.Move) -> Iterable[tuple[Any, Claim]]:
    """Yield what the colours of the kept cards count, and that as a sentence. The majority is a chance, since the
    others keep their cards at the same time."""
    hand = _kept(view, move)
    before = [*view["before"][view["you"]], *hand]
    for colour in sorted({COLOUR[card] for card in hand}):
        share = majority(view, hand, colour)
        worth = _worth(before, colour)
        values = worth | {"kept": listed(hand), "chance": chance(share)}
        if worth["cards"] == worth["printed"]:
            text = _("Keep %(kept)s: %(colour)s then counts %(cards)d, with the majority or without.")
        elif share == 1:
            text = _("Keep %(kept)s: you surely have the majority of %(colour)s, and it counts %(cards)d.")
        elif share == 0:
            text = _("Keep %(kept)s: you can't have the majority of %(colour)s, and it counts %(printed)d.")
        else:
            text = _(
                "Keep %(kept)s: %(colour)s counts %(cards)d with a chance of %(chance)s, else %(printed)d, "
                "if the others keep any two of the cards that you don't see."
            )
        claim = Claim(text % values, lambda colour=colour, share=share: is_counted(view, hand, colour, share))  # type: ignore[misc]
        yield (worth, share), claim


def _next(view: core.View, best: core.Move, other: core.Move, names: Sequence[str]) -> Iterable[Claim]:
    """Yield the points that an unseen card costs the next seat on average, if that speaks for the better move."""
    one, two = (_fear(view, move) for move in (best, other))
    if view["left"] != 1 and round(one - two, 1) >= TELLING:
        text = _(
            "If %(name)s then plays a card that you don't see, it costs %(name)s %(one)s points on average; "
            "after %(other)s it would cost %(two)s."
        )
        seat = (view["you"] + 1) % len(names)
        values = {"name": names[seat], "one": points(one), "two": points(two)}
        text %= {**values, "other": in_a_sentence(other["card"])}
        yield Claim(text, lambda: _is_feared(view, best, one) and _is_feared(view, other, two), argues=True)


def _fear(view: core.View, move: core.Move) -> float:
    after, takes = _after(view, move), _consequence(view, move)["takes"]
    parade = (*(card for card in view["parade"] if card not in takes), move["card"])
    seat, now = (view["you"] + 1) % len(after), rules.score(after)
    costs = []
    for card in hidden(view):
        cards = [[*own, *rules.taken(parade, card)] if at == seat else own for at, own in enumerate(after)]
        costs.append(rules.score(cards)[seat] - now[seat])
    return float(sum(costs) / max(1, len(costs)))


def _is_feared(view: core.View, move: core.Move, fear: float) -> bool:
    """Check the same by giving each hidden card to the next seat, which then plays it by the rules."""
    unseen = hidden(view)

    def holds(trial: Trial) -> bool:
        after = trial.after
        seat, now = after.turn, rules.score(after.before)
        total = 0
        for card in unseen:
            hands = (*after.hands[:seat], (card,), *after.hands[seat + 1 :])
            then, _events = rules.apply(after._replace(hands=hands), seat, rules.PLAYS[card], 0, Given([]))
            total += rules.score(then.before)[seat] - now[seat]
        return abs(total / len(unseen) - fear) < 0.001

    return Trials(GAME, view, move).always(holds)
