"""What is sent of a board whose data have changed: the parts that did, or the whole element."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from games.boards.changes import Element, difference
from games.boards.fragments import PLACE, Part, Rows, framed, marked_part


def row(id: str, text: str = "") -> Part:
    return marked_part(id, f'<li id="{id}">{text}</li>')


def rows(ids: str, grows: str = "beforebegin:#join") -> Rows:
    return Rows(tuple(row(each) for each in ids.split()), grows)


def ids(html: str | None) -> list[str]:
    return re.findall(r'id="(\w+)"', html or "")


def test_a_part_that_changed_is_sent_alone() -> None:
    old, new = {"name": "Ada", "score": row("s", "3")}, {"name": "Ada", "score": row("s", "4")}
    assert difference(old, new) == '<li hx-swap-oob="outerMorph" id="s">4</li>'
    assert difference(old, dict(old)) == ""


@pytest.mark.parametrize(
    "new",
    [
        {"name": "Ben", "score": row("s", "3")},
        {"name": "Ada", "score": row("t", "3")},
        {"name": "Ada", "score": "3"},
        {"name": "Ada"},
    ],
    ids=["plain data", "another part", "no part", "less"],
)
def test_anything_else_is_sent_whole(new: dict[str, object]) -> None:
    assert difference({"name": "Ada", "score": row("s", "3")}, new) is None


def test_of_a_list_only_what_came_and_went_is_sent() -> None:
    html = difference(rows("a b c d"), rows("a c d e"))
    assert html is not None
    assert '<i id="b" hx-swap-oob="delete"></i>' in html
    assert '<div hx-swap-oob="beforebegin:#join"><li id="e"></li></div>' in html
    assert ids(html) == ["b", "e"]


def test_a_list_that_grows_at_its_front_is_sent_so() -> None:
    assert ids(difference(rows("b a", "afterend:#top"), rows("d c b", "afterend:#top"))) == ["a", "d", "c"]


@pytest.mark.parametrize("new", ["b a", "c a b", "x y", "a x b", "a a b"])
def test_a_list_in_another_order_is_sent_whole(new: str) -> None:
    assert difference(rows("a b"), rows(new)) is None


def test_no_moment_keeps_the_one_before_the_last() -> None:
    first, second, third = (Element(("none", {"score": row("s", text)}), "en") for text in "123")
    second.change_since(first)
    third.change_since(second)
    assert (second._before, third._before) == (None, second)


def test_a_cell_of_a_table_is_no_part() -> None:
    with pytest.raises(ValueError, match="put it into the cell"):
        marked_part("a", '<td id="a">1</td>')


def test_a_row_that_changed_is_sent_in_its_place() -> None:
    old = Rows((row("a", "1"), row("b")), "beforebegin:#join")
    new = Rows((row("a", "2"), row("b")), "beforebegin:#join")
    assert difference(old, new) == '<li hx-swap-oob="outerMorph" id="a">2</li>'


def test_a_list_that_was_empty_or_becomes_so_is_sent_part_by_part_if_nothing_stood_there_instead() -> None:
    none, two = (replace(rows(each), bare=True) for each in ("", "a b"))
    assert ids(difference(none, two)) == ["a", "b"]
    assert ids(difference(two, none)) == ["a", "b"]
    assert difference(rows(""), rows("a b")) is None
    assert difference(rows("a b"), rows("")) is None


def around(frame: str, *inner: str) -> Part:
    html = f'<li id="o" class="{frame}">{PLACE * len(inner)}</li>'
    return framed(marked_part("o", html), [row(f"i{number}", text) for number, text in enumerate(inner)])


def test_a_part_within_a_part_is_sent_alone() -> None:
    old = around("pile", "12%", "one")
    assert old == '<li id="o" class="pile"><li id="i0">12%</li><li id="i1">one</li></li>'
    assert difference(old, around("pile", "34%", "one")) == '<li hx-swap-oob="outerMorph" id="i0">34%</li>'
    assert difference(old, around("pile", "12%", "one")) == ""


@pytest.mark.parametrize("new", [around("bare", "12%", "one"), around("pile", "12%")])
def test_a_part_whose_frame_changed_is_sent_whole(new: Part) -> None:
    assert ids(difference(around("pile", "12%", "one"), new))[0] == "o"
