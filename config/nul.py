"""No address holds a NUL: PostgreSQL can't be asked for one, so whoever tries finds nothing instead of an error of ours."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.decorators import sync_only_middleware


@sync_only_middleware
def refuse(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def answer(request: HttpRequest) -> HttpResponse:
        if "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            raise Http404("an address holds a NUL")
        return get_response(request)

    return answer
