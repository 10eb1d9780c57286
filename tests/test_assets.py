"""Styles and scripts: what is collected, what a page loads, and that each rule is in a layer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.files.storage import FileSystemStorage
from django.template import Context, Template

from games import boards
from games.feature_app import FeatureApp
from hosting.storage import StaticFilesStorage

ROOT = Path(__file__).resolve().parent.parent
STYLES = [*(ROOT / "static/css").glob("*.css"), *ROOT.glob("games/*/static/*/*.css")]
SCRIPTS = [*(ROOT / "static/js").glob("*.js"), *ROOT.glob("games/*/static/*/*.js")]
SITE = ROOT / "static/css/site.css"
# The page without a connection has this one alone.
OFFLINE = ROOT / "static/css/offline.css"
# What pages link besides.
ENTRIES = [
    ROOT / "static/css/plain.css",
    ROOT / "games/workbench/static/workbench/workbench.css",
    *ROOT.glob("games/*/static/*/board.css"),
]
LINES = 320


def collect(place: Path, files: dict[str, str]) -> dict[str, str]:
    """Return what those files are collected as: the hashed name for each name, or the exception."""
    source, storage = FileSystemStorage(place / "source"), StaticFilesStorage(place / "root", "/static/")
    for name, text in files.items():
        for folder in (place / "source", place / "root"):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
    processed = list(storage.post_process({name: (source, name) for name in files}))
    for _name, _hashed, result in processed:
        if isinstance(result, Exception):
            raise result
    return dict(storage.hashed_files)


def bare(path: Path) -> str:
    return re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL).strip()


def imports(path: Path) -> list[Path]:
    """Return the imports of a style. Those of a feature are in its own folder: `../coach/coach.css` is
    `games/coach/static/coach/coach.css`."""
    names = re.findall(r'@import "([^"]+)"', path.read_text())
    features = [(name, re.fullmatch(r"\.\./(\w+)/[\w-]+\.css", name)) for name in names]
    return [
        ROOT / "games" / feature[1] / "static" / name.removeprefix("../") if feature else path.parent / name
        for name, feature in features
    ]


def test_an_imported_style_takes_the_place_of_its_import(tmp_path: Path) -> None:
    named = collect(
        tmp_path,
        {
            "css/site.css": '@layer base, game;\n@import "type.css" layer(base);\n',
            "css/type.css": "/* Ink */\nbody {\n  background: url(../img/a.svg);\n}\n",
            "img/a.svg": "<svg/>",
        },
    )
    text = (tmp_path / "root" / named["css/site.css"]).read_text()
    drawing = Path(named["img/a.svg"]).name
    assert (
        text == f'@layer base, game;\n@layer base {{\nbody {{\nbackground: url("../img/{drawing}");\n}}\n}}\n'
    )


def test_a_module_imports_by_hashed_names_and_changes_its_own_with_them(tmp_path: Path) -> None:
    files = {
        "croquet/board.js": 'import { now } from "../js/clock.js";\nimport "../js/salt.js";\nnow();\n',
        "js/clock.js": 'export * from "./time.js";\n',
        "js/salt.js": "",
        "js/time.js": "export const now = () => 1;\n",
    }
    first = collect(tmp_path / "first", files)
    text = (tmp_path / "first/root" / first["croquet/board.js"]).read_text()
    assert f'from "../{first["js/clock.js"]}";\nimport "../{first["js/salt.js"]}";' in text
    second = collect(tmp_path / "second", files | {"js/time.js": "export const now = () => 2;\n"})
    changed = {name for name in files if first[name] != second[name]}
    assert changed == {"croquet/board.js", "js/clock.js", "js/time.js"}


@pytest.mark.parametrize("text", ['import "./nothing.js";\n', 'export { a } from "../nothing/at-all.js";\n'])
def test_an_import_of_nothing_is_said_when_files_are_collected(tmp_path: Path, text: str) -> None:
    with pytest.raises(ValueError, match="nothing"):
        collect(tmp_path, {"js/a.js": text})


def test_imports_in_words_are_left_alone(tmp_path: Path) -> None:
    text = "now(); // import htmx from './htmx' first; or import('./more')\n"
    named = collect(tmp_path, {"js/a.js": text})
    assert (tmp_path / "root" / named["js/a.js"]).read_text() == text


def test_only_our_scripts_leave_out_their_comments(tmp_path: Path) -> None:
    text = '// Tea\n\n/**\n * At * six\n */\nconst at = "//"; /* o\'clock */\n  // or later\nlate(at);\n'
    named = collect(tmp_path, {"js/a.js": text, "vendor/b.js": text})
    ours, theirs = ((tmp_path / "root" / named[name]).read_text() for name in ("js/a.js", "vendor/b.js"))
    assert ours == '\nconst at = "//"; /* o\'clock */\nlate(at);\n'
    assert theirs == text


def page(text: str, **context: Any) -> list[tuple[str, str]]:
    """Return for example `("script", "js/table.js")`, with `modulepreload` for hints and without the hashes of
    collected files."""
    html = Template("{% load modules %}" + text).render(Context(context))
    matches = re.findall(r'<(?:link rel="(\w+)" href|(script) type="module" src)="/static/([^"]+)"', html)
    return [(hint or script, re.sub(r"\.[0-9a-f]{12}\.js$", ".js", path)) for hint, script, path in matches]


@pytest.fixture(autouse=True)
def plain_names(settings: Any) -> None:
    """Let pages be rendered without collected files."""
    staticfiles = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = settings.STORAGES | {"staticfiles": staticfiles}


def test_a_page_names_its_modules_and_hints_at_each_that_they_need_once() -> None:
    html = page('{% modules "js/table.js" scripts %}', scripts=("parade/board.js", "tea_time/board.js"))
    scripts = [path for kind, path in html if kind == "script"]
    hints = [path for kind, path in html if kind == "modulepreload"]
    assert scripts == ["js/table.js", "parade/board.js", "tea_time/board.js"]
    assert len(hints) == len(set(hints)) and not set(hints) & set(scripts)
    # What submit.js imports is two imports away from the page.
    assert {"js/submit.js", "js/socket.js", "js/motion.js", "js/text.js"} <= set(hints)


def test_a_module_that_is_not_there_is_said() -> None:
    with pytest.raises(ValueError, match=re.escape("js/nothing.js")):
        page('{% modules "js/nothing.js" %}')


@pytest.mark.parametrize("entry", [SITE, *ENTRIES], ids=lambda path: str(path.relative_to(ROOT)))
def test_every_rule_stands_in_a_layer(entry: Path) -> None:
    layers = re.findall(r"\w+", re.findall(r"@layer ([\w, ]+);", SITE.read_text())[0])
    statement = rf'@import "(?:\.\./\w+/)?[\w-]+\.css" layer\(({"|".join(layers)})\);|@layer [\w, ]+;'
    text = bare(entry)
    assert re.fullmatch(rf"(?:(?:{statement})\s*)+", text) or _is_one_block(text)


def _is_one_block(text: str) -> bool:
    """Return True if the text is `@layer game { … }` with nothing after it."""
    depths = [text[:end].count("{") - text[:end].count("}") for end in _closings(text)]
    return text.startswith("@layer game {") and depths.index(0) == len(depths) - 1 and text.endswith("}")


def _closings(text: str) -> list[int]:
    return [match.end() for match in re.finditer("}", text)]


def test_every_style_is_imported_where_it_belongs() -> None:
    named = [path for entry in [SITE, *ENTRIES] for path in imports(entry)]
    linked = {path for path in STYLES for game in boards.games() if path.name in _linked(game, path)}
    assert sorted(named) == sorted(set(STYLES) - {SITE, OFFLINE, *ENTRIES} - linked)


def _linked(game: str, path: Path) -> list[str]:
    """Return the names of the styles that a game's own pages link, if they are in the same folder."""
    return [Path(file).name for file in boards.own_files(game)["styles"] if path.parent.name == game]


