"""The ASGI door: pages by Django, sockets by Channels."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
pages = get_asgi_application()

from games.live import sockets  # noqa: E402  (models need the app registry, which the line above fills)

application = ProtocolTypeRouter(
    {
        "http": pages,
        # Cookies ride on sockets opened by other sites' pages, too: the origin is checked first.
        "websocket": AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(sockets))),
    }
)
