"""The macros of boards are compiled to plain calls, and escape everything they write."""

from __future__ import annotations

import pytest
from django.utils.safestring import SafeString
from jinja2 import UndefinedError

from games.boards.macros import jinja_environment

CALLED = (
    "{% macro bold(text) %}<b>{{ text }}</b>{% endmacro %}{{ bold(value) }}{{ bold(text=helper(value)) }}"
)


def drawn(source: str, **values: object) -> str:
    return jinja_environment().from_string(source).render(values)


@pytest.mark.parametrize("value", ["<i>", SafeString("<i>"), "a & b", "'", '"'])
def test_values_are_escaped_unless_marked_as_html(value: str) -> None:
    expected = value if isinstance(value, SafeString) else drawn("{{ value|e }}", value=value)
    assert drawn("{{ value }}", value=value) == expected
    assert drawn('<p title="{{ value }}">', value=value) == f'<p title="{expected}">'


def test_a_macro_and_a_helper_are_called_and_what_they_return_is_escaped_once() -> None:
    assert drawn(CALLED, value="<i>", helper=lambda text: text) == "<b>&lt;i&gt;</b>" * 2


@pytest.mark.parametrize("source", ["{{ missing }}", "{{ missing() }}", "{{ missing(1) }}"])
def test_a_name_that_nobody_gives_is_an_error(source: str) -> None:
    with pytest.raises(UndefinedError):
        drawn(source)


def test_names_that_a_template_is_given_are_read_within_its_macros_too() -> None:
    source = "{% macro both(text) %}{{ text }}{{ given }}{% endmacro %}{{ both(text) }}{{ given }}"
    assert drawn(source, text="<a>", given="b") == "&lt;a&gt;bb"


def test_a_macro_reads_attributes_and_a_form_reads_items_of_dicts_too() -> None:
    source = "{% macro size(number) %}{{ number.real }}{% endmacro %}{{ size(3) }}{{ data.name }}"
    assert drawn(source, data={"name": "x"}) == "3x"


def test_arguments_in_a_list_are_given_to_a_macro() -> None:
    assert drawn("{% macro pair(a, b) %}{{ a }}{{ b }}{% endmacro %}{{ pair(1, *rest) }}", rest=[2]) == "12"
