"""Settings for Django Channels and caches: in a Valkey that processes share, or in the memory of the only process."""

from __future__ import annotations

from typing import Any

# The limit without Valkey. With Django's default of 300, guesses at other names, or the visitors of an hour, would
# push out the counts of wrong passwords of a day.
MOST_COUNTS = 100_000


def layers(address: str) -> dict[str, Any]:
    """Return the setting CHANNEL_LAYERS."""
    if not address:
        return {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    return {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [address]},
        }
    }


def caches(address: str) -> dict[str, Any]:
    """Return the setting CACHES."""
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
            # Seconds. While Valkey is away, sign-ins are answered at once (accounts/signin/outage.py).
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 2},
        }
    }
