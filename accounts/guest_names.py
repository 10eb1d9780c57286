"""Made-up names of guests, in the language of the page: Curious Teapot, Théière espiègle."""

# ruff: noqa: SIM905
from __future__ import annotations

import secrets

from django.utils.translation import get_language

# By language: the words of a name, in their order. At most nine letters each, so that a name with a four-digit number
# has at most 24 characters.
WORDS: dict[str, tuple[list[str], list[str]]] = {
    "en": (
        (
            "Absurd Amiable Beamish Bouncy Brave Breezy Cheerful Civil Cosy Curious Dapper Daring Dreamy Drowsy "
            "Dizzy Eager Fancy Frabjous Gallant Giddy Grinning Hasty Honest Humble Jaunty Jolly Merry Mimsy "
            "Musing Nimble Odd Peckish Plucky Polite Puzzled Quaint Quick Quiet Rambling Riddling Sleepy Snug "
            "Solemn Spry Stately Sudden Sunny Tidy Topsy Upside Wakeful Wandering Whimsical Winking Witty Zany"
        ).split(),
        (
            "Beehive Biscuit Bonnet Bottle Bread Butterfly Button Candle Clock Cork Crumb Croquet Crumpet Cup "
            "Daisy Dewdrop Drummer Fan Feather Flamingo Garden Gloves Hedgehog Jam Kettle Key Ladder Lantern "
            "Lobster Marmalade Mirror Muffin Mushroom Oyster Pepper Pigeon Pocket Pudding Puppy Riddle Rosebush "
            "Saucer Scone Sixpence Slipper Spoon Tart Teacup Teapot Thimble Treacle Tulip Umbrella Violet Waltz "
            "Whistle"
        ).split(),
    ),
    # The adjectives have one form for both genders.
    "fr": (
        (
            "Abeille Biscuit Bonnet Bougie Bouton Brioche Cerise Chapeau Charade Citron Clé Confiture Crêpe "
            "Cuillère Devinette Échelle Éventail Fauteuil Flacon Flamant Gant Gâteau Goûter Grelot Hérisson "
            "Homard Huître Jardin Lanterne Madeleine Marmelade Meringue Miette Muguet Nougat Pantoufle Papillon "
            "Parapluie Pigeon Plume Poche Poivre Pudding Rosier Ruche Sablier Serrure Sorbet Soucoupe Sucrier Tambour "
            "Tartine Tasse Théière Toupie Tulipe Valse Violette"
        ).split(),
        (
            "absurde affable agile agréable aimable alerte allègre bizarre brave candide cocasse comique "
            "drôle énorme espiègle fantasque fidèle honnête insolite intrépide leste loufoque lunaire "
            "magique modeste mystique noble optimiste paisible perplexe poétique rapide rebelle robuste "
            "sage sincère solaire splendide stoïque sublime superbe svelte tendre timide unique véloce vénérable"
        ).split(),
    ),
}


def friendly_words() -> str:
    """Return a made-up name in the current language."""
    language = (get_language() or "en").split("-")[0]
    return " ".join(secrets.choice(words) for words in WORDS.get(language, WORDS["en"]))
