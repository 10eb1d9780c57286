"""Answers to requests that fit no view: those that no browser sends, and a form's address without the form."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.template.loader import render_to_string
from django.utils.decorators import sync_only_middleware

FORM = "application/x-www-form-urlencoded"


@sync_only_middleware
def refuse(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: refuse NUL in URLs, which PostgreSQL can't store, and forms that are not in UTF-8.

    Django raises an error for such a form when it looks for the CSRF token, and again while it answers that error.
    Whoever loads the address of a form again gets a page; Django's answer is empty.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        # First, because the 404 page looks for the token, too.
        if request.content_type == FORM and (request.encoding or "utf-8").lower() != "utf-8":
            return HttpResponseBadRequest("Send forms in UTF-8.\n", content_type="text/plain; charset=utf-8")
        if "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            raise Http404("an address holds a NUL")
        response = get_response(request)
        if response.status_code == 405 and request.method == "GET" and not response.content:
            response.write(render_to_string("405.html", request=request))
        return response

    return answer
