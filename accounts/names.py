"""Names of people: the allowed characters, reserved names, and a key that is equal for look-alikes.

Uses no database.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from confusable_homoglyphs.confusables import confusables_data
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

# The name of people who deleted their account, at tables where they played; a second one is "Former player 2".
FORMER_PLAYER = "Former player"
_FORMER = re.compile(rf"{FORMER_PLAYER}( \d+)?")
# In Cyrillic and Greek, too: their letters don't all look like Latin ones.
_OFFICES = (
    "admin", "administrator", "sysadmin", "superuser", "webmaster", "moderator", "mod", "staff", "team", "support",
    "system", "root", "owner", "operator", "official", "security", "site", "guest", "anonymous", "helpdesk",
    "админ", "администратор", "модератор", "поддержка", "αδμιν", "διαχειριστής", "συντονιστής", "υποστήριξη",
)  # fmt: skip
# Words that pages use for players and spectators, in both languages.
_ROLES = (
    "bot", "robot", "computer", "you", "me", "everybody", "nobody", "player", "spectator", "server", "host",
    "clock", "ordinateur", "vous", "toi", "moi", "personne", "joueur", "joueuse", "spectateur", "spectatrice",
    "serveur", "hébergeur", "horloge", "administrateur", "administratrice", "modérateur", "modératrice", "équipe",
    "invité", "invitée", "anonyme", "hôte", "tu", "anybody", "anyone", "everyone", "somebody", "someone", "human",
    "opponent", "machine", "quelqu'un", "chacun", "chacune", "humain", "humaine", "adversaire", "système",
    "sécurité", "propriétaire", "opérateur", "opératrice", "officiel", "officielle", "webmestre", "no one",
    "n'importe qui", "tout le monde",
)  # fmt: skip
# A name with one of these words seems to speak for the site.
_SPEAKERS = (
    "unbirthday", "admin", "administrator", "sysadmin", "webmaster", "moderator", "staff", "support", "official",
    "security", "administrateur", "administratrice", "modérateur", "modératrice", "webmestre", "officiel",
    "officielle", "sécurité", "helpdesk", "админ", "администратор", "модератор", "поддержка", "αδμιν",
    "διαχειριστής", "συντονιστής", "υποστήριξη",
)  # fmt: skip
# Words that don't change the meaning of a reserved name: the Bot, l'ordinateur, your opponent.
_LITTLE = frozenset({
    "a", "an", "the", "this", "my", "your", "our", "of", "and", "i", "le", "la", "les", "l", "un", "une", "des",
    "du", "de", "d", "ce", "cet", "mon", "ma", "ton", "ta", "notre", "votre", "et", "mr", "mrs", "ms", "mme",
})  # fmt: skip
# Reserved names in the form of `_readings`.
_reserved: set[str] = set()
_INNER_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")
# The most words of a reserved name.
_WORDS = 3
# Digits that people read as letters, beside those that look like letters.
_READ_AS_LETTERS = str.maketrans("34578", "eastb")

# Reserved names with their translations.
_translated: dict[str, StrPromise] = {}

NAME_LENGTH = 24
KEY_LENGTH = 80
_SEPARATORS = " .'-_"
# Two long-vowel and repetition signs that Japanese names need; other modifier letters look like apostrophes.
_SIGNS = "ー々"
# Printable characters that show nothing: fillers, the empty Braille cell, inherent vowels, joiners, variation
# selectors.
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
# Scripts that are written together. Other mixtures are refused.
_TOGETHER = {"LATIN", "CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"}
_SMALL_CAPITAL = "LATIN LETTER SMALL CAPITAL "
# Characters that look alike in most fonts but not in the table of confusables.
_ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l"})
_PAIRS = {"rn": "m", "vv": "w"}


def tidy(name: str) -> str:
    """Return the name as it is stored: NFKC, one kind of apostrophe, single spaces."""
    return " ".join(unicodedata.normalize("NFKC", name).replace("’", "'").split())


def is_visible(text: str) -> bool:
    """Return True if every character of the text is visible or a space."""
    return text.isprintable() and not _INVISIBLE.search(text)


def name_key(name: str) -> str:
    """Return a key that is equal for names that people could confuse, whatever their case."""
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
    """Reserve these names in all languages, and show them in the reader's language."""
    _translated.update(names)
    reserve_in_all_languages(names.values())


def shown(name: str) -> str:
    """Return a name as it is shown: those of bots and former players are translated."""
    if name in _translated:
        return str(_translated[name])
    former = _FORMER.fullmatch(name)
    return name if former is None else gettext("Former player") + (former[1] or "")


@lru_cache(maxsize=2000)
def _alike(letter: str) -> frozenset[str]:
    """Return all single characters that look like this one, itself included."""
    letters, new = {letter}, [letter]
    while new:
        others = {entry["c"] for entry in confusables_data.get(new.pop(), ()) if len(entry["c"]) == 1}
        new += others - letters
        letters |= others
    return frozenset(letters)


@lru_cache(maxsize=2000)
def _written(letter: str) -> str:
    """Return the Latin letter (in lower case) or the digit that this character looks like, else ""."""
    if letter.isascii():
        return letter.casefold()
    name = unicodedata.name(letter, "")
    if name.startswith(_SMALL_CAPITAL) and len(name) == len(_SMALL_CAPITAL) + 1:
        return name[-1].lower()
    latin = sorted(other for other in _alike(letter) if other.isascii())
    return latin[0].casefold() if latin else ""


