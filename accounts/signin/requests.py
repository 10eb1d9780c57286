"""Types of requests."""

from __future__ import annotations

from django.http import HttpRequest

from accounts.models import User


class SignedInRequest(HttpRequest):
    """The request of a view behind `for_members`, `login_required` or `reauthentication_required`."""

    user: User
