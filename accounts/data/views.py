"""The pages of personal data: download it, or delete the account."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import ExitStack
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from allauth.account.decorators import reauthentication_required
from asgiref.sync import sync_to_async
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db import OperationalError
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import page_limits
from accounts.data import deletion, export
from accounts.data.registry import Busy
from accounts.models import User
from accounts.names import KEY_LENGTH, name_key
from accounts.signin.requests import SignedInRequest

CHUNK, IN_MEMORY = 256 * 1024, 4 * 1024 * 1024


class DeletionForm(forms.Form):
    """Asks for the name, so that nobody deletes an account by accident."""

    username = forms.CharField(
        label=gettext_lazy("Your name, as it is written above"),
        max_length=KEY_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, person: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        if name_key(name) != self.person.name_key:
            raise forms.ValidationError(_("This is not your name."))
        return name


@login_required
@never_cache
@require_POST
def download(request: SignedInRequest) -> HttpResponseBase:
    if refused := page_limits.refusal(request, "export"):
        return refused
    person = User.objects.get(pk=request.user.pk)
    number = request.POST.get("part", "1")
    part = int(number) if number.isascii() and number.isdigit() and len(number) < 6 else 1
    response = StreamingHttpResponse(_chunks(_written(person, max(1, part))), content_type="application/zip")
    name = f"unbirthday-{timezone.now():%Y-%m-%d}{f'-{part}' if part > 1 else ''}.zip"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    # A zip is compressed already.
    response["Content-Encoding"] = "identity"
    return response


def _written(person: User, part: int) -> IO[bytes]:
    """Write the zip on the request's own thread, so that other requests go on."""
    with ExitStack() as stack:
        file = stack.enter_context(SpooledTemporaryFile(max_size=IN_MEMORY))
        export.write(person, file, part)
        file.seek(0)
        stack.pop_all()
        return file


async def _chunks(file: IO[bytes]) -> AsyncIterator[bytes]:
    read = sync_to_async(file.read, thread_sensitive=False)
    with file:
        while chunk := await read(CHUNK):
            yield chunk


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@reauthentication_required  # type: ignore[untyped-decorator]
def delete(request: SignedInRequest) -> HttpResponse:
    """Delete the account, after the password and the name were given again."""
    person = User.objects.get(pk=request.user.pk)
    form = DeletionForm(request.POST or None, person=person)
    if not form.is_valid():
        return render(request, "accounts/delete.html", {"form": form, "person": person})
    try:
        deletion.delete(person)
    except (Busy, OperationalError):
        # A move that is being stored may have locked rows that are needed here, and wait for rows that are locked here.
        form.add_error(
            None, _("Somebody moved at one of your tables just now. Nothing was deleted; try again.")
        )
        return render(request, "accounts/delete.html", {"form": form, "person": person}, status=409)
    logout(request)
    messages.success(request, _("Your account is deleted."))
    return redirect(settings.ACCOUNT_LOGOUT_REDIRECT_URL)
