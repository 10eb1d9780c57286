"""Names that people can tell apart: what a name may be made of, and the key under which look-alikes meet.
Pure: knows nothing of the database."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence, Set
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
_OFFICES = (  # noqa: SIM905
    "admin administrator sysadmin superuser webmaster moderator mod staff team support system root owner operator official "
    "security site guest anonymous"
).split()
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
    "anybody",
    "anyone",
    "everyone",
    "somebody",
    "someone",
    "no one",
    "human",
    "opponent",
    "machine",
    "n'importe qui",
    "quelqu'un",
    "tout le monde",
    "chacun",
    "chacune",
    "humain",
    "humaine",
    "adversaire",
    "système",
    "sécurité",
    "propriétaire",
    "opérateur",
    "opératrice",
    "officiel",
    "officielle",
    "webmestre",
)
# Whoever is called so, whatever else they are called, seems to speak for the site.
_SPEAKERS = (  # noqa: SIM905
    "unbirthday admin administrator sysadmin webmaster moderator staff support official security "
    "administrateur administratrice modérateur modératrice webmestre officiel officielle sécurité"
).split()
# What stands beside a name of the site's and leaves it what it is: the Bot, l'ordinateur, your opponent.
_LITTLE = frozenset(
    "a an the this my your our of and i le la les l un une des du de d ce cet mon ma ton ta notre votre et mr mrs ms mme".split()  # noqa: SIM905
)
_reserved = {"Unbirthday", *_OFFICES, *_ROLES}
_INNER_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")
# The most words of a name that is reserved as a whole.
_WORDS = 3
# Digits that are read as letters, beside those that look alike anyway.
_READ_AS_LETTERS = str.maketrans("34578", "eastb")

# Reserved names that are read otherwise in other languages.
_translated: dict[str, StrPromise] = {}

NAME_LENGTH = 24
KEY_LENGTH = 80
_SEPARATORS = " .'-_"
# Two long-vowel and repetition signs that Japanese names need; other modifier letters look like apostrophes.
_SIGNS = "ー々"
# What shows nothing at all though it counts as printable: fillers, an empty Braille cell, vowels that are only thought of,
# joiners, and what selects a variant.
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
# Scripts that are written together; any other mixture is a trap.
_TOGETHER = {"LATIN", "CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"}
_SMALL_CAPITAL = "LATIN LETTER SMALL CAPITAL "
# What the table keeps apart, though it looks alike in most fonts.
_ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l"})
_PAIRS = {"rn": "m", "vv": "w"}


def tidy(name: str) -> str:
    """The name as it is stored: compatibility forms replaced (NFKC), one kind of apostrophe, single spaces."""
    return " ".join(unicodedata.normalize("NFKC", name).replace("’", "'").split())


def is_visible(text: str) -> bool:
    """Return True if every character of the text shows; a space in it may part words."""
    return text.isprintable() and not _INVISIBLE.search(text)


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
    reserve_in_all_languages(names.values())


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


def reserve_in_all_languages(names: Iterable[StrPromise]) -> None:
    names = list(names)
    for language, _name in settings.LANGUAGES:
        with override(language):
            reserve([str(name) for name in names])


def is_reserved(name: str) -> bool:
    """The site's own names, also several of them, with an article or with a number; whatever speaks for the site; and whatever
    could be taken for somebody who has left."""
    if _solid(name).startswith(_solid(FORMER_PLAYER)):
        return True
    plain, taken = _plain(tidy(name)), _solid_reserved()
    return _solid(plain) in taken or any(
        bool(words) and (_is_made_of(words, taken) or _speaks_for_the_site(words))
        for words in (_words(plain), _words(_INNER_CAPITAL.sub(" ", plain)))
    )


def _words(name: str) -> list[str]:
    """Those that say something."""
    words = re.split(f"[{re.escape(_SEPARATORS)}]+", name)
    return [each for each in words if any(map(str.isalpha, each)) and each.casefold() not in _LITTLE]


def _is_made_of(words: Sequence[str], taken: Set[str]) -> bool:
    """Whether these words are names that are taken, one after the other."""
    return not words or any(
        not _readings(words[:number]).isdisjoint(taken) and _is_made_of(words[number:], taken)
        for number in range(1, min(_WORDS, len(words)) + 1)
    )


def _speaks_for_the_site(words: Sequence[str]) -> bool:
    speakers = _solid_without_accents(_SPEAKERS)
    return any(not _readings([word]).isdisjoint(speakers) for word in words)


def _readings(words: Sequence[str]) -> set[str]:
    """What these words together may be taken for: one or several of it, with a number, with digits for letters, with *the*
    in one with it."""
    whole = "".join(words)
    numbers = whole.strip("0123456789")
    found = {_solid(each) for each in (whole, numbers, numbers.rstrip("sS"))}
    found |= {_solid(each.translate(_READ_AS_LETTERS)) for each in (whole, numbers)}
    return found | {each[3:] for each in found if each.startswith("the") and len(each) > 5}


def _solid_reserved() -> set[str]:
    return _solid_without_accents(_reserved)


def _solid_without_accents(names: Iterable[str]) -> set[str]:
    """As `_readings` are asked for; and without what is left out of names."""
    plain = [_plain(tidy(name)) for name in names]
    return {_solid(each) for taken in plain for each in (taken, "".join(_words(taken)))}


def _plain(name: str) -> str:
    return "".join(
        letter for letter in unicodedata.normalize("NFD", name) if not unicodedata.combining(letter)
    )


def _solid(name: str) -> str:
    return name_key(name).replace(" ", "")


def _is_allowed(letter: str) -> bool:
    if not is_visible(letter):
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
