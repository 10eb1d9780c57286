"""Names that people can tell apart: what a name may be made of, and the key under which look-alikes meet.
Pure: knows nothing of the database."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from confusable_homoglyphs.confusables import confusables_data
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

# Whoever leaves the site for good is called so at the tables where they played; a second one "Former player 2".
FORMER_PLAYER = "Former player"
_FORMER = re.compile(rf"{FORMER_PLAYER}( \d+)?")
_OFFICES = ("admin", "administrator", "moderator", "staff", "support", "system", "root", "guest", "anonymous")
# What pages say of whoever sits there or looks on, in both languages.
_ROLES = (
    "bot",
    "robot",
    "computer",
    "you",
    "me",
    "everybody",
    "nobody",
    "player",
    "spectator",
    "server",
    "host",
    "clock",
    "ordinateur",
    "vous",
    "toi",
    "moi",
    "personne",
    "joueur",
    "joueuse",
    "spectateur",
    "spectatrice",
    "serveur",
    "hébergeur",
    "horloge",
    "administrateur",
    "administratrice",
    "modérateur",
    "modératrice",
    "équipe",
    "invité",
    "invitée",
    "anonyme",
    "hôte",
    "tu",
)
_reserved = {"Unbirthday", *_OFFICES, *_ROLES}
_NUMBERED = re.compile(r"[\W\d_]+$")

# Reserved names that are read otherwise in other languages.
_translated: dict[str, StrPromise] = {}

NAME_LENGTH = 24
KEY_LENGTH = 80
_SEPARATORS = " .'-_"
# Two long-vowel and repetition signs that Japanese names need; other modifier letters look like apostrophes.
_SIGNS = "ー々"
# Letters by category that show nothing at all: Hangul fillers.
_INVISIBLE = "\u115f\u1160\u3164\uffa0"
# Scripts that are written together; any other mixture is a trap.
_TOGETHER = {"LATIN", "CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"}
_SMALL_CAPITAL = "LATIN LETTER SMALL CAPITAL "
# What the table keeps apart, though it looks alike in most fonts.
_ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l"})
_PAIRS = {"rn": "m", "vv": "w"}


def tidy(name: str) -> str:
    """The name as it is stored: compatibility forms replaced (NFKC), one kind of apostrophe, single spaces."""
    return " ".join(unicodedata.normalize("NFKC", name).replace("’", "'").split())


def name_key(name: str) -> str:
    """What two names share if people could take one for the other, in whichever case they are written."""
    decomposed = unicodedata.normalize("NFD", tidy(name).casefold())
    letters = "".join(_latin(letter) or min(_alike(letter)) for letter in decomposed)
    return _joined(letters)


def _joined(letters: str) -> str:
    # A capital I with a dot casefolds to an i and a dot of its own.
    key = letters.translate(_ALIKE).replace("l\u0307", "l")
    for pair, single in _PAIRS.items():
        key = key.replace(pair, single)
    for separator in _SEPARATORS:
        key = key.replace(separator, " ")
    return unicodedata.normalize("NFC", " ".join(key.split()))


def translate(names: Mapping[str, StrPromise]) -> None:
    """These names are reserved in every language, and read in the reader's."""
    _translated.update(names)
    for language, _name in settings.LANGUAGES:
        with override(language):
            reserve([str(name) for name in names.values()])


def shown(name: str) -> str:
    """A name at a table as it is read: bots, and whoever has left for good, are called so in the reader's language."""
    if name in _translated:
        return str(_translated[name])
    found = _FORMER.fullmatch(name)
    return name if found is None else gettext("Former player") + (found[1] or "")


@lru_cache(maxsize=2000)
def _alike(letter: str) -> frozenset[str]:
    """All single characters that look like this one, itself included."""
    found, new = {letter}, [letter]
    while new:
        others = {entry["c"] for entry in confusables_data.get(new.pop(), ()) if len(entry["c"]) == 1}
        new += others - found
        found |= others
    return frozenset(found)


@lru_cache(maxsize=2000)
def _written(letter: str) -> str:
    """The Latin letter or the digit that this character looks like as it stands, in lower case; else nothing."""
    if letter.isascii():
        return letter.casefold()
    name = unicodedata.name(letter, "")
    if name.startswith(_SMALL_CAPITAL) and len(name) == len(_SMALL_CAPITAL) + 1:
        return name[-1].lower()
    latin = sorted(other for other in _alike(letter) if other.isascii())
    return latin[0].casefold() if latin else ""


def _latin(letter: str) -> str:
    """As `_written`, for the letter in either case: н is H in capitals."""
    return _written(letter) or (_written(letter.upper()) if len(letter.upper()) == 1 else "")


def validate_name(name: str) -> None:
    """ValidationError unless people can read the name and tell it from every other by sight."""
    if not all(_is_allowed(letter) for letter in name) or not (name[:1] + name[-1:]).isalnum():
        raise ValidationError(
            _("Use letters, digits, spaces and . ' - _; begin and end with a letter or digit."), "invalid"
        )
    if len(name) < 2 or not any(letter.isalpha() for letter in name):
        raise ValidationError(_("A name has at least two characters, one of them a letter."), "too_little")
    if _is_mixed(name) or _is_disguised(name):
        raise ValidationError(_("These letters are too easily taken for others."), "look_alike")
    if len(name) > NAME_LENGTH or len(name_key(name)) > KEY_LENGTH:
        raise ValidationError(_("This name is too long."), "max_length")


def reserve(names: Iterable[str]) -> None:
    """Nobody can be called so from now on."""
    _reserved.update(names)


def is_reserved(name: str) -> bool:
    """The site's own names, also several of them or with a number, and whatever could be taken for somebody who has
    left."""
    if _solid(name).startswith(_solid(FORMER_PLAYER)):
        return True
    one = _NUMBERED.sub("", name)
    return not {_solid(each) for each in (name, one, one.rstrip("sS"))}.isdisjoint(_solid_reserved())


def _solid_reserved() -> set[str]:
    """Without accents, too: who writes without them means the same."""
    return {_solid(each) for taken in _reserved for each in (taken, _plain(taken))}


def _plain(name: str) -> str:
    return "".join(
        letter for letter in unicodedata.normalize("NFD", name) if not unicodedata.combining(letter)
    )


def _solid(name: str) -> str:
    return name_key(name).replace(" ", "")


def _is_allowed(letter: str) -> bool:
    if letter in _INVISIBLE:
        return False
    digit = letter.isascii() and letter.isdigit()
    return (
        digit
        or letter in _SEPARATORS
        or letter in _SIGNS
        or unicodedata.category(letter) in ("Lu", "Ll", "Lt", "Lo")
    )


def _scripts(name: str) -> set[str]:
    return {
        unicodedata.name(letter, "?").split()[0]
        for letter in name
        if letter.isalpha() and letter not in _SIGNS
    }


def _is_mixed(name: str) -> bool:
    scripts = _scripts(name)
    return len(scripts) > 1 and not scripts <= _TOGETHER


def _is_disguised(name: str) -> bool:
    """Letters of another script that all look Latin as written, but not in the other case: Greek NINA."""
    if "LATIN" in _scripts(name):
        return False
    written = [_written(letter) for letter in unicodedata.normalize("NFD", tidy(name))]
    return all(written) and _joined("".join(written)) != name_key(name)
