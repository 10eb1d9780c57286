"""Decorators that restrict who may see a page."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect


def for_members(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Restrict a page to members: guests are asked to register, visitors to sign in.

    Visitors must not reach allauth's views, which would store what they post until they sign in.
    """

    @wraps(view)
    def members_only(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if request.user.is_guest:
            return redirect("register_guest")
        return view(request, *args, **kwargs)

    return members_only
