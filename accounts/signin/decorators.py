"""Who may see a page."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect


def for_members(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page that needs a password of one's own: guests are asked to register first."""

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated and request.user.is_guest:
            return redirect("claim")
        return view(request, *args, **kwargs)

    return shown
