"""The vacation page: the days that are left, a form for a vacation, and an early end."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.signin.requests import SignedInRequest
from games.boards import times
from games.models import Vacation
from games.people import vacation
from games.play import vacations
from games.rules.core import Refused

WEEK = 7 * vacation.DAY


class VacationForm(forms.Form):
    """`last` is the vacation's last day, at most `longest`."""

    last = forms.DateField(
        label=gettext_lazy("Last day of the vacation"),
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        input_formats=["%Y-%m-%d"],
    )

    def __init__(self, *args: Any, person: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person, first = person, vacation.today()
        self.longest = vacation.longest(person) or first
        limits = {"min": first.isoformat(), "max": self.longest.isoformat()}
        self.fields["last"].widget.attrs |= limits
        self.fields["last"].initial = min(first + WEEK - vacation.DAY, self.longest)
        self.fields["last"].help_text = _("%(first)s at the earliest, %(last)s at the latest.") % {
            "first": times.day(first),
            "last": times.day(self.longest),
        }

    def go(self) -> bool:
        try:
            vacations.go_on_vacation(self.person, self.cleaned_data["last"])
        except Refused as refused:
            self.add_error("last" if refused.code != "no_vacation_left" else None, _words(refused))
            return False
        return True


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: SignedInRequest) -> HttpResponse:
    person: int = request.user.pk
    if request.method == "POST" and "back" in request.POST:
        return _come_back(request, person)
    form = VacationForm(request.POST or None, person=person)
    if request.method == "POST" and form.is_valid() and form.go():
        last = times.day(form.cleaned_data["last"])
        messages.success(request, _("You are on vacation until %(day)s.") % {"day": last})
        return redirect("vacation")
    on, year = vacation.current(person), vacation.today().year
    context = {
        "form": form,
        "on": on,
        "until": times.day(on.last) if on else "",
        "ends_today": on is not None and on.last == vacation.today(),
        "left": vacation.left(person, year),
        "next_year": vacation.left(person, year + 1),
        "year": str(year),
        "can_go": vacation.longest(person) is not None,
        "all_days": vacation.DAYS_A_YEAR,
        "past": Vacation.objects.filter(user=person, last__lt=vacation.today()).order_by("-first")[:12],
    }
    return render(request, "people/vacation.html", context, status=400 if form.errors else 200)


def _come_back(request: HttpRequest, person: int) -> HttpResponse:
    try:
        vacations.come_back(person)
        messages.success(request, _("Welcome back. Your clocks go on at midnight (UTC)."))
    except Refused as refused:
        messages.error(request, _words(refused))
    return redirect("vacation")


def _words(refused: Refused) -> str:
    texts = {
        "no_vacation_left": _("You have no day of vacation left this year."),
        "vacation_past": _("The last day can't lie in the past."),
        "not_on_vacation": _("You are not on vacation."),
    }
    if refused.code == "vacation_too_long":
        return _("Your days last until %(day)s at the latest.") % {"day": times.day(refused.params["last"])}
    return texts[refused.code]
