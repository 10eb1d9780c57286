"""Names that look alike have the same key; names that can't be read are refused."""

import pytest
from django.core.exceptions import ValidationError

from accounts.names import KEY_LENGTH, is_reserved, name_key, tidy, validate_name
from games.play.bot_names import BOT_NAMES


@pytest.mark.parametrize(
    "names",
    [
        ["Ada", "ADA", "ada", "Аdа", "Ａｄａ", "𝓐da", "ᴀda", " Ada "],
        ["Bob", "B0b", "ВОВ", "вов", "Βοb", "ʙob"],
        ["Lilly", "LIlly", "Li1ly", "L1lIy", "Lıiiy", "Lіlly"],
        ["Arnold", "Amold", "amoId"],
        ["O'Neil", "o’neil", "O Neil", "O-Neil", "O.  Neil"],
        ["Ilknur", "İlknur", "ılknur", "ilknur"],
        ["Straße", "STRASSE"],
        ["Zoë", "ZOË", "Zoe\u0308", "Zоё"],
        ["Анна", "АННА", "AHHA"],
        ["ロロ", "口口"],
    ],
    ids=lambda names: names[0],
)
def test_names_that_look_alike_share_a_key(names: list[str]) -> None:
    assert {name_key(name) for name in names} == {name_key(names[0])}


def test_names_that_differ_to_the_eye_have_keys_of_their_own() -> None:
    names = ["Ada", "Adda", "Áda", "Eda", "Ada 1", "Ada 2", "Ада", "Нина", "Nina", "Zoe", "Zoë"]
    assert len({name_key(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    "name", ["Ada", "Jean-Luc", "O'Neil", "J. R. 7", "Zoë", "Œuvre", "Нина", "Ιωάννα", "김민준", "田中ユキ"]
)
def test_names_in_one_script_are_welcome(name: str) -> None:
    validate_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "Ad\u200ba",  # zero-width space
        "Ad\u00ada",  # soft hyphen
        "A\u3164da",  # Hangul filler
        "Ada\ufe0f",
        "Ad\u202ea",  # right-to-left override
        "A\u0336da",  # a combining stroke
        "A٣a",  # another script's digit
        "Аda",  # Cyrillic among Latin
        "Νina",  # Greek among Latin
        "ΝΙΝΑ",  # Greek that looks Latin throughout, but means ν, not N
        "Adaʼ",
        "_Ada",
        "Ada.",
        "12",
        "A",
        "",
        "A\0da",
        "A/da",
        "<b>",
        "A" * 25,
        "\U0001f600da",
    ],
)  # fmt: skip
def test_names_that_people_cannot_tell_apart_are_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        validate_name(name)


def test_a_name_is_stored_in_its_plain_form() -> None:
    assert tidy("  Ａｄａ\u00a0  L’Ours ") == "Ada L'Ours"


def test_no_name_has_a_key_that_does_not_fit() -> None:
    for letter in ("ᾧ", "ΐ", "ệ", "각", "ß", "m"):
        try:
            validate_name(letter * 24)
        except ValidationError:
            continue
        assert len(name_key(letter * 24)) <= KEY_LENGTH


