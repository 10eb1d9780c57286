"""A result as a picture to share, in the format that messengers show: PNG, 1200 x 630.

Recent pictures are cached, and a process draws one at a time, so that many requests of one person don't hold up
others.
"""

from __future__ import annotations

from functools import cache, lru_cache
from io import BytesIO
from threading import Lock
from typing import NamedTuple
from unicodedata import normalize

from django.contrib.staticfiles import finders
from PIL import Image, ImageDraw, ImageFont

SIZE = WIDTH, HEIGHT = 1200, 630
KEPT = 64  # cached pictures of about 40 kB
TABLE, PAPER, INK, GOLD = "#123a34", "#f1e6cd", "#1b1a2e", "#ffcb1f"
FONT = "fonts/alegreya-latin-wght-normal.woff2"
LEFT, RIGHT = 62, 1138
# The right edge of the lines beside a drawing, and their top and bottom.
LINES_RIGHT, LINES_TOP, LINES_BOTTOM = 800, 205, 585
# Letters of Western names that Unicode does not decompose.
STROKES = dict(zip("ŁłĐđĦħŦŧı", "LlDdHhTti", strict=True))
_one_at_a_time = Lock()


class Line(NamedTuple):
    name: str
    score: str
    wins: bool


@lru_cache(maxsize=KEPT)
def picture(head: str, title: str, lines: tuple[Line, ...], cover: str) -> bytes:
    """Return the picture. `head` names the match, `title` says how it ended; `cover` is the static path of the game's
    drawing."""
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
    output = BytesIO()
    image.save(output, "PNG")
    return output.getvalue()


def _line(draw: ImageDraw.ImageDraw, line: Line, middle: int, right: int) -> None:
    score = _font(36, 800)
    weight = 900 if line.wins else 500
    room = right - LEFT - int(score.getlength(line.score)) - 30
    name = readable(line.name)
    draw.text((LEFT, middle), name, INK, _fitting(name, 40, weight, room), anchor="lm")
    draw.text((right, middle), line.score, INK, score, anchor="rm")


def is_readable(name: str) -> bool:
    """Return True if the typeface has all letters of the name, at least without their accents."""
    return all(_is_written(_plain(letter)) for letter in name)


def readable(text: str) -> str:
    """Replace letters that the typeface lacks: by the letter without its accent, or by a question mark."""
    return "".join([plain if _is_written(plain) else "?" for plain in map(_plain, text)])


def _plain(letter: str) -> str:
    """Return the letter without its accent or stroke."""
    return letter if _is_written(letter) else normalize("NFKD", STROKES.get(letter, letter))[0]


@lru_cache(maxsize=1000)
def _is_written(letter: str) -> bool:
    return letter.isspace() or _font(40, 500).getmask(letter).getbbox() is not None


def _fitting(text: str, size: int, weight: int, room: int) -> ImageFont.FreeTypeFont:
    """Return the largest font in which the text fits."""
    while size > 12 and _font(size, weight).getlength(text) > room:
        size -= 2
    return _font(size, weight)


@cache
def _font(size: int, weight: int) -> ImageFont.FreeTypeFont:
    """Return the site's typeface."""
    path = finders.find(FONT)
    assert isinstance(path, str)
    font = ImageFont.truetype(path, size)
    font.set_variation_by_axes([weight])
    return font


@cache
def _cover(path: str) -> Image.Image | None:
    file = finders.find(path) if path else None
    if not isinstance(file, str):
        return None
    with Image.open(file) as image:
        drawn = image.convert("RGB")
    drawn.thumbnail((300, LINES_BOTTOM - LINES_TOP))
    return drawn
