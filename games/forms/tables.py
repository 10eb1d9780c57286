"""The form that opens a table. The game's rules define the allowed values, its board has the names of options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import boards
from games.boards.level_words import LEVEL_WORDS
from games.boards.texts import option_words, seconds
from games.forms import hooks
from games.forms.time_control import PaceForm
from games.play.bot_names import OF_LEVEL, ON_PANELS
from games.play.opening import Plan
from games.rules import core

PERSON = "person"


def offered_levels(rules: core.Game) -> list[tuple[str, Any]]:
    """Return the bots' levels that a new table may have, weakest first, with labels such as `Raven, strongest`."""
    return [(level, _label(level)) for level in rules.LEVELS if level != core.RANDOM]


def _label(level: str) -> Any:
    """Return the level's word after the name of its face; a game's own level has no face."""
    word = LEVEL_WORDS.get(level, level)
    return format_lazy("{}, {}", ON_PANELS[OF_LEVEL[level]], word) if level in OF_LEVEL else word


class OpenTableForm(PaceForm):
    """A plan of a table for one game, with its seats, bots and options.

    Too many bots are refused when the table is opened. The game is the submitted one, else the initial one, else the
    first.
    """

    field_order = ("seats", "bots", "public", "invite", "level", "pace", "weekends_off", "hints")
    game = forms.ChoiceField(widget=forms.HiddenInput)
    seats = forms.TypedChoiceField(label=_("Seats"), coerce=int)
    bots = forms.TypedChoiceField(label=_("Bots among these seats"), coerce=int, initial=0, required=False)
    level = forms.ChoiceField(label=_("The bots are"), required=False, widget=forms.RadioSelect)
    public = forms.ChoiceField(
        label=_("Who may sit down"),
        choices=[("yes", _("anybody")), ("no", _("whoever has the link"))],
        initial="yes",
    )
    hints = forms.BooleanField(
        label=_("Everybody may ask for a hint"),
        required=False,
        help_text=_(
            "The match then counts in no statistics once somebody has asked. Against bots alone you may "
            "ask in any case."
        ),
    )
    invite = forms.CharField(
        label=_("Invite members by name"),
        required=False,
        max_length=200,
        help_text=_("Names, with commas between them. A seat is kept for each."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = boards.games()
        chosen = (self.data if self.is_bound else self.initial).get("game")
        self.name: str = chosen if chosen in names else names[0]
        self.rules = core.game(self.name)
        self.games = [(name, boards.title(name)) for name in names]
        self.initial["game"] = self.name
        self._offer("game", self.games)
        self._offer("seats", [(n, str(n)) for n in self.rules.SEATS])
        self._offer("bots", [(n, str(n)) for n in range(max(self.rules.SEATS))])
        self._offer("level", offered_levels(self.rules))
        self.fields["level"].initial = self.rules.bot_level("easy")
        self.offer_paces(race=self.rules.REAL_TIME)
        if boards.board_of(self.name).COACH is None:
            del self.fields["hints"]
        self.fields["seats"].initial = 3 if 3 in self.rules.SEATS else self.rules.SEATS[0]
        self.fields |= {f"seat_{seat}": self._seat_field(seat) for seat in range(1, max(self.rules.SEATS))}
        rules = {option.name: option_field(self.name, option) for option in self.rules.OPTIONS}
        self.fields |= {f"rule_{name}": field for name, field in rules.items()}

    def offer_terms(self, person: User | None) -> None:
        """Add the fields of features."""
        offered = {name: offer(person, self.rules) for name, offer in hooks.terms.items()}
        self.fields |= {name: field for name, field in offered.items() if field is not None}

    def terms(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in hooks.terms if name in self.cleaned_data}

    def _seat_field(self, seat: int) -> forms.Field:
        choices = [("", _("as above")), (PERSON, _("a person")), (_("a bot"), offered_levels(self.rules))]
        label = _("Seat %(number)d") % {"number": seat + 1}
        return forms.ChoiceField(label=label, choices=choices, required=False)

    def chosen_seats(self) -> list[forms.BoundField]:
        """Return the fields for single seats, which override the number of bots."""
        return [self[f"seat_{seat}"] for seat in range(1, max(self.rules.SEATS))]

    def chooses_seats(self) -> bool:
        """Return True if the section of seats and hints should be open."""
        hints = "hints" in self.fields and bool(self["hints"].value())
        return hints or any(field.errors or field.value() for field in self.chosen_seats())

    def table_rules(self) -> list[forms.BoundField]:
        return [self[f"rule_{option.name}"] for option in self.rules.OPTIONS]

    def chooses_rules(self) -> bool:
        """Return True if an option is not the default, or is invalid."""
        return self.is_bound and any(field.errors or field.value() for field in self.table_rules())

    def plain_fields(self) -> list[forms.BoundField]:
        """Return the fields outside sections that open."""
        folded = ("seat_", "own_", "rule_")
        return [field for field in self.visible_fields() if not field.name.startswith(folded)]

    def levels(self) -> list[str]:
        """Return the levels of the seats after the host's, "" for a person's."""
        data = self.cleaned_data
        bots = data["bots"] or 0
        people = max(0, data["seats"] - 1 - bots)
        levels = [""] * people + [data["level"] or self.rules.bot_level("easy")] * bots
        for seat in range(1, data["seats"]):
            if chosen := data[f"seat_{seat}"]:
                levels[seat - 1] = "" if chosen == PERSON else chosen
        return levels

    def _offer(self, field: str, choices: Sequence[tuple[Any, Any]]) -> None:
        self.fields[field].choices = choices  # type: ignore[attr-defined]

    def options(self) -> dict[str, Any]:
        """Return the chosen options. A missing one is the game's default."""
        chosen = {option.name: self.cleaned_data[f"rule_{option.name}"] for option in self.rules.OPTIONS}
        return {name: value for name, value in chosen.items() if value is not None}

    def invited(self) -> list[str]:
        """Return the names of the members for whom seats are reserved."""
        names = self.cleaned_data.get("invite", "").split(",")
        return [name.strip() for name in names if name.strip()]

    def plan(self) -> Plan:
        data = self.cleaned_data
        return Plan(
            game=data["game"],
            seats=data["seats"],
            bots=self.levels(),
            public=data["public"] == "yes",
            invited=self.invited(),
            clock=False,
            hints=data.get("hints", False),
            **self.pace_of(),
            options=self.options(),
            terms=self.terms(),
        )


class SecondsField(forms.DecimalField):
    """A table rule that is stored in ms and filled in as seconds. `min_value` and `max_value` are in ms."""

    def __init__(self, *, min_value: int, max_value: int, **options: Any) -> None:
        super().__init__(min_value=min_value / 1000, max_value=max_value / 1000, decimal_places=3, **options)

    def clean(self, value: Any) -> Any:
        number = super().clean(value)
        return None if number is None else int(number * 1000)


def option_field(game: str, option: core.Option) -> forms.Field:
    """Return a field for an option: a number within a range, or a choice of a few values. Empty means the default."""
    label, text, values = option_words(game, option.name)
    if isinstance(option.choices, range):
        least, most = option.choices[0], option.choices[-1]
        kind = SecondsField if values is seconds else forms.IntegerField
        field = kind(min_value=least, max_value=most, required=False, label=label, help_text=text)
        default = option.default / 1000 if values is seconds else option.default
        field.widget.attrs["placeholder"] = f"{default:g}"
        return field
    by_text = {str(value): value for value in option.choices}
    return forms.TypedChoiceField(
        label=label,
        help_text=text,
        choices=[(name, values.get(value, name)) for name, value in by_text.items()],
        coerce=by_text.__getitem__,
        initial=str(option.default),
        required=False,
        empty_value=None,
    )
