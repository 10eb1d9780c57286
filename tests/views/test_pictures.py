"""The picture of a result."""

from __future__ import annotations

from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from games import boards
from games.boards.picture import Line, picture, readable
from games.models import Seat, Table
from games.play import departure, storage
from games.play.storage import memory
from games.views.pictures import _lines, _written
from tests.helpers import given

GOLD = (255, 203, 31)


def opened(drawn: bytes) -> Image.Image:
    image = Image.open(BytesIO(drawn))
    assert (image.format, image.size) == ("PNG", (1200, 630))
    return image.convert("RGB")


@pytest.mark.django_db
def test_a_result_is_drawn_as_png_once_the_match_is_over_and_its_pages_name_the_picture(
    client: Client,
) -> None:
    client.post("/play-now/", {"game": "parade"})
    table = Table.objects.get()
    address = f"/t/{table.pk}/result.png"
    assert client.get(address).status_code == 404
    assert "og:image" not in client.get(f"/t/{table.pk}/").content.decode()
    departure.resign(table.pk, Seat.objects.get(table=table, user__isnull=False).user_id)
    answer = client.get(address)
    assert answer["Content-Type"] == "image/png" and "max-age=3600" in answer["Cache-Control"]
    assert opened(answer.content).getpixel((600, 100)) == GOLD
    for page in (f"/t/{table.pk}/", f"/t/{table.pk}/replay/"):
        assert f'content="http://testserver{address}?l=en"' in client.get(page).content.decode()


@pytest.mark.django_db
def test_the_picture_is_the_same_for_everybody_who_may_see_the_match_but_for_the_language() -> None:
    snapshot = given.running(2)
    departure.resign(snapshot.table.pk, given.person("Ada").pk)
    address = f"/t/{snapshot.table.pk}/result.png"
    ada, anybody = given.browser(given.person("Ada")), given.browser(None)
    assert ada.get(address).content == anybody.get(address).content
    assert (
        ada.get(f"{address}?l=fr").content != ada.get(address).content == ada.get(f"{address}?l=xx").content
    )


def test_names_and_scores_are_drawn_beside_the_games_drawing() -> None:
    lines = (Line("1. Ada", "3 points", True), Line("2. Ben", "12 points", False))
    plain = opened(picture("Parade", "Ada wins with 3", lines, ""))
    whole = opened(picture("Parade", "Ada wins with 3", lines, "parade/cover.png"))
    for line, box in ((0, (60, 205, 805, 279)), (1, (60, 279, 805, 353))):
        half = (box[0] + box[2]) // 2
        assert marked(whole.crop((box[0], box[1], half, box[3]))), line
        assert marked(whole.crop((half, box[1], box[2], box[3]))), line
    corner = (900, 360, 1100, 560)
    assert marked(whole.crop(corner)) and not marked(plain.crop(corner))


def marked(image: Image.Image) -> bool:
    """Return True if something is drawn there."""
    return len(image.getcolors(image.width * image.height) or ()) > 1


def test_long_names_and_six_people_stay_within_the_picture() -> None:
    lines = tuple(Line(f"{place}. {'W' * 24}", "1000 points", place == 1) for place in range(1, 7))
    image = opened(picture("Wonderland, 23 November 2026", "W" * 120, lines, "wonderland/cover.png"))
    # The frame is complete.
    for edge in ((28, 300), (1171, 300), (600, 28), (600, 601)):
        assert image.getpixel(edge) == (27, 26, 46)
    assert not marked(image.crop((1140, 196, 1165, 590)))


def test_a_name_in_another_script_leaves_no_gap() -> None:
    assert readable("1. Zoë d'Œuf - Ğüneş 7, Łukasz, Ада") == "1. Zoë d'Œuf - Günes 7, Lukasz, ???"


@pytest.mark.django_db
def test_a_person_with_a_name_in_another_script_is_called_by_the_seat() -> None:
    snapshot = given.running(3)
    Seat.objects.filter(table=snapshot.table, index=1).update(name="Алиса")
    Seat.objects.filter(table=snapshot.table, index=2).update(name="Łukasz")
    memory.forget(snapshot.table.pk)
    for seat in (0, 1):
        departure.resign(snapshot.table.pk, snapshot.seats[seat].user_id or 0)
    given.play_until(snapshot, "over")
    scene = boards.scene_of(storage.load(snapshot.table.pk), None)
    assert scene.names == ("Ada", "Алиса", "Łukasz")
    written = _written(scene)
    assert written.names == ("Ada", "Seat 2", "Łukasz")
    assert "?" not in readable(" ".join(line.name for line in _lines(written)))
    title = boards.board_of(written.game).headline(written)[0]
    assert "Алиса" not in title and "?" not in readable(title)


def test_a_picture_that_was_drawn_is_kept() -> None:
    words = ("Parade", "Ada wins with 3", (Line("1. Ada", "3 points", True),), "")
    assert picture(*words) is picture(*words)
