"""WebSocket frames (RFC 6455) that bypass autobahn: small whole texts of a client, the server's texts, pings."""

from __future__ import annotations

from functools import lru_cache

WHOLE_TEXT, MASKED = 0x81, 0x80
# A ping without a payload, and the beginning of a client's pong; four bytes of its mask follow.
PING, PONG, PONG_LENGTH = b"\x89\x00", b"\x8a\x80", 6
# The same with a payload of four bytes, which comes back.
NUMBERED_PING, NUMBERED_PONG, NUMBERED_LENGTH = b"\x89\x04", b"\x8a\x84", 10
# The longest text in bytes that is read here; a move has a few hundred. Autobahn takes milliseconds for this length.
SMALL = 65_535


def text_at_start(data: bytes) -> tuple[str, bytes] | None:
    """Return the text of a whole, masked, small text frame at the beginning, and the data after it.

    None if there is another kind of frame, or an incomplete one (RFC 6455, 5.2).
    """
    if len(data) < 6 or data[0] != WHOLE_TEXT or not data[1] & MASKED:
        return None
    start, end = _bounds(data)
    if end - start > SMALL or len(data) < end:
        return None
    try:
        return unmasked(data[start:end], data[start - 4 : start]).decode(), data[end:]
    except UnicodeDecodeError:
        return None


def is_begun(data: bytes) -> bool:
    """Return True if the data may be an incomplete frame of that kind."""
    if data[:1] != bytes([WHOLE_TEXT]) or (len(data) > 1 and not data[1] & MASKED):
        return False
    if len(data) < 8:
        return True
    start, end = _bounds(data)
    return end - start <= SMALL and len(data) < end


def _bounds(data: bytes) -> tuple[int, int]:
    """Return start and end of a masked frame's payload. A longer one than SMALL counts as SMALL + 1."""
    length = data[1] & 0x7F
    if length < 126:
        return 6, 6 + length
    return 8, 8 + (int.from_bytes(data[2:4]) if length == 126 else SMALL + 1)


def number_at_start(data: bytes) -> bytes:
    """Return the payload of a whole pong with four bytes at the beginning; b"" if there is none."""
    if len(data) < NUMBERED_LENGTH or not data.startswith(NUMBERED_PONG):
        return b""
    return unmasked(data[6:NUMBERED_LENGTH], data[2:6])


def unmasked(payload: bytes, mask: bytes) -> bytes:
    length = len(payload)
    key = (mask * (length // 4 + 1))[:length]
    return (int.from_bytes(payload) ^ int.from_bytes(key)).to_bytes(length)


@lru_cache(maxsize=1)
def frame_of(text: str) -> bytes:
    """Return the text's frame. The last one is kept, because a text is often sent to many sockets in a row."""
    return made_frame(text.encode())


def made_frame(payload: bytes) -> bytes:
    """Return an unmasked text frame, as servers send it."""
    length = len(payload)
    if length < 126:
        return bytes((WHOLE_TEXT, length)) + payload
    if length < 1 << 16:
        return bytes((WHOLE_TEXT, 126)) + length.to_bytes(2) + payload
    return bytes((WHOLE_TEXT, 127)) + length.to_bytes(8) + payload
