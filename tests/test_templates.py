"""Compiled templates lack the white space between lines, and nothing else."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Any, cast

import pytest
from django.conf import settings
from django.template import Context, Engine, TemplateSyntaxError, engines
from django.template.loader import get_template
from django.test import Client
from django.utils import translation

from games.boards.macros import jinja_environment
from hosting.trimming import trimmed
from tests.helpers import given

ROOT = Path(settings.BASE_DIR)
# The browser tests check the pages of apps that are installed only with DEBUG.
FOLDERS = [
    ROOT / "templates",
    *sorted(set(ROOT.glob("games/*/templates")) - {ROOT / "games/workbench/templates"}),
]
NAMES = sorted(
    path.relative_to(folder).as_posix() for folder in FOLDERS for path in folder.rglob("*") if path.is_file()
)
LOADERS = [("hosting.template_loader.Loader", ["django.template.loaders.filesystem.Loader"])]


@pytest.mark.parametrize(
    ("written", "compiled"),
    [
        ("<ul>\n  <li>one</li>\n  <li>two</li>\n</ul>\n", "<ul><li>one</li><li>two</li></ul>"),
        ("<p>\n  One line\n  and another.\n</p>", "<p>One line and another.</p>"),
        ("<p>\n  {% if it %}\n    {{ it }}\n  {% endif %}\n</p>", "<p>{% if it %}{{ it }}{% endif %}</p>"),
        ("{# a word #}\n{% load i18n %}\n<p>x</p>", "{# a word #}{% load i18n %}<p>x</p>"),
        ('<b>one</b>{{ " " }}\n<i>two</i>', "<b>one</b> <i>two</i>"),
        ("<b>one</b> <i>two</i>\n<i>three</i>", "<b>one</b> <i>two</i><i>three</i>"),
        ('<input type="radio"\n       required>', '<input type="radio" required>'),
        (
            '<input name="a"\n       {% if on %} checked{% endif %}\n       required\n>',
            '<input name="a"{% if on %} checked{% endif %} required>',
        ),
        (
            '<b {% if a > b %}\n  id="a"\n{% endif %}>x</b>',
            '<b {% if a > b %} id="a"{% endif %}>x</b>',
        ),
        ('<a hx-config=\'{"a": 1,\n  "b": 2}\'>x</a>', '<a hx-config=\'{"a": 1, "b": 2}\'>x</a>'),
        (
            '<a title="{{ _("it\'s > this") }}"\n   href="/">x</a>',
            '<a title="{{ _("it\'s > this") }}" href="/">x</a>',
        ),
        ("<h1>a  b</h1>", "<h1>a  b</h1>"),
    ],
)
def test_white_space_between_lines_vanishes(written: str, compiled: str) -> None:
    assert trimmed(written) == compiled


@pytest.mark.parametrize(
    "source",
    [
        "<pre>\n one\n  two\n</pre>",
        "<textarea>\n\n one</textarea>",
        "<script>\n// a word\nrun();\n</script>",
        "<style>\n  a {}\n</style>",
        "{% blocktranslate trimmed %}\n  one\n  two\n{% endblocktranslate %}",
        "{% verbatim %}\n<p>\n</p>{% endverbatim %}",
        '<p title="{% blocktranslate trimmed %}\n  one\n{% endblocktranslate %}">x</p>',
    ],
)
def test_preformatted_lines_are_kept(source: str) -> None:
    assert trimmed(source) == source
    assert trimmed(f"<div>\n  {source}\n</div>") == f"<div>{source}</div>"


@pytest.mark.parametrize("name", NAMES)
def test_every_template_compiles(name: str) -> None:
    engine = engines["fragments" if name.endswith(".jinja") else "django"]
    assert engine.get_template(name) is not None


def test_templates_of_other_apps_are_compiled_as_they_are() -> None:
    ours, theirs = get_template("base.html"), get_template("admin/base.html")
    assert "\n<" not in cast(Any, ours).template.source
    assert "\n<" in cast(Any, theirs).template.source


def test_a_mistake_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>\n  x\n</p>\n{% mistake %}\n")
    with pytest.raises(TemplateSyntaxError, match="on line 4"):
        Engine(dirs=[str(tmp_path)], loaders=LOADERS).get_template("page.html")


def test_a_template_is_trimmed_once_and_kept(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>\n  {{ x }}\n</p>\n")
    engine = Engine(dirs=[str(tmp_path)], loaders=LOADERS)
    assert engine.get_template("page.html").render(Context({"x": 1})) == "<p>1</p>"
    assert engine.get_template("page.html") is engine.get_template("page.html")


def test_a_failure_on_a_board_is_told_with_its_line() -> None:
    template = jinja_environment().from_string("<p>\n  <b\n     id='a'>\n  {{ 1 // 0 }}\n</p>")
    with pytest.raises(ZeroDivisionError) as failure:
        template.render()
    assert traceback.extract_tb(failure.value.__traceback__)[-1].lineno == 4


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_page_has_no_line_breaks_between_its_elements(language: str) -> None:
    given.running(2)
    client = Client(headers={"accept-language": language})
    with translation.override(language):
        page = client.get("/").content.decode()
    body = page[page.index("<body") :]
    assert "</html>" in body
    assert ">\n" not in body
    assert "\n<" not in body


@pytest.mark.django_db
@pytest.mark.parametrize(("game", "real_time"), [("parade", False), ("stockings", True)])
def test_the_form_of_a_move_tells_whether_its_game_is_in_real_time(game: str, real_time: bool) -> None:
    snapshot = given.running(3, game=game)
    page = given.browser(given.person("Ada")).get(f"/t/{snapshot.table.pk}/").content.decode()
    form = page[page.index('<form id="move"') :].split(">", 1)[0]
    assert ("data-live" in form) is real_time
