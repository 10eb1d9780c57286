"""The site as a web app: the service worker, the page without a connection, and the manifest."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe


@require_safe
@cache_control(max_age=600)
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker. Its URL is at the root because a worker controls only paths beside and below it."""
    context = {"LANGUAGES": settings.LANGUAGES}
    return render(request, "sw.js", context, content_type="text/javascript; charset=utf-8")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Return the page that the service worker shows without a connection, in the requested language."""
    language = request.GET.get("language", "")
    with override(language if language in dict(settings.LANGUAGES) else get_language()):
        return render(request, "games/offline.html")


@require_safe
@cache_control(max_age=3600)
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the web app manifest (https://www.w3.org/TR/appmanifest/)."""
    about = {
        "id": "/",
        "name": "Unbirthday",
        "short_name": "Unbirthday",
        "description": _("Small card games, with friends, strangers and bots."),
        "lang": get_language(),
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#123a34",
        "theme_color": "#123a34",
        "icons": [
            _icon("favicon.svg", "any", "image/svg+xml"),
            _icon("icon-192.png", "192x192"),
            _icon("icon-512.png", "512x512"),
            _icon("icon-maskable-512.png", "512x512") | {"purpose": "maskable"},
        ],
    }
    return JsonResponse(about, content_type="application/manifest+json")


def _icon(name: str, sizes: str, kind: str = "image/png") -> dict[str, str]:
    return {"src": static(f"img/{name}"), "sizes": sizes, "type": kind}
