"""Files and functions are as short as docs/developing.md says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
CODE = ("accounts", "config", "games", "hosting", "scripts")
TEXTS = (*CODE, "static", "templates", "tests")
SUFFIXES = {".css", ".html", ".jinja", ".js", ".py"}
# Code of others, and code written by Django.
NOT_OURS = re.compile(r"/(vendor|migrations)/")
LONGEST_FILE, MIDDLE_FUNCTION = 320, 7


def files(folders: tuple[str, ...], suffixes: set[str]) -> Iterator[Path]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in suffixes and not NOT_OURS.search(path.as_posix()):
                yield path


def functions(source: str) -> list[int]:
    """Return the number of lines of each function, without decorators."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = (node for node in ast.walk(ast.parse(source)) if isinstance(node, kinds))
    return [(node.end_lineno or node.lineno) - node.lineno + 1 for node in nodes]


def test_no_file_is_longer_than_one_can_read() -> None:
    long = {
        path.relative_to(ROOT).as_posix(): count
        for path in files(TEXTS, SUFFIXES)
        if (count := len(path.read_text().splitlines())) > LONGEST_FILE
    }
    assert long == {}


def test_half_of_the_functions_have_seven_lines_or_fewer() -> None:
    lengths = [lines for path in files(CODE, {".py"}) for lines in functions(path.read_text())]
    assert len(lengths) > 1000
    assert median(lengths) <= MIDDLE_FUNCTION


def test_a_function_is_measured_whole() -> None:
    assert functions("def one():\n    return 1\n\n\nasync def three():\n    a = 1\n    return a\n") == [2, 3]
