"""The workbench's pages.

Each seat is a frame with its own host name: `0.<table>.localhost` and so on. Browsers resolve these names to this
machine and store cookies by host name, so every frame is signed in as another person. All host names of one table
belong to one site, so the browser sends the cookies in frames, too.
"""

from __future__ import annotations

from django import forms
from django.contrib.auth import login
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from games import boards
from games.models import Seat, Table
from games.rules import core
from games.workbench import opening

SALT = "games.workbench"


class NewMatch(forms.Form):
    game = forms.ChoiceField()
    seats = forms.IntegerField(min_value=2, max_value=6, initial=3)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["game"].choices = [(name, boards.title(name)) for name in boards.games()]  # type: ignore[attr-defined]

    def open(self) -> str:
        return opening.open_new(**self.cleaned_data)


class StoredPosition(forms.Form):
    match = forms.CharField(max_length=12, help_text="The part of the match's address after /t/.")
    number = forms.IntegerField(label="After move", min_value=0, initial=0)

    def open(self) -> str:
        return opening.open_at(**self.cleaned_data)


FORMS: dict[str, type[NewMatch | StoredPosition]] = {"new": NewMatch, "position": StoredPosition}


@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """Show both forms. The submitted one opens a table. A link such as `?match=abc&number=7` fills in the second
    one."""
    forms_by_kind = {kind: form(initial=request.GET.dict()) for kind, form in FORMS.items()}
    if (kind := request.POST.get("kind", "")) in FORMS:
        forms_by_kind[kind] = form = FORMS[kind](request.POST)
        if form.is_valid():
            try:
                return redirect("workbench_seats", form.open())
            except core.Refused as refused:
                form.add_error(None, boards.refusal(refused)[0])
    status = 400 if request.method == "POST" else 200
    return render(request, "workbench/start.html", {"forms": forms_by_kind}, status=status)


@require_safe
def seats(request: HttpRequest, table: str) -> HttpResponse:
    """Show all seats of a table side by side."""
    name, port = f"{table}.localhost", request.get_port()
    if request.get_host().partition(":")[0] != name.lower():
        return redirect(f"http://{name}:{port}{request.path}")
    row = get_object_or_404(Table, pk=table)
    people = Seat.objects.filter(table=row, user__is_guest=True)
    frames = [
        f"http://{seat.index}.{name}:{port}{reverse('workbench_sit', args=[_token(seat)])}" for seat in people
    ]
    again = f"{reverse('workbench')}?match={row.pk}&number={row.number}"
    return render(request, "workbench/seats.html", {"table": row, "frames": frames, "again": again})


@require_safe
def sit(request: HttpRequest, token: str) -> HttpResponse:
    """Sign the frame in as the person of its seat, and show the table."""
    try:
        table, person = signing.loads(token, salt=SALT)
    except signing.BadSignature as error:
        raise Http404 from error
    user = get_object_or_404(User, pk=person, is_guest=True)
    login(request, user, backend="accounts.signin.backends.NameBackend")
    return redirect("table", table)


def _token(seat: Seat) -> str:
    return signing.dumps([seat.table_id, seat.user_id], salt=SALT)