def _latin(letter: str) -> str:
    """Like `_written`, for the character in either case: н looks like H in capitals."""
    return _written(letter) or (_written(letter.upper()) if len(letter.upper()) == 1 else "")


def validate_name(name: str) -> None:
    """Raise ValidationError unless people can read the name and tell it from all others."""
    refuse_long(name)
    if not all(_is_allowed(letter) for letter in name) or not (name[:1] + name[-1:]).isalnum():
        raise ValidationError(
            _("Use letters, digits, spaces and . ' - _; begin and end with a letter or digit."), "invalid"
        )
    if len(name) < 2 or not any(letter.isalpha() for letter in name):
        raise ValidationError(_("A name has at least two characters, one of them a letter."), "too_little")
    if _is_mixed(name) or _is_disguised(name):
        raise ValidationError(_("These letters are too easily taken for others."), "look_alike")
    if len(name) > NAME_LENGTH or len(name_key(name)) > KEY_LENGTH:
        raise _too_long()


def refuse_long(name: str) -> None:
    """Raise ValidationError for a name that is too long to be looked at.

    The time to normalize combining marks is quadratic in their number.
    """
    if len(name) > KEY_LENGTH:
        raise _too_long()


def _too_long() -> ValidationError:
    return ValidationError(_("This name is too long."), "max_length")


def reserve(names: Iterable[str]) -> None:
    """Reserve names: nobody can take them."""
    _reserved.update(_solid_without_accents(names))


def reserve_in_all_languages(names: Iterable[StrPromise]) -> None:
    names = list(names)
    for language, _name in settings.LANGUAGES:
        with override(language):
            reserve([str(name) for name in names])


def is_reserved(name: str) -> bool:
    """Return True for reserved names.

    These are the site's own names (also combined, with an article or a number), names that seem to speak for the site,
    and names that look like those of former players.
    """
    if _solid(name).startswith(_solid(FORMER_PLAYER)):
        return True
    plain = _plain(tidy(name))
    return _solid(plain) in _reserved or any(
        _are_the_sites(_pieces(spelling)) for spelling in (plain, _INNER_CAPITAL.sub(" ", plain))
    )


def _are_the_sites(pieces: Sequence[str]) -> bool:
    words = _words(pieces)
    bare = _without_little(words)
    # A number may be a letter of a word in pieces (5-t-a-f-f), or stand between them.
    if any(map(_speaks_for_the_site, (pieces, words, bare))):
        return True
    # After a single word it is a number: Bo 7.
    is_numbered = len(pieces) == 2 and pieces[1].isdigit()
    if not is_numbered and not _readings(pieces).isdisjoint(_reserved):
        return True
    return bool(bare) and _is_made_of(bare, _reserved)


def _pieces(name: str) -> list[str]:
    return re.split(f"[{re.escape(_SEPARATORS)}]+", name)


def _words(pieces: Sequence[str]) -> list[str]:
    """Return the pieces without numbers."""
    return [piece for piece in pieces if any(map(str.isalpha, piece))]


def _without_little(words: Sequence[str]) -> list[str]:
    """Return the words without articles and the like."""
    return [word for word in words if word.casefold() not in _LITTLE]


def _is_made_of(words: Sequence[str], taken: Set[str]) -> bool:
    """Return True if the words are a sequence of taken names."""
    return not words or any(
        not _readings(words[:number]).isdisjoint(taken) and _is_made_of(words[number:], taken)
        for number in range(1, min(_WORDS, len(words)) + 1)
    )


def _speaks_for_the_site(words: Sequence[str]) -> bool:
    # Several words may be read as one: Help-Desk, S.t.a.f.f, Un Birthday, in which Un is not the French article.
    parts = [words[start:end] for start, end in combinations(range(len(words) + 1), 2)]
    return any(not _readings(part).isdisjoint(_speakers) for part in parts)


def _readings(words: Sequence[str]) -> set[str]:
    """Return the words as people may read them: without numbers, a plural s or *the*, with digits as letters, and with
    nn as m, which are equal in no name's key."""
    name = "".join(words)
    bare = name.strip("0123456789")
    readings = {_solid(reading) for reading in (name, bare, bare.rstrip("sS"))}
    readings |= {_solid(reading.translate(_READ_AS_LETTERS)) for reading in (name, bare)}
    readings |= {reading.replace("nn", "m") for reading in readings}
    return readings | {reading[3:] for reading in readings if reading.startswith("the") and len(reading) > 5}


def _solid_without_accents(names: Iterable[str]) -> set[str]:
    """Return names in the form of `_readings`, each also without articles and the like."""
    plain = [_plain(tidy(name)) for name in names]
    return {
        _solid(form) for name in plain for form in (name, "".join(_without_little(_words(_pieces(name)))))
    }


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
    """Return True if all letters are of another script but look Latin as written: Greek NINA."""
    if "LATIN" in _scripts(name):
        return False
    written = [_written(letter) for letter in unicodedata.normalize("NFD", tidy(name))]
    return all(written) and _joined("".join(written)) != name_key(name)


_speakers = _solid_without_accents(_SPEAKERS)
reserve(["Unbirthday", *_OFFICES, *_ROLES])
