"""Invitation links that a visitor has opened.

They are in the session of a signed-in visitor, and otherwise in a cookie, so that nothing is stored for visitors
(games/views/tables.py).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

COOKIE = "invites"
# The key in sessions.
OPENED_LINKS = "invites"
MOST_LINKS = 50
# The form of tokens that games.models.table makes.
TOKEN = re.compile(r"[\w-]{1,22}", re.ASCII)


def opened(cookies: Mapping[str, str], session: Any) -> list[str]:
    """Return the opened links' tokens. The cookie needs no signature: a visitor who knows a token may use it."""
    cookie_tokens = [token for token in cookies.get(COOKIE, "")[:2000].split(".") if TOKEN.fullmatch(token)]
    return [*session.get(OPENED_LINKS, []), *cookie_tokens[-MOST_LINKS:]]
