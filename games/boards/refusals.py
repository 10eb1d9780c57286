"""Why something isn't possible, in words that any game may need, and the HTTP status that says so."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.boards.hooks import hooks
from games.boards.language import gettext as _
from games.boards.language import ngettext
from games.boards.texts import names, short
from games.rules.core import Refused

# The HTTP status of a refusal; 409 (the table says no) where nothing else is said.
STATUS = {
    "malformed": 400,
    "bad_salt": 400,
    "no_commitment": 400,
    "no_such_move": 400,
    "needless_field": 400,
    "bad_field": 400,
    "missing_field": 400,
    "nothing_chosen": 400,
    "no_such_card": 400,
    "no_such_phrase": 400,
    "no_such_game": 404,
    "no_such_table": 404,
    "not_seated": 403,
    "not_host": 403,
    "not_invited": 403,
    "members_invite": 403,
    "cannot_sit": 403,
    "cannot_invite": 403,
    "no_such_member": 422,
    "reserved": 403,
    "too_talkative": 429,
    "too_many_claims": 429,
    "too_many_messages": 429,
    "too_many_sockets": 429,
    "busy": 503,
}

TEXTS: dict[str, Callable[..., str]] = {
    "already_started": lambda **_p: _(
        "It is too late for that: the match has started or the table is closed."
    ),
    "bad_field": lambda field, **_p: (
        _("The field “%(field)s” does not hold what a move holds there.") % {"field": field}
    ),
    "bad_option": lambda option, **_p: _("“%(option)s” can't have that value.") % {"option": option},
    "bad_seats": lambda seats, **_p: _("This game can't be played by %(seats)s.") % {"seats": seats},
    "bad_salt": lambda **_p: _(
        "You are not seated: your part of the shuffle must be up to 64 letters and digits. Please try again."
    ),
    "busy": lambda **_p: _("Too many moves came at once. Please try again."),
    "cannot_invite": lambda name, **_p: _("%(name)s can't be invited to this table.") % {"name": name},
    "cannot_sit": lambda **_p: _("You can't sit down at this table."),
    "chair_taken": lambda **_p: _("Somebody has just sat down on that chair."),
    "full": lambda **_p: _("Every seat at this table is taken."),
    "nothing_chosen": lambda **_p: _("Choose one of the moves."),
    "invited_already": lambda name, **_p: _("A seat is kept for %(name)s already.") % {"name": name},
    "live_only": lambda **_p: _("This game is live only: it can't be played over days."),
    "malformed": lambda **_p: _("That is not a move. Please reload the page and try again."),
    "members_invite": lambda **_p: _(
        "Only members can invite others by name. Your table's link invites anybody."
    ),
    "missing_field": lambda field, **_p: (
        _("Choose a card first.") if field == "card" else _("Something is still to be chosen.")
    ),
    "needless_field": lambda field, **_p: (
        _("The move has “%(field)s”, which it must not have.") % {"field": field}
    ),
    "no_seat_for_people": lambda **_p: _("Leave a seat for yourself: not every seat can be a bot's."),
    "no_such_card": lambda card, **_p: _("There is no card “%(card)s” in this game.") % {"card": card},
    "no_such_game": lambda **_p: _("There is no such game here."),
    "no_bot_there": lambda **_p: _("No bot sits on that chair any more."),
    "no_such_level": lambda **_p: _("There is no such bot."),
    "no_such_member": lambda name, **_p: _("There is no member named “%(name)s”.") % {"name": name},
    "no_such_move": lambda **_p: _("There is no such move in this game."),
    "no_such_option": lambda option, **_p: _("There is no table rule “%(option)s”.") % {"option": option},
    "no_such_phrase": lambda **_p: _("Only the set phrases can be said here."),
    "no_such_position": lambda **_p: _("Nobody can play on from there."),
    "no_such_table": lambda **_p: _("There is no such table."),
    "not_host": lambda **_p: _("Only the one who opened the table can do that."),
    "not_invited": lambda **_p: _("This table is by invitation: you need its link."),
    "not_open": lambda **_p: _(
        "Nobody can sit down here any more: the match has started or the table is closed."
    ),
    "no_invitation": lambda **_p: _("There is no such invitation any more."),
    "not_over": lambda **_p: _("The match is not over yet."),
    "not_seated": lambda **_p: _("You have no seat at this table."),
    "not_started": lambda **_p: _("The match has not started yet."),
    "nothing_to_take_back": lambda **_p: _("You are playing this seat yourself already."),
    "no_commitment": lambda **_p: _(
        "You are not seated: your form didn't say which fingerprint of the shuffle it had shown. Here is a new form."
    ),
    "no_guide": lambda **_p: _("There is no guided match here."),
    "not_in_guide": lambda **_p: _(
        "Here the guide asks for another move. Do what it says, or leave it to play as you like."
    ),
    "guided": lambda **_p: _("A guided match has no rematch. Play one of your own."),
    "old_ticket": lambda **_p: _(
        "Nothing was opened: your form was too old. Here is a new one, with a new fingerprint of the shuffle."
    ),
    "older_rules": lambda **_p: _(
        "This match was played under older rules: the bots can't look at it any more."
    ),
    "other_commitment": lambda **_p: _(
        "You are not seated: your form had shown another fingerprint of the shuffle than this table's. Look at this "
        "one, and press again if you like."
    ),
    "other_turn": lambda **_p: _("Your next turn is not one for that."),
    "over": lambda **_p: _("The match is over."),
    "reserved": lambda **_p: _("The free seats are kept for people who were invited."),
    "resigned": lambda **_p: _("You have resigned from this match."),
    "sits_already": lambda name, **_p: _("%(name)s sits at this table already.") % {"name": name},
    "somebody_left": lambda **_p: _(
        "Somebody has just left. Look who sits here now, then begin if you like."
    ),
    "stale": lambda **_p: _("You have moved since that board was shown. Here is the table as it stands."),
    "too_few_seats": lambda least, **_p: (
        _("With those who sit or are invited here the table needs %(least)d seats at least.")
        % {"least": least}
    ),
    "too_many_invited": lambda most, **_p: (
        ngettext(
            "There is %(most)d free seat for the people you invite.",
            "There are %(most)d free seats for the people you invite.",
            most,
        )
        % {"most": most}
    ),
    "too_many_claims": lambda **_p: _("Too many tries: wait for the next chance."),
    "unfit_bank": lambda live, least, most, **_p: (
        (
            _("At a live table the bank is %(least)s to %(most)s.")
            if live
            else _("At a table over days the bank is %(least)s to %(most)s.")
        )
        % {"least": short(least), "most": short(most)}
    ),
    "unfit_increment": lambda live, least, most, **_p: (
        (
            _("At a live table each move has %(least)s to %(most)s.")
            if live
            else _("At a table over days each move has %(least)s to %(most)s.")
        )
        % {"least": short(least), "most": short(most)}
    ),
    "used_ticket": lambda **_p: _(
        "Nothing was opened: this form has been used already. Here is a new one, with a new fingerprint of the shuffle."
    ),
    "weekends_live": lambda **_p: _("Weekends can be off at tables over days only."),
    "take_back_first": lambda **_p: _("A bot plays your seat: say first that you are back."),
    "too_many_messages": lambda **_p: _("Too much came from here at once. Please wait a moment."),
    "too_many_running": lambda most, **_p: (
        ngettext(
            "You already play %(most)d match. End one first.",
            "You already play %(most)d matches. End one first.",
            most,
        )
        % {"most": most}
    ),
    "too_many_sockets": lambda **_p: _(
        "Too many pages are open from here. Please close some, then reload this one."
    ),
    "too_many_tables": lambda most, **_p: (
        ngettext("You already have %(most)d open table.", "You already have %(most)d open tables.", most)
        % {"most": most}
    ),
    "your_turn": lambda **_p: _("It is your turn: you can move at once."),
    "too_talkative": lambda **_p: _("Let the others get a word in: wait a little."),
}


def status(code: str) -> int:
    return hooks.statuses.get(code) or STATUS.get(code, 409)


def refusal(refused: Refused, names_by_seat: Sequence[str], own: Mapping[str, Callable[..., str]]) -> str:
    """Why something isn't possible, for people; `own` are the game's texts by code."""
    params: dict[str, Any] = dict(refused.params)
    if refused.code == "not_your_turn":
        awaited = [names_by_seat[seat] for seat in params["seats"]]
        return _("Your move was not saved: the table is waiting for %(names)s.") % {"names": names(awaited)}
    text = own.get(refused.code) or hooks.refusals.get(refused.code) or TEXTS.get(refused.code)
    return text(**params) if text else _("That move is not possible now.")
