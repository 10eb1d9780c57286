"""Frames of sockets (RFC 6455) that take the short way: small whole texts of a client, texts of ours, pings."""

from __future__ import annotations

WHOLE_TEXT, MASKED = 0x81, 0x80
# A ping without a payload, and how a client's answer to it begins; four bytes of its mask follow.
PING, PONG, PONG_LENGTH = b"\x89\x00", b"\x8a\x80", 6
# The same with a number of four bytes, which comes back.
NUMBERED_PING, NUMBERED_PONG, NUMBERED_LENGTH = b"\x89\x04", b"\x8a\x84", 10
# The longest text in bytes that takes the short way; a move is a few hundred. Autobahn takes milliseconds for as much.
SMALL = 65_535


def text_at_start(data: bytes) -> tuple[str, bytes] | None:
    """The text of a whole, masked, small text frame at the beginning, and what follows it; None if there is another
    kind of frame, or not all of it (RFC 6455, 5.2)."""
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
    """Whether that may be the beginning of such a frame, and not all of it."""
    if data[:1] != bytes([WHOLE_TEXT]) or (len(data) > 1 and not data[1] & MASKED):
        return False
    if len(data) < 8:
        return True
    start, end = _bounds(data)
    return end - start <= SMALL and len(data) < end


def _bounds(data: bytes) -> tuple[int, int]:
    """Of a masked frame's payload; it is too long if more than SMALL."""
    length = data[1] & 0x7F
    if length < 126:
        return 6, 6 + length
    return 8, 8 + (int.from_bytes(data[2:4]) if length == 126 else SMALL + 1)


def number_at_start(data: bytes) -> bytes:
    """The number that comes back in a whole answer to a numbered ping at the beginning; empty if there is none."""
    if len(data) < NUMBERED_LENGTH or not data.startswith(NUMBERED_PONG):
        return b""
    return unmasked(data[6:NUMBERED_LENGTH], data[2:6])


def unmasked(payload: bytes, mask: bytes) -> bytes:
    length = len(payload)
    key = (mask * (length // 4 + 1))[:length]
    return (int.from_bytes(payload) ^ int.from_bytes(key)).to_bytes(length)


class Frames:
    """The text that was sent last, as a frame: who shares a text is sent it one after the other."""

    text, frame = "", b"\x81\x00"

    def of(self, text: str) -> bytes:
        if text is not self.text:
            self.text, self.frame = text, made_frame(text.encode())
        return self.frame


frame_of = Frames().of


def made_frame(payload: bytes) -> bytes:
    """A whole text frame, unmasked, as servers send it."""
    length = len(payload)
    if length < 126:
        return bytes((WHOLE_TEXT, length)) + payload
    if length < 1 << 16:
        return bytes((WHOLE_TEXT, 126)) + length.to_bytes(2) + payload
    return bytes((WHOLE_TEXT, 127)) + length.to_bytes(8) + payload
