"""A picture of a match's result, for sharing."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.http import require_safe

from accounts.dates import date_in_words
from games import boards
from games.boards.picture import Line, is_readable, picture
from games.boards.results import counted, is_counted, standings
from games.boards.scene import Scene
from games.views.requests import asked_language
from games.views.tables import see

# Short, because people who delete their account or register get another name.
KEPT = 3600  # s


@require_safe
def result(request: HttpRequest, table: str) -> HttpResponse:
    """Return the result as PNG; 404 until the match is over.

    It shows a spectator's view, so everybody who may see the match gets the same picture. `?l=fr` chooses the language,
    because a messenger that shows the picture sends none.
    """
    snapshot = see(request, table)
    if not snapshot.table.is_over:
        raise Http404
    with override(asked_language(request)):
        scene = _written(boards.scene_of(snapshot, None))
        game, ended = boards.config(scene.game), snapshot.table.ended_at
        head = f"{game.verbose_name}, {date_in_words(ended, 'j F Y')}" if ended else str(game.verbose_name)
        title = boards.board_of(scene.game).headline(scene)[0]
        drawn = picture(head, title, tuple(_lines(scene)), f"{scene.game}/cover.png")
    answer = HttpResponse(drawn, content_type="image/png")
    answer["Content-Disposition"] = f'inline; filename="unbirthday-{table}.png"'
    patch_cache_control(answer, private=True, max_age=KEPT)
    return answer


def _written(scene: Scene) -> Scene:
    """Name a seat by its number if the picture's typeface lacks letters of the name."""
    people = [
        person
        if is_readable(person.name)
        else person._replace(named=_("Seat %(number)d") % {"number": person.seat + 1})
        for person in scene.people
    ]
    return scene._replace(people=tuple(people))


def _lines(scene: Scene) -> list[Line]:
    return [
        Line(
            f"{row.rank} {row.name}".strip(),
            counted(row.score, scene.game) if is_counted(scene) else "",
            row.wins,
        )
        for row in standings(scene)
    ]