def test_no_style_and_no_script_of_the_sites_names_a_game() -> None:
    games = re.compile("|".join(boards.games()), re.IGNORECASE)
    shared = [path for path in STYLES + SCRIPTS if path.is_relative_to(ROOT / "static")]
    assert [path.name for path in shared if games.search(path.read_text())] == []


def test_no_style_of_the_sites_names_what_one_feature_draws() -> None:
    drawn = _drawn_by_one_feature()
    shared = [path for path in STYLES if path.is_relative_to(ROOT / "static")]
    assert {path.name: names for path in shared if (names := _names(bare(path)) & drawn)} == {}


def test_a_name_of_a_feature_that_was_planted_is_found() -> None:
    assert _names(".mast .home,\n.deal-head > b { color: red; }") & _drawn_by_one_feature() == {"deal-head"}


def _drawn_by_one_feature() -> set[str]:
    """Return the words in the templates and scripts of one feature that are nowhere else on the site."""
    folders = [Path(app.path) for app in apps.get_app_configs() if isinstance(app, FeatureApp)]
    words = [
        _words(path for kind in ("*.html", "*.jinja", "*.js") for path in folder.rglob(kind))
        for folder in folders
    ]
    others = [
        path
        for kind in ("*.html", "*.jinja", "*.js", "*.py")
        for top in ("accounts", "games", "static", "templates")
        for path in (ROOT / top).rglob(kind)
        if not set(folders) & set(path.parents)
    ]
    number = Counter(word for each in words for word in each)
    return {word for word, features in number.items() if features == 1} - _words(others)


def _words(paths: Iterable[Path]) -> set[str]:
    return {word for path in paths for word in re.findall(r"[a-zA-Z][\w-]*", path.read_text())}


def _names(style: str) -> set[str]:
    """Return the classes and ids in the selectors of a style."""
    preludes = re.findall(r"([^{};]+)\{", style)
    return {
        name for text in preludes if "@" not in text for name in re.findall(r"[.#]([a-zA-Z][\w-]*)", text)
    }


@pytest.mark.parametrize("path", STYLES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_rule_that_depends_on_has_names_what_it_styles(path: Path) -> None:
    """Otherwise a browser styles everything below anew at each change of the page."""
    preludes = re.findall(r"([^{};]+)\{", bare(path))
    selectors = [selector for text in preludes for selector in _without_arguments(text).split(",")]
    assert [selector.strip() for selector in selectors if _styles_everything_by_has(selector)] == []


def _without_arguments(selectors: str) -> str:
    """Replace `:has()` by `%`, `:is()` by a class, and leave out what other functions are given."""
    names, found = {":has": "%", ":is": ".is", ":where": ".is"}, 1
    while found:
        selectors, found = re.subn(
            r"(:[\w-]+)\(([^()]*)\)",
            lambda match: names.get(match[1], match[1]) + ("%" if "%" in match[2] else ""),
            selectors,
        )
    return selectors


def _styles_everything_by_has(selector: str) -> bool:
    *before, last = re.split(r"[\s>+~]+", selector.strip())
    return "%" in "".join(before) and not re.search(r"\w", re.sub(r"::?[\w-]+", "", last))


@pytest.mark.parametrize("path", STYLES + SCRIPTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_file_is_too_long(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= LINES
