"""Where a page of the site has room for features: `{% slot "start" %}` draws the templates that they bring for it."""

from __future__ import annotations

from django import template
from django.template import Context, Engine
from django.utils.safestring import SafeString, mark_safe

from games.boards.hooks import hooks

register = template.Library()


@register.simple_tag(takes_context=True)
def slot(context: Context, name: str) -> SafeString:
    """All that stands there, each with the context of the page."""
    templates = map(Engine.get_default().get_template, hooks.slots[name])
    return mark_safe("".join(each.render(context) for each in templates))
