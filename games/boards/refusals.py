"""Texts of refusals that any game may need, and their HTTP statuses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy, ngettext_lazy

from games.boards import hooks, texts
from games.boards.installed import board_of
from games.boards.language import gettext as _
from games.rules.core import Refused

# The HTTP status of a refusal; 409 by default.
STATUS = {
    "malformed": 400,
    "bad_salt": 400,
    "no_commitment": 400,
    "no_such_move": 400,
    "needless_field": 400,
    "bad_field": 400,
    "missing_field": 400,
    "no_such_card": 400,
    "no_such_seat": 400,
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
    "no_such_level": 422,
    "no_such_option": 422,
    "bad_option": 422,
    "bad_seats": 422,
    "reserved": 403,
    "too_talkative": 429,
    "too_many_claims": 429,
    "too_many_messages": 429,
    "too_many_sockets": 429,
    "busy": 503,
}

# By code: a text with the refusal's parameters, or a function of them.
TEXTS: dict[str, Any] = {
    "already_started": gettext_lazy("It is too late for that: the match has started or the table is closed."),
    "bad_field": gettext_lazy("The field “%(field)s” does not hold what a move holds there."),
    "bad_option": gettext_lazy("“%(option)s” can't have that value."),
    "bad_seats": gettext_lazy("This game can't be played by %(seats)s."),
    "bad_salt": gettext_lazy(
        "You are not seated: your part of the shuffle must be up to 64 letters and digits. Please try again."
    ),
    "busy": gettext_lazy("Too many moves came at once. Please try again."),
    "cannot_invite": gettext_lazy("%(name)s can't be invited to this table."),
    "cannot_sit": gettext_lazy("You can't sit down at this table."),
    "chair_taken": gettext_lazy("Somebody has just sat down on that seat."),
    "full": gettext_lazy("Every seat at this table is taken."),
    "not_open_yet": gettext_lazy("That has not begun yet."),
    "invited_already": gettext_lazy("A seat is kept for %(name)s already."),
    "live_only": gettext_lazy("This game is live only: it can't be played over days."),
    "malformed": gettext_lazy("That is not a move. Please reload the page and try again."),
    "members_invite": gettext_lazy(
        "Only members can invite others by name. Your table's link invites anybody."
    ),
    "missing_field": lambda field, **_p: (
        _("Choose a card first.") if field == "card" else _("Something is still to be chosen.")
    ),
    "needless_field": gettext_lazy("The move has “%(field)s”, which it must not have."),
    "no_seat_for_people": gettext_lazy("Leave a seat for yourself: not every seat can be a bot's."),
    "no_such_card": gettext_lazy("There is no card “%(card)s” in this game."),
    "no_such_game": gettext_lazy("There is no such game here."),
    "no_bot_there": gettext_lazy("No bot sits on that seat any more."),
    "no_such_level": gettext_lazy("There is no such bot."),
    "no_such_member": lambda names, **_p: (
        _("There is no member named “%(name)s”.") % {"name": names[0]}
        if len(names) == 1
        else _("No member has one of these names: %(names)s.") % {"names": texts.names(names)}
    ),
    "no_such_move": gettext_lazy("There is no such move in this game."),
    "no_such_option": gettext_lazy("There is no table rule “%(option)s”."),
    "no_such_phrase": gettext_lazy("Only the set phrases can be said here."),
    "no_such_position": gettext_lazy("Nobody can play on from there."),
    "no_such_seat": gettext_lazy("There is no such seat."),
    "no_such_table": gettext_lazy("There is no such table."),
    "not_host": gettext_lazy("Only the one who opened the table can do that."),
    "not_invited": gettext_lazy("This table is by invitation: you need its link."),
    "not_open": gettext_lazy(
        "Nobody can sit down here any more: the match has started or the table is closed."
    ),
    "no_invitation": gettext_lazy("There is no such invitation any more."),
    "not_over": gettext_lazy("The match is not over yet."),
    "others_wait": gettext_lazy("Other people wait for you at this table."),
    "not_seated": gettext_lazy("You have no seat at this table."),
    "not_started": gettext_lazy("The match has not started yet."),
    "nothing_to_take_back": gettext_lazy("You are playing this seat yourself already."),
    "no_commitment": gettext_lazy(
        "You are not seated: your form didn't say which fingerprint of the shuffle it had shown. Here is a new form."
    ),
    "no_guide": gettext_lazy("There is no guided match here."),
    "not_in_guide": gettext_lazy(
        "Here the guide asks for another move. Do what it says, or leave it to play as you like."
    ),
    "guided": gettext_lazy("A guided match has no rematch. Play one of your own."),
    "old_ticket": gettext_lazy(
        "Nothing was opened: your form was too old. Here is a new one, with a new fingerprint of the shuffle."
    ),
    "older_rules": gettext_lazy(
        "This match was played under older rules: the bots can't look at it any more."
    ),
    "other_commitment": gettext_lazy(
        "You are not seated: your form had shown another fingerprint of the shuffle than this table's. Look at this "
        "one, and press again if you like."
    ),
    "other_turn": gettext_lazy("Your next turn is not one for that."),
    "over": gettext_lazy("The match is over."),
    "reserved": gettext_lazy("The free seats are kept for people who were invited."),
    "resigned": gettext_lazy("You have resigned from this match."),
    "same_card_twice": gettext_lazy("Choose two different cards."),
    "sits_already": gettext_lazy("%(name)s sits at this table already."),
    "somebody_left": gettext_lazy("Somebody has just left. Look who sits here now, then begin if you like."),
    "stale": gettext_lazy("You have moved since that board was shown. Here is the table as it stands."),
    "times_agreed": gettext_lazy(
        "Somebody sits here already, to play at these times. They can't change now."
    ),
    "too_few_seats": gettext_lazy(
        "With those who sit or are invited here the table needs %(least)d seats at least."
    ),
    "too_many_invited": ngettext_lazy(
        "There is %(most)d free seat for the people you invite.",
        "There are %(most)d free seats for the people you invite.",
        "most",
    ),
    "too_many_claims": gettext_lazy("Too many tries: wait for the next chance."),
    "unfit_bank": lambda live, least, most, **_p: (
        (
            _("At a live table the bank is %(least)s to %(most)s.")
            if live
            else _("At a table over days the bank is %(least)s to %(most)s.")
        )
        % {"least": texts.short(least), "most": texts.short(most)}
    ),
    "unfit_increment": lambda live, least, most, **_p: (
        (
            _("At a live table each move has %(least)s to %(most)s.")
            if live
            else _("At a table over days each move has %(least)s to %(most)s.")
        )
        % {"least": texts.short(least), "most": texts.short(most)}
    ),
    "used_ticket": gettext_lazy(
        "Nothing was opened: this form has been used already. Here is a new one, with a new fingerprint of the shuffle."
    ),
    "weekends_live": gettext_lazy("Weekends can be off at tables over days only."),
    "take_back_first": gettext_lazy("A bot plays your seat: say first that you are back."),
    "too_many_messages": gettext_lazy("Too much came from here at once. Please wait a moment."),
    "too_many_running": ngettext_lazy(
        "You already sit at %(most)d table. End a match or leave an open table first.",
        "You already sit at %(most)d tables. End a match or leave an open table first.",
        "most",
    ),
    "too_many_sockets": gettext_lazy(
        "Too many pages are open from here. Please close some, then reload this one."
    ),
    "too_many_waiting": ngettext_lazy(
        "A guest may wait at %(most)d open table of others at most. Leave it first.",
        "A guest may wait at %(most)d open tables of others at most. Leave one of them first.",
        "most",
    ),
    "too_many_tables": ngettext_lazy(
        "You already have %(most)d open table.",
        "You already have %(most)d open tables.",
        "most",
    ),
    "your_turn": gettext_lazy("It is your turn: you can move at once."),
    "too_talkative": gettext_lazy("Let the others get a word in: wait a little."),
}


def refusal(refused: Refused, game: str = "", names: Sequence[str] = ()) -> tuple[str, int]:
    """Return why something isn't possible, in words, and the HTTP status for it. `names` are those of the seats."""
    return _text(refused, game, names), hooks.statuses.get(refused.code) or STATUS.get(refused.code, 409)


def _text(refused: Refused, game: str, names: Sequence[str]) -> str:
    if refused.code == "not_your_turn":
        awaited = texts.names([names[seat] for seat in refused.params["seats"]])
        return _("Your move was not saved: the table is waiting for %(names)s.") % {"names": awaited}
    own = board_of(game).REFUSALS if game else {}
    text = own.get(refused.code) or hooks.refusals.get(refused.code) or TEXTS.get(refused.code)
    return _("That move is not possible now.") if text is None else filled_in(text, refused.params)


def filled_in(text: Any, params: Mapping[str, Any]) -> str:
    """Return a text of TEXTS with its parameters filled in."""
    return str(text(**params) if callable(text) else text % params)
