"""Secrets that are made on the first start and kept in VAR_DIR, so that a fresh clone needs no settings at all."""

from __future__ import annotations

import base64
import os
import secrets
from collections.abc import Callable
from pathlib import Path

# The order of the group of P-256 (FIPS 186-5): a private key is a number from 1 to one less.
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def kept(path: Path, make: Callable[[], str]) -> str:
    """What the file holds; if there is none, one is made that only its owner may read. Of several processes that
    start together one makes it, and no other sees it half written."""
    if not path.exists():
        mine = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
        with os.fdopen(os.open(mine, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(make())
        try:
            os.link(mine, path)
        except FileExistsError:
            pass  # Another process was faster, and has said the last word.
        finally:
            mine.unlink()
    return path.read_text()


def password() -> str:
    return secrets.token_urlsafe(50)


def signing_key() -> str:
    """A private key for VAPID (RFC 8292): 32 bytes, base64url without padding."""
    number = 1 + secrets.randbelow(P256_ORDER - 1)
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode()
