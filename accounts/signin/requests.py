"""Requests, as views may take them."""

from __future__ import annotations

from django.http import HttpRequest

from accounts.models import User


class SignedInRequest(HttpRequest):
    """What a view gets that `login_required` or `reauthentication_required` guards: somebody's."""

    user: User