@pytest.mark.parametrize(
    "name", [*BOT_NAMES, "Admin", "unbirthday", "adm1n", "march-hare", "MOCKTURTLE", "D0do"]
)
def test_the_sites_own_names_are_reserved(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize(
    "name",
    [
        *("Bot", "bot", "B0t", "B o t", "Воt", "BOT 3", "Bot-2", "robot", "Bots", "ROBOTS 2"),
        *("you", "You", "Y0U", "yоu", "vous", "Vous", "Spectator", "Spectat0r", "spectator 12"),
        *("Spectateur", "spectatrice", "Invité", "Invite", "Modérateur", "moderateur", "horloge"),
    ],
)
def test_words_that_pages_use_for_people_are_reserved_in_both_languages(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "The Bot",
            "the-bot",
            "TheBot",
            "thebot",
            "The B0t 3",
            "a robot",
            "I Robot",
            "Le Bot",
            "l'ordinateur",
        ),
        *(
            "computer player",
            "ComputerPlayer",
            "Bot Player 2",
            "Joueur ordinateur",
            "System Admin",
            "5ystem",
            "S3rver",
        ),
        *(
            "server",
            "Le serveur",
            "the Sérver",
            "anybody",
            "Everybody",
            "4nybody",
            "Everyone 2",
            "n'importe qui",
            "quelqu'un",
        ),
        *(
            "Tout le monde 2",
            "Système",
            "systeme",
            "Adm1n1strator",
            "Unbirthday Staff",
            "Your Opponent",
            "votre adversaire",
        ),
        *(
            "strongest",
            "Easy Bot",
            "The Random Player",
            "facile",
            "Bot facile",
            "The Dodo",
            "Strongest March Hare",
            "le Lièvre de Mars",
        ),
        *("T-3-4-m", "5-i-t-e", "5-ite", "B-o-7", "Ra-v-3-n", "Dor-m-0-u-5-e", "S.i.t.3"),
    ],
)
def test_reserved_names_are_taken_with_articles_numbers_and_look_alikes(name: str) -> None:
    validate_name(name)
    assert is_reserved(name)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Albot",
            "Serverin",
            "Lebot",
            "Theme",
            "The Hatter",
            "La Rose",
            "L'Ours",
            "Anna",
            "Al",
            "Mei",
            "Tim 2",
            "Jean Hardy",
        ),
        *(
            "Bob the Builder",
            "Alice Guest",
            "Hostel",
            "Systemic Sue",
            "Tutu",
            "Bo 7",
            "Bo-7",
            "M 3",
            "Root Beer",
            "March",
            "Hare Krishna",
        ),
    ],
)
def test_a_name_that_only_holds_such_a_word_is_anybodys(name: str) -> None:
    validate_name(name)
    assert not is_reserved(name)


def test_other_names_are_not_reserved() -> None:
    assert not any(map(is_reserved, ["Botticelli", "Youssef", "Robotnik", "Clocky", "Bob 3", "Hosta", "Mei"]))
    assert not is_reserved("Ada")
    assert not is_reserved("Mock Turtle Soup")


@pytest.mark.parametrize(
    "name",
    ["Moderator Anna", "Anna Moderator", "AdminAnna", "Anna Adm1n", "Support-Bob 3"]
    + [
        "АДМИН",
        "Админ Анна",
        "Модератор",
        "ΑΔΜΙΝ",
        "Διαχειριστής",
        "Adnnin",
        "Adnnin Bob",
        "Helpdesk",
        "Help Desk",
        "Help-Desk Ann",
        "Ann of the Help.Desk 2",
        "Sys Admin Joe",
        "Поддержка",
        "Поддержка Анна",
        "Υποστήριξη",
    ]
    + ["Un Birthday Bob", "Un-Birth-Day Bob", "The Un.Birthday", "Sup Por T Bob", "U.n.b.i.r.t.h.d.a.y Bob"]
    + ["S-u-p-p-o-r-t Bob", "5-u-p-p-0-r-t Bob", "5-t-a-f-f", "Adm-1-n Bob", "S-t-4-f-f 4"]
    + ["Help the Desk Bob", "Web my Master Bob", "S.t.a.f.f Bob", "Un Bi Rth Day Bob"]
    + ["Unbirthday Alice", "Modérateur Paul", "Moderatrice Zoé", "Officiel Jean", "The Security of Bob"],
)
def test_names_that_seem_to_speak_for_the_site_are_refused(name: str) -> None:
    validate_name(name)
    assert is_reserved(name)


@pytest.mark.parametrize("name", ["Hannah", "Tennis", "Jeannie", "Finn", "Анна", "Ιωάννα"])
def test_a_name_with_two_n_is_anybodys(name: str) -> None:
    assert not is_reserved(name)


@pytest.mark.parametrize(
    "name",
    ["Supportive Sue", "Helping Desk", "Desk Help", "Admiral Anna", "Stafford", "Officialdom", "Alice Guest"]
    + ["Birthday Bob", "Un Bob Birthday", "The La", "Staf 4", "Adm 1"],
)
def test_a_longer_word_speaks_for_nobody(name: str) -> None:
    assert not is_reserved(name)
