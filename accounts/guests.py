"""Guests: people who play at once, with a cookie and a friendly name, and may register later."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

import structlog
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.shortcuts import render

from accounts import limits
from accounts.hooks import hooks
from accounts.models import User
from accounts.signin.outage import is_valkeys

log = structlog.get_logger("unbirthday.accounts")
UNSEEN = timedelta(days=30)
# At most nine letters each: with a number of four digits they make a name of 24 characters.
MOODS = (  # noqa: SIM905
    "Absurd Amiable Beamish Bouncy Brave Breezy Cheerful Civil Cosy Curious Dapper Daring Dreamy Drowsy "
    "Dizzy Eager Fancy Frabjous Gallant Giddy Grinning Hasty Honest Humble Jaunty Jolly Merry Mimsy "
    "Musing Nimble Odd Peckish Plucky Polite Puzzled Quaint Quick Quiet Rambling Riddling Sleepy Snug "
    "Solemn Spry Stately Sudden Sunny Tidy Topsy Upside Wakeful Wandering Whimsical Winking Witty Zany"
).split()
THINGS = (  # noqa: SIM905
    "Beehive Biscuit Bonnet Bottle Bread Butterfly Button Candle Clock Cork Crumb Croquet Crumpet Cup "
    "Daisy Dewdrop Drummer Fan Feather Flamingo Garden Gloves Hedgehog Jam Kettle Key Ladder Lantern "
    "Lobster Marmalade Mirror Muffin Mushroom Oyster Pepper Pigeon Pocket Pudding Puppy Riddle Rosebush "
    "Saucer Scone Sixpence Slipper Spoon Tart Teacup Teapot Thimble Treacle Tulip Umbrella Violet Waltz Whistle"
).split()


def friendly_name(digits: int = 2) -> str:
    """A mood, a thing and a number: Curious Teapot 12."""
    number = secrets.randbelow(9 * 10 ** (digits - 1)) + 10 ** (digits - 1)
    return f"{secrets.choice(MOODS)} {secrets.choice(THINGS)} {number}"


def guest_for(request: HttpRequest) -> User:
    """The person who is signed in, or else a new guest, signed in from now on for a year. One address may be so
    many guests in an hour (settings.GUESTS_PER_HOUR); more are answered with 429."""
    if request.user.is_authenticated:
        return request.user
    _refuse_too_many(request)
    guest = new_guest()
    login(request, guest, backend="accounts.signin.backends.NameBackend")
    return guest


def _refuse_too_many(request: HttpRequest) -> None:
    try:
        if limits.count(request, "guest"):
            return
    except Exception as error:
        if not is_valkeys(error):
            raise
        # A guest who isn't counted harms less than one who is sent off.
        log.warning("guest_not_counted", why=str(error))
        return
    raise ImmediateHttpResponse(render(request, "accounts/too_many_guests.html", status=429))


def new_guest() -> User:
    # A clash is rare with two digits and next to impossible with four.
    for digits in (2, 2, 3, 3, 4, 4, 4):
        guest = User(is_guest=True)
        guest.rename(friendly_name(digits))
        guest.set_unusable_password()
        try:
            with transaction.atomic():
                guest.save()
            return guest
        except IntegrityError:
            continue
    raise RuntimeError("no friendly name is free")


def remove_unseen(now: datetime) -> int:
    """Delete the guests who weren't seen for 30 days and whom nothing needs any more (`hooks.unneeded_guests`); how
    many."""
    gone = User.objects.filter(is_guest=True, last_seen__lt=now - UNSEEN)
    for unneeded in hooks.unneeded_guests:
        gone = unneeded(gone)
    with transaction.atomic():
        removed: int = gone.delete()[1].get(User._meta.label, 0)
    return removed
