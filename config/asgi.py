"""The ASGI application: pages by Django, sockets by Channels."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

from hosting.limits.pages import FewAtOnce
from hosting.server.origins import SameOrigin

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
pages = get_asgi_application()

from games.sockets import OpeningCheck, sockets  # noqa: E402  (models need the app registry, which the line above fills)

application = ProtocolTypeRouter(
    {
        "http": FewAtOnce(pages),
        "websocket": SameOrigin(OpeningCheck(AuthMiddlewareStack(URLRouter(sockets)))),
    }
)
