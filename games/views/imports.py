"""Importing a match record, and the records that a person has imported."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from accounts import page_limits
from accounts.guests import guest_for
from games.boards import unreadable
from games.records import importing
from games.rules.match import Unreadable
from games.rules.record_parser import MOST_BYTES
from games.views.pages import person_of

# Bytes that a form adds to the record: its other fields and multipart boundaries.
ROOM = 100_000


# Exempt because Django looks for the token in the body, which must not be read before its length is checked.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def import_record(request: HttpRequest) -> HttpResponse:
    """Import a record, as a file or as pasted text, and go to its replay; show the page with the reason if refused."""
    if _length(request) > MOST_BYTES + ROOM:
        return _page(request, Unreadable("too_large", most=MOST_BYTES))
    if request.method != "POST":
        return _page(request)
    # Limits are checked before the body is read, too.
    for action in ("failed_import", "import"):
        if answer := page_limits.refusal_by_now(request, action):
            return answer
    with page_limits.one_at_a_time(request, "import") as refused:
        return refused or _received(request)


def _length(request: HttpRequest) -> int:
    length = request.META.get("CONTENT_LENGTH") or "0"
    return int(length) if length.isascii() and length.isdigit() else 0


@csrf_protect
def _received(request: HttpRequest) -> HttpResponse:
    try:
        # A guest is only made for a valid record.
        if person := person_of(request):
            importing.refuse_too_many(person)
        judged = importing.judge(_data(request))
        table = importing.store(judged, guest_for(request))
        page_limits.refusal(request, "import")
        return redirect("replay", table.pk)
    except Unreadable as fault:
        page_limits.refusal(request, "failed_import")
        return _page(request, fault)


def _data(request: HttpRequest) -> bytes:
    file = request.FILES.get("file")
    if file is None:
        return request.POST.get("text", "").encode(errors="replace")
    if (file.size or 0) > MOST_BYTES:
        raise Unreadable("too_large", most=MOST_BYTES)
    return bytes(file.read())


def _page(request: HttpRequest, fault: Unreadable | None = None) -> HttpResponse:
    person = person_of(request)
    text, status = unreadable.sentence(fault) if fault else ("", 200)
    own_matches = [
        (table, request.build_absolute_uri(f"/i/{table.invite}/"))
        for table in (importing.imported_by(person) if person else [])
    ]
    context = {"refused": text, "mine": own_matches, "most": MOST_BYTES // 1_000_000}
    return render(request, "games/import.html", context, status=status)
