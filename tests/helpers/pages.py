"""Pages as text, and a board in a browser: its document, into which pushes are swapped as htmx does."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import escape, unescape
from html.parser import HTMLParser
from typing import Any

from django.test import Client

VOID = {"br", "hr", "img", "input", "use", "path"}


def text_of(answer: Any) -> str:
    """Return the page without its tags."""
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode())))


def text(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, answer.status_code
    return text_of(answer)


@dataclass
class Node:
    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Node | str] = field(default_factory=list)

    def __str__(self) -> str:
        attributes = "".join(f' {name}="{escape(self.attributes[name])}"' for name in sorted(self.attributes))
        return f"<{self.tag}{attributes}>{''.join(map(str, self.children))}</{self.tag}>"


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Node("")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Node(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop().tag == tag, f"</{tag}> closes something else"

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.open[-1].children.append(data)


def parsed(html: str) -> list[Node]:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert len(reader.open) == 1, f"<{reader.open[-1].tag}> stays open"
    return [node for node in reader.open[0].children if isinstance(node, Node)]


class Page:
    def __init__(self, html: str) -> None:
        self.root = Node("main", children=[*parsed(html)])

    def __str__(self) -> str:
        return str(self.root)

    def swap(self, pushed: str) -> None:
        for node in parsed(pushed):
            how = node.attributes.pop("hx-swap-oob")
            if how == "delete":
                parent, at = self._find(node.attributes["id"])
                del parent.children[at]
            elif how == "outerMorph":
                parent, at = self._find(node.attributes["id"])
                parent.children[at] = node
            else:
                self._grow(how, node.children)

    def _grow(self, how: str, items: list[Node | str]) -> None:
        place, id = how.split(":#")
        parent, at = self._find(id)
        if place in ("beforebegin", "afterend"):
            at += place == "afterend"
            parent.children[at:at] = items
        else:
            children = self._node(parent, at).children
            at = 0 if place == "afterbegin" else len(children)
            children[at:at] = items

    def _find(self, id: str) -> tuple[Node, int]:
        """Return the parent of the only element with that id, and its place there."""
        elements = list(self._all(self.root, id))
        assert len(elements) == 1, f"{len(elements)} elements have the id {id}"
        return elements[0]

    def _all(self, node: Node, id: str) -> list[tuple[Node, int]]:
        places = []
        for at, child in enumerate(node.children):
            if isinstance(child, Node):
                if child.attributes.get("id") == id:
                    places.append((node, at))
                places += self._all(child, id)
        return places

    def _node(self, parent: Node, at: int) -> Node:
        child = parent.children[at]
        assert isinstance(child, Node)
        return child
