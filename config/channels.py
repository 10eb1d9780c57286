"""Where messages between processes and counts of attempts are kept: in a Valkey that all share, or in the one
process."""

from __future__ import annotations

from typing import Any

# So many counts are kept where there is no Valkey. Django's own would keep 300: guesses at other names, or the visitors
# of an hour, would make it forget the wrong passwords of a day.
MOST_COUNTS = 100_000


def layers(address: str) -> dict[str, Any]:
    """Django Channels' own setting."""
    if not address:
        return {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    return {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [address]},
        }
    }


def caches(address: str) -> dict[str, Any]:
    """Django's."""
    if not address:
        return {
            "default": {
                "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
                "OPTIONS": {"MAX_ENTRIES": MOST_COUNTS},
            }
        }
    return {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": address,
            # Seconds: whoever signs in while it is away is told so (accounts/signin/outage.py), and not kept waiting.
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 2},
        }
    }
