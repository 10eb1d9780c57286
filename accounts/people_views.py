"""The pages of one's people and of one's token: friends, whom one doesn't meet, and what scripts show. For members."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import people, tokens
from accounts.models import User
from games import play, waiting
from games.models import Table


@never_cache
@login_required
@require_safe
def friends(request: HttpRequest) -> HttpResponse:
    """One's friends, who of them is here, and the open tables where they sit; and whom one has blocked."""
    person: User = request.user
    if person.is_guest:
        return render(request, "accounts/friends_guest.html")
    known = people.friends_of(person)
    apart = people.apart_from(person.pk)
    tables: dict[int, list[Table]] = defaultdict(list)
    for user, table in waiting.public_tables_of({each.person.pk for each in known} - apart, apart):
        tables[user].append(table)
    shown = [(each, tables[each.person.pk]) for each in known]
    return render(request, "accounts/friends.html", {"known": shown, "blocked": people.blocked_by(person)})


def _changes(change: Callable[[User, str], str]) -> Callable[[HttpRequest], HttpResponse]:
    """A form with somebody's `name`: done, said in a word, and back to where it was sent from."""

    @login_required
    @require_POST
    def changed(request: HttpRequest) -> HttpResponse:
        person: User = request.user
        if person.is_guest:
            return redirect("friends")
        name = request.POST.get("name", "")
        try:
            messages.success(request, change(person, name))
        except ValidationError as error:
            messages.error(request, error.messages[0])
        if request.POST.get("back") == "profile" and (other := User.objects.named(name)):
            return redirect(other)
        return redirect("friends")

    return changed


@_changes
def add(person: User, name: str) -> str:
    friend = people.befriend(person, name)
    return _("%(name)s is on your list of friends.") % {"name": friend.username}


@_changes
def remove(person: User, name: str) -> str:
    people.unfriend(person, name)
    return _("%(name)s is not on your list any more.") % {"name": name}


@_changes
def block(person: User, name: str) -> str:
    other = people.block(person, name)
    play.part(person.pk, other.pk)
    return _("You and %(name)s won't meet at a table.") % {"name": other.username}


@_changes
def unblock(person: User, name: str) -> str:
    people.unblock(person, name)
    return _("You have unblocked %(name)s.") % {"name": name}


@never_cache
@login_required
@sensitive_variables("made")
@require_http_methods(["GET", "HEAD", "POST"])
def token(request: HttpRequest) -> HttpResponse:
    """Make a token, which is shown this once, or end it."""
    person, made = User.objects.get(pk=request.user.pk), ""
    if person.is_guest:
        return redirect("claim")
    if request.method == "POST" and request.POST.get("what") == "revoke":
        tokens.revoke(person)
        messages.success(request, _("The token is ended."))
        return redirect("token")
    if request.method == "POST":
        made = tokens.make(person)
    address = request.build_absolute_uri("/api/turns/")
    context = {"made": made, "has": person.token_hash is not None, "address": address}
    return render(request, "accounts/token.html", context)
