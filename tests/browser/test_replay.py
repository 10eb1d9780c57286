"""The controls of a replay by keyboard."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Visitor
from tests.browser.steps import open_table, tab_to

BOARD, FIRST, AFTER = "#board *", ".replay [data-go]", "#replay > .row .btn"


@pytest.mark.parametrize(
    ("width", "height", "order"),
    # On a phone the controls stand below the board, elsewhere above it.
    [(360, 740, (BOARD, FIRST, AFTER)), (1280, 720, (FIRST, BOARD, AFTER))],
)
def test_the_tab_key_follows_what_is_seen(
    visitor: Visitor, width: int, height: int, order: tuple[str, ...]
) -> None:
    page = visitor(viewport={"width": width, "height": height})
    page.goto(open_table(page, seats=2, bots=1) + "replay/")
    met: list[str] = []
    tab_to(page, "#menu summary")
    while len(met) < len(order):
        tab_to(page, ", ".join({BOARD, FIRST, AFTER} - set(met)))
        met += [each for each in order if page.evaluate("each => document.activeElement.matches(each)", each)]
    assert tuple(met) == order
