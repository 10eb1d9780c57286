"""Secrets that are made on the first start and stored in VAR_DIR, so that a fresh clone needs no settings."""

from __future__ import annotations

import base64
import os
import secrets
from collections.abc import Callable
from pathlib import Path

from config.environment import WrongSetting

# The order of the group of P-256 (FIPS 186-5): a private key is a number from 1 to one less.
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def stored(path: Path, make: Callable[[], str]) -> str:
    """Return the content of the file; if there is none, make one that only its owner may read.

    If several processes start together, one makes it, and no other sees it half written. WrongSetting if it can't be
    read or is empty.
    """
    try:
        if not path.exists():
            _make(path, make())
        text = path.read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is no text"
        raise WrongSetting(
            f"The key in {path} can't be read or made ({why}): let it belong to whoever runs the site."
        ) from None
    if not text:
        raise WrongSetting(
            f"The key in {path} is empty: put the file of a backup there, or remove it and a new one is made."
        )
    return text


def _make(path: Path, text: str) -> None:
    mine = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    with os.fdopen(os.open(mine, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
    try:
        os.link(mine, path)
    except FileExistsError:
        pass  # Another process was faster; its file is used.
    finally:
        mine.unlink()


def password() -> str:
    return secrets.token_urlsafe(50)


def signing_key() -> str:
    """Return a private key for VAPID (RFC 8292): 32 bytes, base64url without padding."""
    number = 1 + secrets.randbelow(P256_ORDER - 1)
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode()


def read_signing_key(text: str) -> str:
    """Return the key. WrongSetting if it is malformed."""
    try:
        number = int.from_bytes(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), "big")
    except ValueError:
        number = 0
    if not 0 < number < P256_ORDER or len(text.rstrip("=")) != 43:
        raise WrongSetting(
            "The VAPID key is none (32 bytes in base64url, below the order of P-256): put back the one of a backup, or "
            "remove vapid-key from VAR_DIR or VAPID_PRIVATE_KEY from the settings and a new one is made."
        )
    return text
