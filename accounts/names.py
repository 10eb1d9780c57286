"""Names that people can tell apart: unique without regard to case or look-alike letters."""

from __future__ import annotations

import unicodedata

from confusable_homoglyphs import confusables

# Characters that the confusables table leaves alone, though they look alike in most fonts.
_ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l"})


def name_key(name: str) -> str:
    """What two names share if people could take one for the other: NFKC, case folded, each letter
    replaced by the Latin one that it looks like."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return "".join(_skeleton(letter) for letter in folded).translate(_ALIKE)


def _skeleton(letter: str) -> str:
    if letter.isascii():
        return letter
    found = confusables.is_confusable(letter, preferred_aliases=["latin"], greedy=True)
    for candidate in found[0]["homoglyphs"] if found else ():
        if candidate["c"].isascii():
            return str(candidate["c"]).casefold()
    return letter
