"""The offer of recovery codes, made once to people who registered without an email address."""

from __future__ import annotations

import time

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

# Session key: the person's key, and until when the offer lasts.
OFFERED = "codes_offered"
LASTS = 15 * 60  # seconds


def offered_first(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Redirect a new member to the offer, if nothing else could replace a lost password; else return `response`."""
    person = request.user
    if (
        EmailAddress.objects.filter(user=person).exists()
        or Authenticator.objects.filter(user=person).exists()
    ):
        return response
    request.session[OFFERED] = [person.pk, time.time() + LASTS]
    return redirect(reverse("offer_codes", query={"next": response["Location"]}))
