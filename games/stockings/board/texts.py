"""The race's texts: options, what a move did, refusals; and the move that a form sends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy, ngettext_lazy

from games.boards import texts
from games.boards.fields import Form, number
from games.boards.language import begun, ngettext
from games.boards.language import gettext as _
from games.boards.scene import Entry
from games.rules import core
from games.stockings.board.cards import CARD_NAMES, card_name
from games.stockings.rules.rules import SANTA, SPECIALS

MOST_CARDS = 120
OPTIONS: dict[str, Any] = {
    "window": (
        gettext_lazy("A flipped card waits"),
        gettext_lazy("In seconds: 3 is lively, 5 usual, 8 gentle. Three seats have 3 if nothing is said."),
        texts.seconds,
    ),
    "pause": (
        gettext_lazy("The clock flips after"),
        gettext_lazy("In seconds: how long the flipper may wait once a card is settled."),
        texts.seconds,
    ),
    "limit": (
        gettext_lazy("The match ends after"),
        gettext_lazy("In flips: how many cards are flipped at most. Then the fewest cards win."),
        lambda flips: ngettext("%(count)d flip", "%(count)d flips", flips) % {"count": flips},
    ),
}

REFUSALS: dict[str, Any] = {
    "not_begun": gettext_lazy("The race has not begun yet."),
    "not_the_flipper": gettext_lazy("It isn't your flip."),
    "card_waits": gettext_lazy("The card still waits: somebody may lay something on it."),
    "swap_first": gettext_lazy("First the elf's swap."),
    "naming_first": gettext_lazy("First Santa's stockings are dropped."),
    "no_such_flip": gettext_lazy("That card has not been flipped."),
    "not_open_yet": gettext_lazy("That card has not been flipped."),
    "not_in_hand": lambda card, **_p: _("You don't hold that card: %(card)s.") % {"card": _known(card)},
    "too_many_claims": gettext_lazy("You have slapped this card often enough: wait for the next flip."),
    "locked_out": gettext_lazy("You laid a wrong card: wait for the next flip."),
    "old_flip": gettext_lazy("That card is not the newest any more."),
    "nothing_waits": gettext_lazy("No card waits, so there is nothing to pass."),
    "passed_already": gettext_lazy("You have passed this card already."),
    "no_swap_due": gettext_lazy("No swap is due."),
    "not_your_swap": gettext_lazy("It isn't you who swaps."),
    "swap_with_oneself": gettext_lazy("Swap with somebody else."),
    "nothing_named": gettext_lazy("No stocking is named just now."),
    "not_asked": gettext_lazy("You have answered, or you hold none of them."),
    "other_design": lambda named, **_p: (
        _("Only this can be dropped now: %(card)s.") % {"card": _known(named)}
    ),
    "not_one_card": ngettext_lazy(
        "Ho! Ho! Ho! is for the last card; you hold %(count)d.",
        "Ho! Ho! Ho! is for the last card; you hold %(count)d.",
        "count",
    ),
    "called_already": gettext_lazy("You have called already."),
    "clock_only": gettext_lazy("Only the clock does that."),
    "too_early": gettext_lazy("It is too early for that."),
}


def _known(card: str | None) -> str:
    return card_name(card) if card in CARD_NAMES else str(card)


def sentence(entry: Entry, names: Sequence[str], you: int | None) -> str:
    """Return for example `Ada laid an elf on flip 12 and swaps. Ben draws a card.`"""
    sentences = [_happened(event, names, you) for event in entry.events]
    return " ".join(text for text in sentences if text)


def _happened(event: core.Event, names: Sequence[str], you: int | None) -> str:
    kind, mine = event["event"], you is not None and event.get("seat") == you
    values: dict[str, Any] = {"name": names[event["seat"]] if "seat" in event else ""}
    if "card" in event:
        values["card"] = card_name(event["card"])
    if "cards" in event:
        values["count"] = len(event["cards"])
        kind = "kept" if kind == "dropped" and not event["cards"] else kind
    if kind == "swapped":
        values["other"] = names[event["with"]]
        kind = "swapped_with_you" if event["with"] == you else kind
    if kind == "returned":
        kind = f"returned_{event['why']}"
    return begun(SENTENCES[kind][mine] % values) if kind in SENTENCES else ""


def why(entry: Entry) -> str:
    """Return why a card was right, or why it came back."""
    events = {event["event"]: event for event in entry.events}
    if "right" in events and "discarded" in events:
        *_below, newest, card = events["discarded"]["cards"]
        return str(RIGHT["special" if card in SPECIALS else "santa" if newest == SANTA else "same"])
    if "late" in events:
        return _("Somebody was faster: the card stays in the hand that it came from.")
    back = events.get("wrong") or events.get("returned")
    return str(BACK[back["why"]]) if back else ""


RIGHT = {
    "special": gettext_lazy("A special card goes on any stocking."),
    "santa": gettext_lazy("Any stocking goes on Santa."),
    "same": gettext_lazy("The same stocking lay there."),
}
BACK = {
    "not_waiting": gettext_lazy("Nothing is laid on that card."),
    "no_match": gettext_lazy("It does not go on the card that lay there."),
    "special": gettext_lazy("A special card can't be the last."),
    "no_call": gettext_lazy("Ho! Ho! Ho! is called before the last card."),
}


_FLIPPED, _NAMED, _SHUFFLED = (
    gettext_lazy("Flipped: %(card)s."),
    gettext_lazy("Everybody may drop every %(card)s."),
    gettext_lazy("The discards are shuffled into a new deck."),
)
# For each event, the text for everybody else and the text for the player concerned.
SENTENCES: dict[str, tuple[Any, Any]] = {
    "flipped": (_FLIPPED, _FLIPPED),
    "shuffled": (_SHUFFLED, _SHUFFLED),
    "right": (gettext_lazy("%(name)s was first: %(card)s."), gettext_lazy("You were first: %(card)s.")),
    "wrong": (
        gettext_lazy("%(name)s laid a wrong card, %(card)s."),
        gettext_lazy("You laid a wrong card, %(card)s."),
    ),
    "late": (
        gettext_lazy("%(name)s came too late with %(card)s."),
        gettext_lazy("You came too late with %(card)s."),
    ),
    "returned_special": (
        gettext_lazy("%(name)s laid the last card, %(card)s: a special card comes back."),
        gettext_lazy("You laid your last card, %(card)s: a special card comes back."),
    ),
    "returned_no_call": (
        gettext_lazy("%(name)s laid the last card, %(card)s, without Ho! Ho! Ho!: it comes back."),
        gettext_lazy("You laid your last card, %(card)s, without Ho! Ho! Ho!: it comes back."),
    ),
    "named": (_NAMED, _NAMED),
    "called": (gettext_lazy("%(name)s: Ho! Ho! Ho!"), gettext_lazy("You: Ho! Ho! Ho!")),
    "passed": (gettext_lazy("%(name)s passed."), gettext_lazy("You passed.")),
    "swapped": (
        gettext_lazy("%(name)s swaps hands with %(other)s."),
        gettext_lazy("You swap hands with %(other)s."),
    ),
    "drew": (
        ngettext_lazy("%(name)s draws %(count)d card.", "%(name)s draws %(count)d cards.", "count"),
        ngettext_lazy("You draw %(count)d card.", "You draw %(count)d cards.", "count"),
    ),
    "dropped": (
        ngettext_lazy("%(name)s drops %(count)d.", "%(name)s drops %(count)d.", "count"),
        ngettext_lazy("You drop %(count)d.", "You drop %(count)d.", "count"),
    ),
    "kept": (gettext_lazy("%(name)s keeps them."), gettext_lazy("You keep them.")),
    "swapped_with_you": (gettext_lazy("%(name)s swaps hands with you."), ""),
}


def move_of_form(form: Form) -> core.Move:
    """Return the move that a form sends.

    `do` names an action without parameters, `card` is laid on the flip that the page shows, `swap` is a seat, and
    `drop` a card with the number to drop, `stocking-4 2`.
    """
    if form.get("do") == "pass":
        return {"type": "pass", "flip": number(form.get("flip", ""))}
    if form.get("do") in ("flip", "ho_ho_ho"):
        return {"type": form["do"]}
    if "card" in form:
        return {"type": "slap", "flip": number(form.get("flip", "")), "card": form["card"]}
    if "swap" in form:
        return {"type": "swap", "seat": number(form.get("swap", ""))}
    if "drop" in form:
        card, _space, count = form.get("drop", "").partition(" ")
        return {"type": "drop", "cards": [card] * min(number(count), MOST_CARDS)}
    raise core.Refused("malformed")
