"""A result as a picture to share, in the measures and the format that messengers show: PNG, 1200 x 630.

It is drawn from plain words, once for each: what was drawn last is kept, and one is drawn at a time in a process, so
that nobody who asks for many keeps others waiting for theirs."""

from __future__ import annotations

from functools import cache, lru_cache
from io import BytesIO
from threading import Lock
from typing import NamedTuple
from unicodedata import normalize

from django.contrib.staticfiles import finders
from PIL import Image, ImageDraw, ImageFont

SIZE = WIDTH, HEIGHT = 1200, 630
KEPT = 64  # pictures of about 40 kB
TABLE, PAPER, INK, GOLD = "#123a34", "#f1e6cd", "#1b1a2e", "#ffcb1f"
FONT = "fonts/alegreya-latin-wght-normal.woff2"
LEFT, RIGHT = 62, 1138
# Where the lines of the result end, if the game has a drawing, and how high they stand together.
LINES_RIGHT, LINES_TOP, LINES_BOTTOM = 800, 205, 585
# Letters of Western names that Unicode makes of no other one.
STROKES = dict(zip("ŁłĐđĦħŦŧı", "LlDdHhTti", strict=True))
_one_at_a_time = Lock()


class Line(NamedTuple):
    name: str
    score: str
    wins: bool


@lru_cache(maxsize=KEPT)
def picture(head: str, title: str, lines: tuple[Line, ...], cover: str) -> bytes:
    """`head` says which match it was, `title` how it ended; `cover` is the static path of the game's drawing."""
    with _one_at_a_time:
        return _drawn(head, title, lines, cover)


def _drawn(head: str, title: str, lines: tuple[Line, ...], cover: str) -> bytes:
    image = Image.new("RGB", SIZE, TABLE)
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((28, 28, WIDTH - 28, HEIGHT - 28), 12, PAPER, INK, 5)
    draw.rectangle((28, 92, WIDTH - 29, 184), GOLD, INK, 4)
    draw.text((LEFT, 62), "Unbirthday", INK, _font(34, 900), anchor="lm")
    head = readable(head)
    draw.text((RIGHT, 62), head, INK, _fitting(head, 27, 500, 820), anchor="rm")
    title = readable(title)
    draw.text((LEFT, 138), title, INK, _fitting(title, 50, 900, RIGHT - LEFT), anchor="lm")
    drawing = _cover(cover)
    if drawing is not None:
        image.paste(drawing, (RIGHT - drawing.width, LINES_TOP))
        draw.rectangle((RIGHT - drawing.width, LINES_TOP, RIGHT, LINES_TOP + drawing.height), None, INK, 3)
    step = min(74, (LINES_BOTTOM - LINES_TOP) // max(1, len(lines)))
    for place, line in enumerate(lines):
        _line(draw, line, LINES_TOP + step * place + step // 2, LINES_RIGHT if drawing else RIGHT)
    found = BytesIO()
    image.save(found, "PNG")
    return found.getvalue()


def _line(draw: ImageDraw.ImageDraw, line: Line, middle: int, right: int) -> None:
    score = _font(36, 800)
    weight = 900 if line.wins else 500
    room = right - LEFT - int(score.getlength(line.score)) - 30
    name = readable(line.name)
    draw.text((LEFT, middle), name, INK, _fitting(name, 40, weight, room), anchor="lm")
    draw.text((right, middle), line.score, INK, score, anchor="rm")


def is_readable(name: str) -> bool:
    """Return True if the typeface has its letters, with or without accents."""
    return all(_is_written(_plain(letter)) for letter in name)


def readable(text: str) -> str:
    """Without what the typeface can't write, which would be left out: accents of other languages go, and of another
    script's letters a question mark is left."""
    return "".join([letter if _is_written(letter) else _instead(letter) for letter in text])


def _instead(letter: str) -> str:
    plain = _plain(letter)
    return plain if _is_written(plain) else "?"


def _plain(letter: str) -> str:
    """The letter that an accent or a stroke was put on."""
    return letter if _is_written(letter) else normalize("NFKD", STROKES.get(letter, letter))[0]


@lru_cache(maxsize=1000)
def _is_written(letter: str) -> bool:
    return letter.isspace() or _font(40, 500).getmask(letter).getbbox() is not None


def _fitting(text: str, size: int, weight: int, room: int) -> ImageFont.FreeTypeFont:
    """As large as there is room for the text."""
    while size > 12 and _font(size, weight).getlength(text) > room:
        size -= 2
    return _font(size, weight)


@cache
def _font(size: int, weight: int) -> ImageFont.FreeTypeFont:
    """The site's own."""
    path = finders.find(FONT)
    assert isinstance(path, str)
    found = ImageFont.truetype(path, size)
    found.set_variation_by_axes([weight])
    return found


@cache
def _cover(path: str) -> Image.Image | None:
    found = finders.find(path) if path else None
    if not isinstance(found, str):
        return None
    with Image.open(found) as image:
        drawn = image.convert("RGB")
    drawn.thumbnail((300, LINES_BOTTOM - LINES_TOP))
    return drawn
